import { expect, test } from "vitest";
import { nothingSearched } from "../explore/joined.ts";
import type { Exploration, ExploredCard, Part, Share } from "../verdict/exploration.ts";
import { exhaustEach } from "./exhausting.ts";
import type { LabUse } from "./session.ts";

const cards: readonly ExploredCard[] = ["a-b", "c-d"].map((name) => ({ kind: "pair", name, title: name, says: name }));

/** Which shares were asked for of each, and what was told in what order; `lost`: what was interrupted. */
async function exhaust(part: Part, atOnce: number, lost?: string) {
  const asked: { readonly name: string; readonly share: Share }[] = [];
  const use = {
    atOnce,
    each: <T, R>(things: readonly T[], work: (thing: T) => Promise<R>) => things.map(work),
  } as unknown as LabUse;
  const told: string[] = [];
  const each = exhaustEach(use, cards, part, async ({ kind, name, title }, share) => {
    asked.push({ name, share });
    if (name === lost && share.search !== "control") return undefined as unknown as Exploration;
    return { kind, name, title, manner: { strategy: "exhaustive" }, ...nothingSearched };
  });
  for await (const { found, whole } of each) told.push(`${found.name}${whole ? "" : ", a part"}`);
  return { asked, told };
}

test("one process of one machine makes every share of each, the control first", async () => {
  const { asked, told } = await exhaust({ nth: 1, of: 1 }, 1);
  const words = asked.map(({ name, share: { search, nth, of } }) => `${name} ${search} ${nth}/${of}`);
  const searched = [
    "control 1/1",
    ...["shipped", "faulted"].flatMap((one) => [1, 2, 3, 4].map((nth) => `${one} ${nth}/4`)),
  ];
  expect(words).toEqual(cards.flatMap(({ name }) => searched.map((what) => `${name} ${what}`)));
  expect(told).toEqual(["a-b", "c-d"]);
});

test("together the machines and their processes make each share once, and the control once", async () => {
  const parts = [1, 2, 3].map((nth) => ({ nth, of: 3 }));
  const asked = (await Promise.all(parts.map((part) => exhaust(part, 2)))).flatMap((one) => one.asked);
  const ofOne = asked.flatMap(({ name, share }) => (name === "c-d" ? [share] : []));
  expect(ofOne.filter(({ search }) => search === "control")).toEqual([{ search: "control", nth: 1, of: 1 }]);
  for (const search of ["shipped", "faulted"]) {
    const shares = ofOne.filter((share) => share.search === search);
    const numbers = shares.map(({ nth }) => nth).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: shares[0]!.of }, (_, nth) => nth + 1));
  }
});

test("of what was interrupted that part is told which was done; what comes after it is whole", async () => {
  expect((await exhaust({ nth: 1, of: 1 }, 2, "a-b")).told).toEqual(["a-b, a part", "c-d"]);
});
