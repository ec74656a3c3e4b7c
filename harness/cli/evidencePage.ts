/**
 * Where the evidence of a command goes, if anywhere. The folder that is committed takes nothing but what anybody gets who
 * asks for the same: what is usual, on an embedded server, with the gate on.
 */
import { join } from "node:path";
import { writePage } from "../evidence/files.ts";
import type { RanOn } from "../evidence/run.ts";
import type { Lab } from "./lab.ts";

/** @param usual whether this is what the committed evidence is of; @param evidence the folder that was asked for. */
export function evidenceFolder(
  usual: boolean,
  { kind }: Pick<RanOn, "kind">,
  evidence: string | undefined,
  root: string,
): string | undefined {
  if (evidence !== undefined) return evidence;
  return usual && kind === "embedded" ? join(root, "evidence") : undefined;
}

/** What may not repeat is written only where somebody asked for it. */
export function mayBeKept(gate: Lab["gate"] | undefined, evidence: string | undefined): boolean {
  return evidence !== undefined || gate === "on";
}

/** Writes a page of it, and says where that is. Rejects with a LabError where it cannot be written. */
export async function keepPage(
  folder: string,
  name: string,
  text: string,
  tell: (text: string) => void,
): Promise<void> {
  await writePage(folder, name, text);
  tell(`evidence written to ${join(folder, name)}\n`);
}
