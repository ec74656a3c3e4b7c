/** Named means over the runs of a way: how long its stages take, and how long of it this process only waits. */

export class Means {
  readonly #sums = new Map<string, { total: number; times: number }>();

  add(what: string, amount: number): void {
    const sum = this.#sums.get(what) ?? { total: 0, times: 0 };
    this.#sums.set(what, { total: sum.total + amount, times: sum.times + 1 });
  }

  /** 0 when it was never added. */
  mean(what: string): number {
    const sum = this.#sums.get(what);
    return sum === undefined ? 0 : sum.total / sum.times;
  }

  /** Adds how long the stage took, µs. */
  async timed<T>(what: string, stage: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const value = await stage();
    this.add(what, (performance.now() - startedAt) * 1000);
    return value;
  }

  /** Adds how long this process waited meanwhile and how long it was at work, µs. */
  async split<T>(waiting: string, atWork: string, stage: () => Promise<T>): Promise<T> {
    const before = performance.eventLoopUtilization();
    const value = await stage();
    const { idle, active } = performance.eventLoopUtilization(before);
    this.add(waiting, idle * 1000);
    this.add(atWork, active * 1000);
    return value;
  }
}
