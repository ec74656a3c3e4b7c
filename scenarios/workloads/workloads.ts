/** Workloads: each run of one is another, drawn by chance. */
import { faultWords, type Workload } from "../../harness/shop/scenario.ts";
import { guards } from "../guards/guards.ts";
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
];
