/** The hunt of every mutant of some files, an area after another: TypeScript by StrykerJS, SQL by our own operators. */

import { join } from "node:path";
import type { Lab } from "../cli/lab.ts";
import { OwnBackend } from "../postgres/backend.ts";
import { openDatabase } from "../shop/lab.ts";
import { explain, isLeft, placeOf, type Explanation } from "./explanation.ts";
import { Kept } from "./kept.ts";
import { identityOf, inOrder, rangeOf, type Mutant } from "./mutant.ts";
import { isEnough, renderMutants } from "./page.ts";
import { huntSql } from "./sql/hunt.ts";
import type { Budget, Trial } from "./trial.ts";
import { huntTypescript } from "./typescript.ts";

/** What is hunted with. */
export interface Hunters {
  readonly budget: Budget;
  readonly trials: readonly Trial[];
  readonly openLab: (reworded?: (text: string) => string) => Promise<Lab>;
  /** The compiled module that has `trials` and `openLab`, from the project's root. */
  readonly opening: string;
  readonly explanations: readonly Explanation[];
}

export interface HuntRequest {
  /** The sources, from the project's root, which is the working directory. */
  readonly files: readonly string[];
  /** Which state of the program this is: what was hunted in another is not gone on with, but see `left`. */
  readonly code: string;
  /** Where everything is kept that is of no more use afterwards. */
  readonly folder: string;
  /** What was kept of a former hunt is not looked at. */
  readonly afresh: boolean;
  /**
   * What was left of a former hunt is hunted again; what was noticed then is taken to be noticed still, whatever the program was
   * but for the file itself. So nothing of it is kept, and its page says little about the program of today.
   */
  readonly left: boolean;
  readonly tell: (line: string) => void;
}

export interface Hunted {
  readonly page: string;
  readonly amiss: readonly string[];
  readonly enough: boolean;
}

const choice = { kind: "embedded", major: 18 } as const;

export async function hunt(hunters: Hunters, request: HuntRequest): Promise<Hunted> {
  const { files, code, folder, tell } = request;
  const kept = new Kept(join(folder, "kept"), code);
  const found: Mutant[] = [];
  for (const [area, among] of byFolder(files)) {
    for (const kind of ["typescript", "sql"] as const) {
      const known = new Map(
        among.map((file) => [file, request.afresh ? undefined : kept.find(kind, file, request.left)]),
      );
      const all = await update(known, request, (asked) => huntersOf[kind](hunters, asked, request));
      if (!request.left) for (const [file, mutants] of all) kept.keep(kind, file, mutants);
      const mutants = [...all.values()].flat();
      tell(`${area}, ${kind}: ${mutants.length} mutants, ${mutants.filter(isLeft).length} not noticed`);
      found.push(...mutants);
    }
  }
  const { judged, amiss } = explain(inOrder(found), hunters.explanations);
  return {
    page: renderMutants(judged, hunters.budget, { major: choice.major, code }),
    amiss,
    enough: isEnough(judged),
  };
}

/** What is to be hunted: whole files, and single mutants of others. */
interface Asked {
  readonly files: readonly string[];
  readonly mutants: readonly Mutant[];
}

/** Hunts the files of which nothing is known, and again what was left of the others, if that is wanted. */
async function update(
  known: ReadonlyMap<string, readonly Mutant[] | undefined>,
  { left }: HuntRequest,
  huntThese: (asked: Asked) => Promise<readonly Mutant[]>,
): Promise<ReadonlyMap<string, readonly Mutant[]>> {
  const files = [...known].flatMap(([file, mutants]) => (mutants === undefined ? [file] : []));
  const mutants = left ? [...known.values()].flatMap((some = []) => some.filter(isLeft)) : [];
  const fresh = files.length + mutants.length === 0 ? [] : await huntThese({ files, mutants });
  const now = new Map(fresh.map((mutant) => [identityOf(mutant), mutant]));
  return new Map(
    [...known].map(([file, some]) => [
      file,
      some?.map((one) => (isLeft(one) ? (now.get(identityOf(one)) ?? one) : one)) ??
        fresh.filter((mutant) => mutant.file === file),
    ]),
  );
}

const huntersOf = {
  typescript: async ({ opening }: Hunters, { files, mutants }: Asked, { folder }: HuntRequest) =>
    huntTypescript({ files: [...files, ...mutants.map(rangeOf)], opening, folder }),
  sql: async ({ trials, openLab }: Hunters, { files, mutants }: Asked, { tell }: HuntRequest) => {
    const database = await openDatabase(choice);
    const server = new OwnBackend(database.address);
    const single = new Set(mutants.map(identityOf));
    try {
      return await huntSql({
        ...{ trials, openLab },
        files: [...new Set([...files, ...mutants.map(({ file }) => file)])],
        asked: (mutant) => files.includes(mutant.file) || single.has(identityOf(mutant)),
        refused: async (sql) => refusal(server, sql),
        tell: (mutant) => isLeft(mutant) && tell(`not noticed: ${placeOf(mutant)}`),
      });
    } finally {
      await server.close();
      await database.close();
    }
  },
} as const;

async function refusal(server: OwnBackend, sql: string): Promise<string | undefined> {
  try {
    await server.ask(`PREPARE mutant AS ${sql}`);
    await server.ask("DEALLOCATE mutant");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function byFolder(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf("/"));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return folders;
}
