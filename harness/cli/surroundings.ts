/** What a command touches outside the lab, so that a test can stand in for a terminal. */
import type { Fact } from "./doctorFacts.ts";

export interface Surroundings {
  /** Results go here; a document (JSON, JUnit) is alone on it. */
  readonly out: (text: string) => void;
  /** Progress and errors go here. */
  readonly err: (text: string) => void;
  /** Whether `err` is a terminal on which a line may be rewritten. */
  readonly terminal: boolean;
  /** Whether marks may be coloured on `out`. */
  readonly color: boolean;
  /** How wide `out` is. */
  readonly columns: number;
  /** How this program is called where it is typed: `./run.sh` in a checkout. */
  readonly command: string;
  /** A server of the user's own, when no other was asked for. */
  readonly databaseUrl: string | undefined;
  /** The database of the shop's own services, for commands that only read it. */
  readonly shopDatabaseUrl: string | undefined;
  /** The project's folder, which holds `evidence/`. */
  readonly root: string;
  readonly version: string;
  /** Which state of the program it is, or of these places in it: the same where its sources and its dependencies are. */
  readonly code: (places?: readonly string[]) => string;
  /** Resolves when the user wants to stop (Ctrl-C). */
  readonly interrupted: Promise<void>;
  /** Wall time, for progress and `environment.json` only. */
  readonly nowMs: () => number;
  readonly machineFacts: () => Promise<readonly Fact[]>;
}
