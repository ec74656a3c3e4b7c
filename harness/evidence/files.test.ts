import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkFolder, writeEvidence, type Environment } from "./files.ts";
import { renderOutput } from "./output.ts";
import { nothingFound, paidTwice, replyLost, sampleRun } from "./sample.ts";

const environment: Environment = {
  node: "v20.0.0",
  platform: "linux x64",
  server: "embedded 18",
  startedAt: "2026-01-01T00:00:00.000Z",
  durationMs: 1,
  experimentMs: {},
};

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdfast evidence "));
});
afterEach(async () => {
  await chmod(folder, 0o700).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

it("evidence: each experiment has its verdict and its trace, the book is beside them", async () => {
  await writeEvidence(folder, sampleRun, environment);
  expect((await readdir(folder)).sort()).toEqual(["C29-04", "C29-06", "C29-07", "environment.json", "output.txt"]);
  expect((await readdir(join(folder, "C29-04"))).sort()).toEqual(["trace.txt", "verdict.json"]);
  expect(await readFile(join(folder, "output.txt"), "utf8")).toBe(renderOutput(sampleRun));
  expect(JSON.parse(await readFile(join(folder, "C29-06", "verdict.json"), "utf8"))).toMatchObject({
    id: "C29-06",
    verdict: "breaks",
    findings: paidTwice.findings,
  });
});

it("evidence: a second run touches no file that would stay the same", async () => {
  await writeEvidence(folder, sampleRun, environment);
  const before = await stat(join(folder, "output.txt"));
  await writeEvidence(folder, sampleRun, environment);
  expect((await stat(join(folder, "output.txt"))).ino).toBe(before.ino);
  await writeEvidence(folder, { ...sampleRun, seed: 30 }, environment);
  expect((await stat(join(folder, "output.txt"))).ino).not.toBe(before.ino);
});

it("evidence: what belongs to experiments that are no more goes, whatever else lies there stays", async () => {
  await writeEvidence(folder, sampleRun, environment);
  await mkdir(join(folder, "measured"));
  await writeFile(join(folder, "measured", "verdict.json"), "{}");
  await mkdir(join(folder, "my notes"));
  await writeEvidence(folder, { ...sampleRun, results: [replyLost, nothingFound] }, environment);
  const left = ["C29-04", "C29-07", "environment.json", "measured", "my notes", "output.txt"];
  expect((await readdir(folder)).sort()).toEqual(left);
});

it("evidence: looking whether a folder can be written leaves nothing behind", async () => {
  await checkFolder(join(folder, "a", "b"));
  await checkFolder(folder);
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(!existsSync("/proc/self"))("evidence: where No folder can be made it ends, and says so", async () => {
  for (const look of [() => checkFolder("/proc/x/y"), () => writeEvidence("/proc/x/y", sampleRun, environment)]) {
    await expect(look()).rejects.toThrow(/: \/proc\/x\n {2}why: {2}No folder can be made there/);
  }
});

it("evidence: a file in the way is named, and nothing unfinished stays", async () => {
  await writeFile(join(folder, "C29-06"), "in the way");
  await expect(writeEvidence(folder, sampleRun, environment)).rejects.toThrow(
    /evidence could not be written: .*C29-06[^]*A file lies where a folder is needed/,
  );
  expect(existsSync(join(folder, "output.txt"))).toBe(false);
});

it.skipIf(!existsSync("/dev/full"))("evidence: a full disk says so and what to do", async () => {
  // The kernel answers every write to /dev/full with "no space left on device".
  await mkdir(join(folder, "C29-04"), { recursive: true });
  await symlink("/dev/full", join(folder, "C29-04", `verdict.json.${process.pid}.unfinished`));
  await expect(writeEvidence(folder, sampleRun, environment)).rejects.toThrow(/The disk is full[^]*Free some space/);
  expect(await readdir(join(folder, "C29-04"))).toEqual([]);
});

it.skipIf(process.getuid?.() === 0)("evidence: a folder that may not be written says so", async () => {
  await chmod(folder, 0o500);
  await expect(writeEvidence(folder, sampleRun, environment)).rejects.toThrow("This user may not write there");
});
