/** The inventory's endpoints as an OpenAPI document, made from the schemas that requests are read by. */
import { z } from "zod";
import { viewQuestions } from "../../projection/questions.ts";
import { adviceOn, answerShape, refusals, refusalShape } from "./answer.ts";
import { id, quantity, reason, reservationId, unitId, who } from "./asked.ts";
import { commands, type Command } from "./commands.ts";
import { questions, type Question } from "./questions.ts";
import { rights } from "./roles.ts";

/** Of both services: the inventory's own and the projector's. */
const asked = [...questions, ...viewQuestions];

/** `docs/openapi.json`, without the end of its last line. */
export function openApiText(): string {
  return JSON.stringify(openApi(), null, 2);
}

function openApi(): object {
  const paths = [...commands.map(pathOfCommand), ...asked.map(pathOfQuestion)];
  return {
    openapi: "3.1.0",
    info: { title: "Inventory", version: "1", description },
    paths: Object.fromEntries(paths),
    components: { schemas: schemas(), responses: responses() },
  };
}

const description = [
  "Every command is one operation under an id of its caller's. Sent again it is answered the same; with other content it is",
  "refused (422). UNKNOWN means that nobody knows here: look at status_url, and decide then.",
].join(" ");

function pathOfCommand({ name, says }: Command): readonly [string, object] {
  const { by, approved } = { approved: false, ...rights[name] };
  const refused = statuses.map((http) => [`${http}`, `Refused${http}`] as const);
  const told = [["200", "Committed"] as const, ["202", "Accepted"] as const, ...refused];
  return [
    `/inventory/${name}`,
    {
      post: {
        operationId: name,
        summary: says,
        description: `For the role ${by}${approved ? ", approved by an APPROVER" : ""}.`,
        requestBody: { required: true, content: json(capital(name)) },
        responses: Object.fromEntries(
          told.map(([http, response]) => [http, { $ref: `#/components/responses/${response}` }]),
        ),
      },
    },
  ];
}

function pathOfQuestion({ path, says, name, further = {}, reply }: Question): readonly [string, object] {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => parameter(field, "path")),
    ...Object.keys(who).map((field) => parameter(field, "query")),
    ...Object.entries(further).map(([field, schema]) => {
      return {
        name: field,
        in: "query",
        required: false,
        schema: { ...z.toJSONSchema(schema, { io: "input" }), $schema: undefined },
      };
    }),
  ];
  const found = { description: "What was asked for.", content: json(reply) };
  const none = { $ref: "#/components/responses/NoAnswer" };
  return [
    `/inventory${path}`,
    { get: { operationId: name, summary: says, parameters, responses: { 200: found, default: none } } },
  ];
}

/** What else than a plain name stands there. */
const keys: Readonly<Record<string, object>> = {
  unit: { $ref: reference("UnitId") },
  reservation: { $ref: reference("ReservationId") },
  version: { type: "integer", minimum: 1 },
};

function parameter(name: string, place: "path" | "query"): object {
  return { name, in: place, required: true, schema: keys[name] ?? { $ref: reference("Name") } };
}

/** Of every reply that is no success. */
const statuses = [...new Set(refusals.map((cause) => adviceOn[cause].http))].sort();

/** A refusal names the causes that have its status. */
function responses(): object {
  const refused = statuses.map((http) => {
    const causes = refusals.filter((cause) => adviceOn[cause].http === http);
    return [`Refused${http}`, { description: causes.join(", "), content: json("Answer") }] as const;
  });
  return {
    Committed: { description: "It took effect, or did so when it was first sent.", content: json("Answer") },
    Accepted: { description: "It is being carried out.", content: json("Answer") },
    ...Object.fromEntries(refused),
    NoAnswer: { description: "Why the question has no answer.", content: json("Refusal") },
  };
}

/** Each under its name; what several share is referred to. */
function schemas(): object {
  const registry = z.registry<{ id: string }>();
  for (const { name, body } of commands) registry.add(body, { id: capital(name) });
  for (const { reply, shape } of asked) registry.add(shape, { id: reply });
  registry.add(answerShape, { id: "Answer" }).add(refusalShape, { id: "Refusal" });
  registry
    .add(id, { id: "Name" })
    .add(unitId, { id: "UnitId" })
    .add(reservationId, { id: "ReservationId" })
    .add(quantity, { id: "Quantity" })
    .add(reason, { id: "Reason" });
  const made: Readonly<Record<string, object>> = z.toJSONSchema(registry, { uri: reference, io: "input" }).schemas;
  const names = Object.keys(made).sort();
  // Which dialect they are written in, the document says; and where they are, their place in it.
  return Object.fromEntries(names.map((name) => [name, { ...made[name], $schema: undefined, $id: undefined }]));
}

function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

function json(name: string): object {
  return { "application/json": { schema: { $ref: reference(name) } } };
}

/** raise-epoch: RaiseEpoch */
function capital(name: string): string {
  return name.replaceAll(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase());
}
