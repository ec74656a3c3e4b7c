/** What one shard has found, as a document; read back with every reason why it may not be one. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Exploration, Part } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { firstIssue } from "../verdict/issue.ts";
import type { Asked } from "./exploreReport.ts";
import type { Kept } from "./keepFailure.ts";
import type { Lab } from "./lab.ts";

const format = "holdfast-shard-1";

export interface ShardFile {
  /** The state of the program that wrote it. */
  readonly code: string;
  readonly shard: Part;
  /** The whole, of which it is a part. */
  readonly asked: Asked;
  readonly lab: Pick<Lab, "server" | "gate">;
  /** For each that was explored, in their order. */
  readonly parts: readonly { readonly found: Exploration; readonly kept: Kept | undefined }[];
}

const count = z.int().nonnegative();

/** What is counted when shards are put together; each run has its hash. */
const searched = z
  .looseObject({
    ...{ schedules: count, violated: count, unknown: count },
    ...{ doubts: z.array(z.string()), hashes: z.array(z.string()), fired: z.record(z.string(), count) },
  })
  .refine(({ schedules, hashes }) => schedules === hashes.length, "not every run has its hash");

const found = searched.and(
  z.looseObject({ name: z.string(), faulted: searched.optional(), control: searched.optional() }),
);

/** The frame is checked, and whatever a verdict rests on; the rest has been written by the same program. */
const schema = z
  .looseObject({
    format: z.literal(format),
    code: z.string(),
    shard: z.object({ nth: z.int().positive(), of: z.int().positive() }),
    asked: z.looseObject({ explored: z.array(z.looseObject({ name: z.string() })), seed: z.int() }),
    lab: z.looseObject({ gate: z.enum(["on", "off"]) }),
    parts: z.array(z.looseObject({ found })),
  })
  .refine(
    ({ asked, parts }) => isDeepStrictEqual(namesOf(asked.explored), namesOf(parts.map((part) => part.found))),
    "its parts are not those that were explored",
  );

const namesOf = (all: readonly { readonly name: string }[]): readonly string[] => all.map(({ name }) => name);

export function writeShard(file: ShardFile): string {
  return `${JSON.stringify({ format, ...file })}\n`;
}

/**
 * @param path for errors; @param code the state of this program, which reads what the same has written.
 * @throws LabError, wrong use, when it is no such document.
 */
export function readShard(path: string, text: string, code: string): ShardFile {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw refusal(path, text === "" ? "It is empty: the shard was not done." : "It is no JSON document.");
  }
  const told = z.object({ format: z.string().optional(), code: z.string().optional() }).safeParse(document).data;
  if (told?.format !== format) throw refusal(path, `Its format is "${told?.format ?? ""}", and not "${format}".`);
  if (told.code !== code) {
    throw refusal(path, `It was written by another state of the program: ${told.code ?? "unknown"}; this is ${code}.`);
  }
  const read = schema.safeParse(document);
  if (read.success) return read.data as unknown as ShardFile;
  throw refusal(path, firstIssue(read.error));
}

function refusal(path: string, why: string): LabError {
  return new LabError(`No shard can be read from ${path}.`, {
    why,
    next: "Give what explore --shard printed, of every shard.",
    exitCode: 2,
  });
}
