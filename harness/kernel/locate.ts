/**
 * The line of the system that asks for an effect: the first frame of the stack below one of these folders, mapped back
 * from the compiled file to its source. It is for people; no two runs are compared by it.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** Finds the caller in the project's folder `inside` ("src"), passing over files that only hand an effect on. */
export function locator(inside: string, passOver: readonly string[]): () => string | undefined {
  const asks = new Map<string, boolean>();
  const known = new Map<string, string>();
  const isAsking = (file: string): boolean => {
    const bare = file.replace(/\.[jt]s$/, "");
    return file.startsWith("file://") && file.includes(`/${inside}/`) && !passOver.some((name) => bare.endsWith(name));
  };
  return () => {
    for (const frame of framesHere()) {
      const file = frame.getFileName() ?? "";
      let asking = asks.get(file);
      if (asking === undefined) asks.set(file, (asking = isAsking(file)));
      if (!asking) continue;
      const line = frame.getLineNumber() ?? 0;
      const column = frame.getColumnNumber() ?? 0;
      const key = `${file}:${line}:${column}`;
      let found = known.get(key);
      if (found === undefined) known.set(key, (found = original(file, line, column, inside)));
      return found;
    }
    return undefined;
  };
}

const framesMax = 30;
const asTheyAre = (_error: Error, frames: readonly NodeJS.CallSite[]): readonly NodeJS.CallSite[] => frames;

/** The stack as the engine has it. Every effect asks for it, and its text would take longer than all the rest. */
function framesHere(): readonly NodeJS.CallSite[] {
  const { stackTraceLimit } = Error;
  const asBefore = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  Error.stackTraceLimit = framesMax;
  Error.prepareStackTrace = asTheyAre;
  const { stack } = new Error() as { readonly stack?: unknown };
  Error.stackTraceLimit = stackTraceLimit;
  if (asBefore === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
  else Object.defineProperty(Error, "prepareStackTrace", asBefore);
  return stack as readonly NodeJS.CallSite[];
}

function original(file: string, line: number, column: number, inside: string): string {
  const map = mapOf(file);
  const position = map === undefined ? undefined : originalPositionFor(map, { line, column: column - 1 });
  const path = file.slice(file.lastIndexOf(`/${inside}/`) + 1).replace(/\.js$/, ".ts");
  return `${path}:${position?.line ?? line}`;
}

const maps = new Map<string, TraceMap | undefined>();

function mapOf(file: string): TraceMap | undefined {
  if (!maps.has(file)) {
    let map: TraceMap | undefined;
    try {
      map = new TraceMap(readFileSync(`${fileURLToPath(file)}.map`, "utf8"));
    } catch {
      map = undefined; // run from its source: the frame is right as it is
    }
    maps.set(file, map);
  }
  return maps.get(file);
}
