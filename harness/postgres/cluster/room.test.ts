import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openServer } from "./open.ts";
import { isNoRoom, noRoom } from "./room.ts";

test("a full disk is recognised by its code and by what a program wrote", () => {
  expect(isNoRoom(Object.assign(new Error("copyfile"), { code: "ENOSPC" }))).toBe(true);
  expect(isNoRoom(Object.assign(new Error("copyfile"), { code: "EDQUOT" }))).toBe(true);
  expect(isNoRoom(new Error('initdb ended with 1: could not write "base": No space left on device'))).toBe(true);
  expect(isNoRoom(Object.assign(new Error("copyfile"), { code: "EACCES" }))).toBe(false);
  expect(isNoRoom("No space left on device")).toBe(false);
});

test("it is said with the place, and what is free there", () => {
  expect(noRoom(["/", "/proc"], false, undefined).why).toBe("No room in /proc: 0 MB free, about 60 MB needed.");
  expect(noRoom(["/proc"], true, undefined).why).toContain("about 120 MB needed");
});

/** A file system of so many MB; undefined where this user may not mount one. */
function mounted(mb: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-small-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m,mode=1777`, "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

function unmount(folder: string): void {
  execFileSync("umount", [folder]);
  rmdirSync(folder);
}

const probe = mounted(1);
if (probe !== undefined) unmount(probe);

describe.skipIf(probe === undefined)("a disk that is full (needs the right to mount one)", () => {
  const before = process.env["TMPDIR"];
  let small = "";
  beforeEach(() => {
    small = "";
  });
  afterEach(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    if (small !== "") unmount(small);
  });

  // On the one nothing can be made, on the other not what initdb makes.
  test.each([2, 20])("of %i MB: one sentence, not what initdb said, and wrong use", async (mb) => {
    small = mounted(mb)!;
    process.env["TMPDIR"] = small;
    const refused: unknown = await openServer({ kind: "embedded", major: 18 }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "LabError", exitCode: 2, what: "The PostgreSQL server has no room." });
    expect(String(refused)).toMatch(/No room in .*holdfast-small-.*: \d+ MB free, about \d+ MB needed/);
    expect(String(refused).split("\n")).toHaveLength(3);
  });
});
