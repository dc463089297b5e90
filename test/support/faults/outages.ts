import { setTimeout as sleep } from "node:timers/promises";
import type { Table } from "./table.ts";

/** ms within which every table must play on after a fault. */
const DEADLINE = 120_000;
/** ms from one check of the tables to the next. */
const POLL = 10;

/** Measures for how long faults interrupt play, and fails if a table does not play on. */
export class Outages {
  /** How many faults there were. */
  faults = 0;
  /** ms from each fault to the next accepted command, for each table. */
  readonly gaps: number[] = [];
  /** ms from each deploy until each player was back in their seat. */
  readonly absences: number[] = [];
  /** When the last fault began, or when this was made, ms of `performance.now()`. */
  #lastFault = performance.now();
  readonly #tables: readonly Table[];
  readonly #failed: Promise<never>;

  constructor(tables: readonly Table[]) {
    this.#tables = tables;
    this.#failed = Promise.race(tables.map(({ failed }) => failed));
    this.#failed.catch(() => undefined);
  }

  /** Waits until every table has begun to play. */
  async waitUntilPlaying(): Promise<void> {
    await this.#waitForCommands(() => 0);
  }

  /**
   * Waits until every table has played on after a fault, or has finished. If another fault begins meanwhile, only that
   * one's gaps count.
   * @param faultAt when it began, ms of `performance.now()`
   */
  async waitUntilRecovered(faultAt: number): Promise<void> {
    this.faults += 1;
    this.#lastFault = faultAt;
    await this.#waitForCommands(() => faultAt);
    if (this.#lastFault !== faultAt) return;
    for (const { times } of this.#tables) {
      const next = after(faultAt, times);
      if (next !== Number.POSITIVE_INFINITY) this.gaps.push(Math.round(next - faultAt));
    }
  }

  /**
   * Waits until every player was disconnected by a server that stops and is back, and every table has played on after
   * that. A table that began another match since the last fault, or since this was made, may be in another server: it must only play on.
   * @param faultAt when the server got SIGTERM, ms of `performance.now()`
   */
  async waitUntilMoved(faultAt: number): Promise<void> {
    this.faults += 1;
    const last = this.#lastFault;
    this.#lastFault = faultAt;
    const isElsewhere = ({ histories }: Table) => (histories.at(-1)?.begun ?? 0) > last;
    const droppedAt = ({ drops }: Table) => Math.max(...drops.map((times) => after(faultAt, times)));
    const resumedAt = ({ returns }: Table) => Math.max(...returns.map((times) => after(faultAt, times)));
    await this.#waitForCommands((table) =>
      isElsewhere(table) ? faultAt : Math.max(droppedAt(table), resumedAt(table)),
    );
    for (const table of this.#tables.filter((each) => !isElsewhere(each))) {
      this.gaps.push(Math.round(after(droppedAt(table), table.times) - faultAt));
      this.absences.push(...table.returns.map((times) => Math.round(after(faultAt, times) - faultAt)));
    }
  }

  /** Returns the gap, in ms, that this share of all gaps, from 0 to 1, does not exceed. */
  percentile(share: number): number {
    return percentile(this.gaps, share);
  }

  /** @param since when each table's last accepted command must be later than, ms of `performance.now()` */
  async #waitForCommands(since: (table: Table) => number): Promise<void> {
    const end = performance.now() + DEADLINE;
    for (;;) {
      const stuck = this.#tables.filter(
        (table) => !table.isFinished && (table.times.at(-1) ?? 0) <= since(table),
      );
      if (stuck.length === 0) return;
      if (performance.now() > end)
        throw new Error(
          `a table does not play on: ${JSON.stringify(stuck.map((table) => table.describe()))}`,
        );
      await Promise.race([sleep(POLL), this.#failed]);
    }
  }
}

/** Returns the value that this share of all values, from 0 to 1, does not exceed; rounded. */
export function percentile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return Math.round(inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] ?? 0);
}

/** Returns the first time that is later; infinity if none is. */
function after(since: number, times: readonly number[]): number {
  return times.find((time) => time > since) ?? Number.POSITIVE_INFINITY;
}
