import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyContent, kept } from "./cache.ts";

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "cache-test-"));
});

afterEach(() => {
  rmSync(place, { recursive: true, force: true });
});

const write = async (content: string): Promise<void> => {
  mkdirSync(join(content, "sub"));
  writeFileSync(join(content, "sub", "a"), "a");
  writeFileSync(join(content, "b"), "b");
};

test("kept: it is made once, and again when a file of it has gone", async () => {
  let made = 0;
  const make = async (content: string): Promise<void> => {
    made++;
    await write(content);
  };
  const content = await kept(place, "thing", make);
  expect(await kept(place, "thing", make)).toBe(content);
  expect(made).toBe(1);
  rmSync(join(content, "sub", "a"));
  expect(await kept(place, "thing", make)).toBe(content);
  expect(made).toBe(2);
  expect(readFileSync(join(content, "sub", "a"), "utf8")).toBe("a");
  expect(readdirSync(place)).toEqual(["thing"]);
});

test("kept: several at once all get a whole one", async () => {
  const slow = async (content: string): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await write(content);
  };
  const found = await Promise.all([1, 2, 3].map(() => kept(place, "thing", slow)));
  expect(new Set(found).size).toBe(1);
  expect(readdirSync(place)).toEqual(["thing"]);
  expect(existsSync(join(found[0]!, "b"))).toBe(true);
});

test("kept: what could not be made leaves nothing", async () => {
  const fail = async (): Promise<void> => Promise.reject(new Error("no room"));
  await expect(kept(place, "thing", fail)).rejects.toThrow("no room");
  expect(readdirSync(place)).toEqual([]);
});

test("copies: links stay links, and copies for everybody can be read by everybody", () => {
  const [from, to] = [join(place, "from"), join(place, "to")];
  mkdirSync(join(from, "bin"), { recursive: true, mode: 0o700 });
  writeFileSync(join(from, "bin", "tool"), "", { mode: 0o700 });
  writeFileSync(join(from, "text"), "", { mode: 0o600 });
  symlinkSync("bin/tool", join(from, "link"));
  mkdirSync(to);
  copyContent(from, to, "everybody");
  const mode = (name: string): number => statSync(join(to, name)).mode & 0o777;
  expect([mode("bin"), mode("bin/tool"), mode("text")]).toEqual([0o755, 0o755, 0o644]);
  expect(readlinkSync(join(to, "link"))).toBe("bin/tool");
});
