/**
 * Two guests want the last room at once. The stockroom looks at the night meanwhile, twice: so both have asked before either
 * can write, and there is time to see what one has written before the other does.
 */
import { table, type Story } from "../../harness/shop/scenario.ts";

/** How each of the two was answered. */
interface Answers {
  readonly a: string;
  readonly b: string;
}

/** Tells the table of steps, and returns the first guest's order. */
export async function lastRoom({ shop, hotel, stockroom, time, note }: Story, answers: Answers) {
  const rows: (string | number)[][] = [["step", "available", "holds"]];
  const observe = async (step: string): Promise<void> => {
    const { available, holds } = await hotel.night();
    rows.push([step, available, holds]);
  };
  const first = stockroom.look().expect("done");
  await time.pass(1);
  const a = shop.order({ user: "guest-a" }).expect(answers.a);
  await time.pass(1);
  await observe("A has asked, and waits");
  const second = stockroom.look().expect("done");
  await time.pass(1);
  const b = shop.order({ user: "guest-b" }).expect(answers.b);
  await time.pass(1);
  await observe("B has asked, and waits");
  await first;
  const { outcome } = await a;
  await observe(`A is answered ${outcome}`);
  await second;
  await observe(`B is answered ${(await b).outcome}`);
  for (const row of table(rows)) note(row);
  return a;
}
