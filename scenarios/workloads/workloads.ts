/** Workloads: each run of one is another, drawn by chance. */
import { faultWords, type Workload } from "../../harness/shop/scenario.ts";
import { guards } from "../guards/guards.ts";
import { reconcilerGuards } from "../guards/reconcilerGuards.ts";
import { stockGuards } from "../guards/stockGuards.ts";
import { refusedPartKept } from "../controls/inv/refusedPartKept.ts";
import { readThenWrite } from "../controls/readThenWrite.ts";

const control = { says: "an order is written as it was read", parts: readThenWrite };

export const workloads: readonly Workload[] = [
  {
    name: "sale",
    title: "a sale",
    says: "buyers, notices and workers in any order, and whatever may befall them: some kinds of fault in each run",
    faults: faultWords,
    control,
    guards,
  },
  {
    name: "calm-sale",
    title: "a calm sale",
    says: "buyers, notices and workers in any order, and nothing befalls them",
    faults: [],
    control,
  },
  {
    name: "stock",
    title: "commands to the inventory",
    says: "guests, operators, relays by lease and the projector in any order, and whatever may befall them",
    of: "inventory",
    faults: faultWords,
    control: { says: "what a refused command has moved by then stays moved", parts: refusedPartKept },
    guards: stockGuards,
  },
  {
    name: "reconciler",
    title: "the reconciler on trial",
    says: "the books at the end of a sale, damaged one fact at a time: each damage is reported, and only that",
    faults: faultWords,
    damaged: true,
    control: reconcilerGuards[0]!,
    guards: reconcilerGuards,
  },
];
