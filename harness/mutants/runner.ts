/**
 * The lab as StrykerJS's test runner: each trial is a test. It runs in Stryker's sandbox, on the compiled copy in which every
 * mutant is there and one of them can be switched on; one lab serves one mutant after another.
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { InstrumenterContext, StrykerOptions } from "@stryker-mutator/api/core";
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestRunner,
} from "@stryker-mutator/api/test-runner";
import type { Lab } from "../cli/lab.ts";
import { PatientLab } from "./patient.ts";
import type { Noticed, Trial } from "./trial.ts";

/** What the compiled module in the sandbox exports. */
export interface Opening {
  readonly trials: readonly Trial[];
  readonly openLab: () => Promise<Lab>;
}

/** Where that module is, from the sandbox's root: an option of Stryker's of this name. */
export const openingOption = "labOpening";

interface Loaded {
  readonly trials: readonly Trial[];
  readonly lab: PatientLab;
}

class LabRunner implements TestRunner {
  readonly #opening: string;
  #loaded: Loaded | undefined;

  constructor(options: StrykerOptions) {
    this.#opening = String(options[openingOption]);
  }

  /** Modules that are loaded stay so: for what happens while they load, Stryker begins another process. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun(): Promise<DryRunResult> {
    const switches = switchboard();
    switches.mutantCoverage = { static: {}, perTest: {} };
    const { trials, lab } = await this.#load();
    const tests = [];
    for (const { name, run } of trials) {
      switches.currentTestId = name;
      const startedAt = performance.now();
      const noticed = await run(await lab.opened());
      const test = { id: name, name, timeSpentMs: Math.round(performance.now() - startedAt) };
      tests.push(
        noticed === undefined
          ? { ...test, status: TestStatus.Success as const }
          : { ...test, status: TestStatus.Failed as const, failureMessage: noticed.says },
      );
    }
    delete switches.currentTestId;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: switches.mutantCoverage };
  }

  async mutantRun({
    activeMutant,
    mutantActivation,
    testFilter,
    hitLimit,
  }: MutantRunOptions): Promise<MutantRunResult> {
    const switches = switchboard();
    delete switches.mutantCoverage;
    const atLoad = mutantActivation === "static";
    if (atLoad) Object.assign(switches, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    let loaded: Loaded;
    try {
      loaded = await this.#load();
    } catch (error) {
      if (!atLoad) throw error;
      return killed("the lab opens", { how: "stopped", says: String(error) }, 0);
    }
    const { trials, lab } = loaded;
    const asked = trials.filter(({ name }) => testFilter === undefined || testFilter.includes(name));
    for (const [nth, trial] of asked.entries()) {
      let endless: string | undefined;
      const run = async (open: Lab): Promise<Noticed | undefined> => {
        Object.assign(switches, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
        const noticed = await trial.run(open);
        endless = determineHitLimitReached(switches.hitCount, hitLimit)?.reason;
        delete switches.activeMutant;
        delete switches.hitLimit;
        return endless === undefined ? noticed : { how: "stopped", says: endless };
      };
      // What happened while modules were loaded cannot be switched off; such a mutant has this process, and so the lab, for itself.
      const noticed = await (atLoad ? run(await lab.opened()) : lab.noticed({ name: trial.name, run }, trial));
      if (endless !== undefined) return { status: MutantRunStatus.Timeout, reason: `${trial.name}: ${endless}` };
      if (noticed !== undefined) return killed(trial.name, noticed, nth + 1);
    }
    return { status: MutantRunStatus.Survived, nrOfTests: asked.length };
  }

  async dispose(): Promise<void> {
    await this.#loaded?.lab.close();
  }

  async #load(): Promise<Loaded> {
    if (this.#loaded !== undefined) return this.#loaded;
    const { href } = pathToFileURL(join(process.cwd(), this.#opening));
    const { trials, openLab } = (await import(href)) as Opening;
    const lab = new PatientLab(openLab);
    await lab.opened();
    return (this.#loaded = { trials, lab });
  }
}

function killed(by: string, { how, says }: Noticed, nrOfTests: number): MutantRunResult {
  return { status: MutantRunStatus.Killed, killedBy: [by], failureMessage: `${how}: ${says}`, nrOfTests };
}

/** Read back from the message that Stryker hands on. */
export function howNoticed(message: string): Noticed {
  const how = (["breaks", "unknown", "stopped"] as const).find((one) => message.startsWith(`${one}: `)) ?? "stopped";
  return { how, says: message.slice(how.length + 2) };
}

/** Where the instrumented code looks which mutant is on. */
function switchboard(): InstrumenterContext {
  return ((globalThis as { __stryker__?: InstrumenterContext }).__stryker__ ??= {});
}

function labRunner(options: StrykerOptions): TestRunner {
  return new LabRunner(options);
}
labRunner.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "lab", labRunner)];
