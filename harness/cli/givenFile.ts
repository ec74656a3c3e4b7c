/** A file that the user names. */
import { readFile } from "node:fs/promises";
import { LabError } from "../verdict/failure.ts";

/** @throws LabError, wrong use, when it cannot be read; @param next what to give instead. */
export async function givenFile(path: string, next: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new LabError(`${path} cannot be read.`, {
      ...{ why: error instanceof Error ? error.message : String(error), next },
      ...{ exitCode: 2, cause: error },
    });
  }
}
