/** What one shard has found, as a document; read back with every reason why it may not be one. */
import { z } from "zod";
import type { Exploration, Part } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
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

/** The frame is checked; what it holds has been written by the same program. */
const schema = z.looseObject({
  format: z.literal(format),
  code: z.string(),
  shard: z.object({ nth: z.int().positive(), of: z.int().positive() }),
  asked: z.looseObject({ explored: z.array(z.looseObject({ name: z.string() })), seed: z.int() }),
  lab: z.looseObject({ gate: z.enum(["on", "off"]) }),
  parts: z.array(z.looseObject({ found: z.looseObject({ name: z.string() }) })),
});

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
  const found = schema.safeParse(document);
  if (found.success) return found.data as unknown as ShardFile;
  const [issue] = found.error.issues;
  throw refusal(path, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "it cannot be read"}.`);
}

function refusal(path: string, why: string): LabError {
  return new LabError(`No shard can be read from ${path}.`, {
    why,
    next: "Give what explore --shard printed, of every shard.",
    exitCode: 2,
  });
}
