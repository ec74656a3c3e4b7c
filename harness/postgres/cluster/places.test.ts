import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownUid } from "./account.ts";
import { existingPlaces, placeForKeeping } from "./places.ts";

let parent: string;
let place: string;

beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "p")));
  chmodSync(parent, 0o711);
  place = join(parent, `holdfast-${ownUid()}`);
  vi.stubEnv("TMPDIR", parent);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true, force: true });
});

test("places: one is made below TMPDIR, for this user alone", () => {
  expect(placeForKeeping()).toBe(place);
  expect(lstatSync(place).mode & 0o066).toBe(0);
  expect(existingPlaces()).toContain(place);
});

test.each([
  ["a link", () => symlinkSync(mkdtempSync(join(parent, "x")), place)],
  ["a directory in which others can write", () => shareDirectory(place)],
])("places: %s under its name is not trusted", (_, prepare) => {
  prepare();
  expect(placeForKeeping()).not.toContain(parent);
  expect(existingPlaces()).not.toContain(place);
});

test("places: a path too long for a socket is passed over", () => {
  const long = join(parent, "x".repeat(80));
  mkdirSync(long);
  vi.stubEnv("TMPDIR", long);
  expect(placeForKeeping()).not.toContain(long);
});

function shareDirectory(path: string): void {
  mkdirSync(path);
  chmodSync(path, 0o777);
}
