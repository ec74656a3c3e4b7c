/**
 * What the command line needs of a suite of experiments, and of the lab that runs them. It knows neither: the suite
 * comes in at the composition root, so the same commands serve any suite.
 */
import type { Found } from "../anomalies/anomaly.ts";
import type { RanOn } from "../evidence/run.ts";
import type { ServerChoice } from "../postgres/server.ts";
import type { StockShown } from "../sql/inStock.ts";
import type { Effort, Exploration, ExploredCard, Manner, Reduced, Violation } from "../verdict/exploration.ts";
import type { LedgerReplayed } from "../verdict/ledger.ts";
import type { GuardCard } from "../verdict/guards.ts";
import type { FlowCard, GridFault, GridFlow, ShownCell } from "../verdict/grid.ts";
import type { Catalogue } from "../verdict/happened.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import type { TrialCard } from "../verdict/trial.ts";

/** What can be said of an experiment without running it. */
export interface ExperimentCard {
  /** `C29-04`: a group and a number. */
  readonly id: string;
  readonly title: string;
  /** It takes several times as long as most. */
  readonly long?: boolean;
  /** The sentences that must hold. */
  readonly claims: readonly string[];
  /** The wrong part that must break one of them. */
  readonly control?: string;
  /** Counts in its notes (`PAID`, of `PAID=3`) each of which must be above zero under some seed of a sweep. */
  readonly occurs?: readonly string[];
}

export interface RunOptions {
  readonly seed: number;
  /** Whether each decision names the line of `src` it came from; looking it up takes time. */
  readonly keepSource: boolean;
  /** Whether the controls are run as well; they are, unless this says false. */
  readonly controls?: boolean;
  /** Whether hosts that an experiment would have as real processes run inside the lab's, which is faster. */
  readonly played?: boolean;
}

export interface GridOptions extends Pick<RunOptions, "seed"> {
  /** The hosts are child processes, really killed. */
  readonly real: boolean;
}

export interface ExploreOptions extends Pick<RunOptions, "seed"> {
  readonly manner: Manner;
}

export interface ReduceOptions extends Pick<RunOptions, "seed"> {
  /** Whether it was found with the wrong part of the control. */
  readonly control: boolean;
  readonly violation: Violation;
  /** Where it is to be quick. */
  readonly effort?: Effort;
}

/** A cell of the crash grid. */
export interface CellAddress {
  readonly flow: string;
  /** The row, from 1. */
  readonly point: number;
  readonly fault: string;
}

/** An open lab: a server that is ready, and whatever it takes to run experiments on it. */
export interface Lab {
  readonly server: RanOn;
  /** off = lock waiters race inside the server, because its backends cannot be signalled. */
  readonly gate: "on" | "off";
  /** What weakens every verdict of this lab. */
  readonly warnings: readonly string[];
  /** How many runs it can do at once. */
  readonly atOnce: number;
  /** Rejects only when the lab itself could not go on. At most {@link atOnce} at a time. */
  run(id: string, options: RunOptions): Promise<ExperimentResult>;
  /** The crash grid of one flow, and one cell of it; absent where the suite has no flows. As `run` otherwise. */
  readonly grid?: {
    flow(name: string, options: GridOptions): Promise<GridFlow>;
    cell(at: CellAddress, options: GridOptions): Promise<ShownCell>;
  };
  /** Explores something; absent where the suite has nothing to be explored. As `run` otherwise. */
  readonly explore?: (name: string, options: ExploreOptions) => Promise<Exploration>;
  /** Makes smaller what an exploration has found. As `run` otherwise. */
  readonly reduce?: (name: string, options: ReduceOptions) => Promise<Reduced>;
  /** Runs one schedule of sessions under PostgreSQL's own tester too; absent in a lab of several processes. */
  readonly inStock?: (name: string, departures: string) => Promise<StockShown>;
  /** Ends the server and removes what it left. Idempotent. */
  close(): Promise<void>;
}

export interface Suite {
  /** In the order in which they run and are listed. */
  readonly experiments: readonly ExperimentCard[];
  /** What the crash grid is made of; absent where there is none. */
  readonly grid?: {
    readonly flows: readonly FlowCard[];
    readonly faults: readonly GridFault[];
    /** How a cell is judged: lines for the head of the table. */
    readonly method: readonly string[];
  };
  /** Guards of the system that can be taken away; absent where there are none. */
  readonly guards?: readonly GuardCard[];
  /** What can happen in its runs, for the summaries to say how often it did; absent where nothing is counted. */
  readonly canHappen?: Catalogue;
  /** The reconciler's trial; absent where there is none. */
  readonly trial?: TrialCard;
  /** What can be explored; absent where there is nothing. */
  readonly explored?: readonly ExploredCard[];
  /** The folder of its own isolation specs, in the project; absent where there are none. */
  readonly specs?: string;
  /** Looks for published anomalies, each at each isolation level under at most so many schedules; absent where there are none. */
  readonly anomalies?: (server: ServerChoice, schedules: number) => AsyncIterable<Found>;
  /** Replays the ledger of a shop's own database; absent where there is none. */
  readonly replayLedger?: (url: string) => Promise<LedgerReplayed>;
  /** @param workers how many runs are to be done at once, each in a process and on a server of its own. */
  openLab(choice: ServerChoice, workers: number): Promise<Lab>;
  /** Opens a lab in one fresh process that this Node's executable runs; absent where there is no program for that. */
  openApart?(choice: ServerChoice, node: string): Promise<Lab>;
}

/** The seed of the committed evidence. */
export const defaultSeed = 29;
