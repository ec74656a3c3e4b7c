/** Claims about the inventory's events, and what is shown by them. */

import type { End, TakenEvent } from "../books.ts";
import type { Seen } from "../hosts.ts";
import { claim, type Claim } from "./claim.ts";

/** At the end no event is on its way any more. One that is dead is named with its reason, and what waits for it is not lost. */
export const noEventLost: Claim = claim({
  says: "every event of a unit is with its reader, or named as dead, or waits for one that is",
  noun: "event",
  subjects: ({ stockEvents }) => stockEvents,
  broken: ({ eventId, unitId, version, status, lastError }, end) => {
    const event = `event ${unitId} v${version}`;
    switch (status) {
      case "SENT":
        return end.takenEvents.some((taken) => taken.eventId === eventId)
          ? undefined
          : `${event} is SENT, and nobody has it`;
      case "DEAD":
        return lastError === null ? `${event} is dead, and nobody says why` : undefined;
      case "PENDING":
        return isBehindDead(unitId, version, end) ? undefined : `${event} is still on its way`;
    }
  },
});

function isBehindDead(unitId: string, version: number, { stockEvents }: End): boolean {
  return stockEvents.some((one) => one.unitId === unitId && one.version < version && one.status === "DEAD");
}

/** By what the projector wrote down of the events that it applied, and of views that were read from the facts. */
export const appliedInOrder: Claim = claim({
  says: "a view goes from one version to the very next, or is read from the facts, and never goes back",
  noun: "step",
  subjects: (end) => [...applied(end), ...end.repairedViews],
  broken: (step, end) => {
    const before = [...applied(end), ...end.repairedViews].filter(
      (one) => one.unitId === step.unitId && one.step < step.step,
    );
    const stood = before.reduce((last, one) => (one.step > last.step ? one : last), { step: 0, version: 0 }).version;
    if (end.repairedViews.some((repaired) => repaired === step)) {
      return step.version >= stood ? undefined : `${named(step)} was read from the facts, after v${stood}`;
    }
    return step.version === stood + 1 ? undefined : `${named(step)} was applied after v${stood}`;
  },
});

const applied = ({ takenEvents }: End): readonly TakenEvent[] =>
  takenEvents.filter(({ effect }) => effect === "APPLIED");

function named({ unitId, version }: { readonly unitId: string; readonly version: number }): string {
  return `${unitId} v${version}`;
}

export const viewsAreFacts: Claim = claim({
  says: "what is shown of a unit is what it was at the view's version",
  noun: "view",
  subjects: ({ shownUnits }) => shownUnits.filter(({ version }) => version > 0),
  broken: (view, { unitStates }) => {
    const fact = unitStates.find(({ unitId, version }) => unitId === view.unitId && version === view.version);
    if (fact === undefined) return `${named(view)} is shown, and was never a fact`;
    const [was, shown] = [fact, view].map(({ status, epoch, available }) => `${status} e${epoch} with ${available}`);
    return was === shown ? undefined : `${named(view)} was ${was}, and is shown as ${shown}`;
  },
});

/** For stories at whose end everything was carried. */
export const viewsCaughtUp: Claim = claim({
  says: "every unit of which no event is dead is shown as it is now, and its view goes on",
  noun: "unit",
  subjects: ({ books, stockEvents }) =>
    books.balances.filter(({ unitId }) => !stockEvents.some((one) => one.unitId === unitId && one.status === "DEAD")),
  broken: ({ unitId }, { shownUnits, unitStates }) => {
    const now = unitStates.findLast((one) => one.unitId === unitId);
    const view = shownUnits.find((one) => one.unitId === unitId);
    if (view === undefined) return `${unitId} is not shown at all`;
    if (view.pausedBecause !== null) return `the view of ${unitId} is paused: ${view.pausedBecause}`;
    return view.version === now?.version
      ? undefined
      : `${unitId} is at v${now?.version ?? 0}, and shown as of v${view.version}`;
  },
});

/** An event that comes when its unit is shown as of a later epoch, and was not taken before. */
export const oldEpochsKeptOut: Claim = claim({
  says: "an event of an epoch that is over is put aside, and changes nothing",
  noun: "late event",
  subjects: (end) => {
    const shown = [...applied(end), ...end.repairedViews];
    return end.takenEvents.filter(({ unitId, epoch, step }) =>
      shown.some((one) => one.unitId === unitId && one.step < step && one.epoch > epoch),
    );
  },
  broken: (event, { quarantined }) => {
    const aside = event.effect === "QUARANTINED" && quarantined.some(({ eventId }) => eventId === event.eventId);
    return aside ? undefined : `${named(event)} of epoch ${event.epoch} came late, and was ${event.effect}`;
  },
});

const looks = ({ sessions }: End): readonly Seen[] => sessions.filter(({ did, showed }) => did === "read" && showed);

export const readsOwnWrites: Claim = claim({
  says: "whoever has written a unit is shown it as written, or later, or nothing",
  noun: "look",
  subjects: (end) => looks(end).filter(({ wrote }) => wrote > 0),
  broken: ({ session, unitId, version, wrote }) =>
    version >= wrote ? undefined : `${session} made ${unitId} v${wrote}, and was then shown v${version}`,
});

export const readsNeverGoBack: Claim = claim({
  says: "whoever was shown a unit is never shown it as it was before",
  noun: "look",
  subjects: (end) => looks(end).filter(({ read }) => read > 0),
  broken: ({ session, unitId, version, read }) =>
    version >= read ? undefined : `${session} was shown ${unitId} v${read}, and then v${version}`,
});

/** Of what was applied from events; what a view jumped over by being read from the facts it has as well. */
export const writesInOrder: Claim = claim({
  says: "what somebody wrote first is applied before what he wrote next",
  noun: "write",
  subjects: ({ sessions }) => sessions.filter(({ did, wrote }) => did === "wrote" && wrote > 0),
  broken: ({ session, unitId, version, wrote }, { takenEvents }) => {
    const at = (wanted: number): number =>
      takenEvents.findLastIndex((one) => one.unitId === unitId && one.version === wanted && one.effect === "APPLIED");
    const [first, next] = [at(wrote), at(version)];
    return first < 0 || next < 0 || first < next
      ? undefined
      : `${session} wrote ${unitId} v${wrote}, applied after v${version}`;
  },
});
