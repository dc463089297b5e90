import { setTimeout as sleep } from "node:timers/promises";
import type { Table } from "./table.ts";

/** ms in which every table must have gone on after a fault. */
const PATIENCE = 40_000;

/** What faults cost those who play. */
export class Outages {
  faults = 0;
  /** ms from each fault to the next accepted command, for each table. */
  readonly gaps: number[] = [];
  /** When the last fault struck. */
  #last = 0;
  readonly #tables: readonly Table[];

  constructor(tables: readonly Table[]) {
    this.#tables = tables;
  }

  /** Waits until every table plays. */
  async begin(): Promise<void> {
    await this.#goOn(performance.now());
  }

  /**
   * Waits until every table has gone on after a fault, or has finished. If another strikes meanwhile, that one's gap
   * counts.
   * @param struck when it struck, ms of `performance.now()`
   */
  async over(struck: number): Promise<void> {
    this.faults += 1;
    this.#last = struck;
    await this.#goOn(struck);
    if (this.#last !== struck) return;
    for (const { times } of this.#tables) {
      const next = times.find((time) => time > struck);
      if (next !== undefined) this.gaps.push(Math.round(next - struck));
    }
  }

  /** The gap, in ms, that this share of all does not exceed. */
  percentile(share: number): number {
    const inOrder = this.gaps.toSorted((a, b) => a - b);
    return Math.round(inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] ?? 0);
  }

  /** How the tables stand that do not go on. */
  #describe(since: number): string {
    const stuck = this.#tables.filter((table) => !goneOn(table, since));
    return JSON.stringify(stuck.map(({ standing }) => standing));
  }

  async #goOn(since: number): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!this.#tables.every((table) => goneOn(table, since))) {
      if (performance.now() > end) throw new Error(`a table does not go on: ${this.#describe(since)}`);
      await Promise.race([sleep(5), ...this.#tables.map(({ failed }) => failed)]);
    }
  }
}

const goneOn = ({ finished, times }: Table, since: number): boolean =>
  finished || (times.at(-1) ?? 0) > since;
