/**
 * The line of the system that asks for an effect: the first frame of the stack below one of these folders, mapped back
 * from the compiled file to its source. It is for people; no two runs are compared by it.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/** Finds the caller in the project's folder `inside` ("src"), passing over files that only hand an effect on. */
export function locator(inside: string, passOver: readonly string[]): () => string | undefined {
  const known = new Map<string, string | undefined>();
  const frame = new RegExp(`\\(?(file://[^\\s()]*/${inside}/[^\\s()]+):(\\d+):(\\d+)\\)?$`);
  return () => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 30;
    const lines = (new Error().stack ?? "").split("\n");
    Error.stackTraceLimit = limit;
    for (const line of lines) {
      const match = frame.exec(line);
      if (match === null) continue;
      const [, file = "", lineNumber = "0", column = "0"] = match;
      if (passOver.some((name) => file.replace(/\.[jt]s$/, "").endsWith(name))) continue;
      const key = `${file}:${lineNumber}:${column}`;
      if (!known.has(key)) known.set(key, original(file, Number(lineNumber), Number(column), inside));
      return known.get(key);
    }
    return undefined;
  };
}

const maps = new Map<string, TraceMap | undefined>();

function original(file: string, line: number, column: number, inside: string): string {
  const map = mapOf(file);
  const position = map === undefined ? undefined : originalPositionFor(map, { line, column: column - 1 });
  const path = file.slice(file.lastIndexOf(`/${inside}/`) + 1).replace(/\.js$/, ".ts");
  return `${path}:${position?.line ?? line}`;
}

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
