import { setTimeout as sleep } from "node:timers/promises";
import type { Table } from "./table.ts";

/** ms in which every table must have gone on after a fault. */
const PATIENCE = 40_000;
/** ms from one look at the tables to the next. */
const POLL = 10;

/** What faults cost those who play. */
export class Outages {
  faults = 0;
  /** ms from each fault to the next accepted command, for each table. */
  readonly gaps: number[] = [];
  /** ms from each deploy until a player was back in the seat, for each player. */
  readonly absences: number[] = [];
  /** When the last fault struck. */
  #last = Number.POSITIVE_INFINITY;
  readonly #tables: readonly Table[];
  readonly #failed: Promise<never>;

  constructor(tables: readonly Table[]) {
    this.#tables = tables;
    this.#failed = Promise.race(tables.map(({ failed }) => failed));
    this.#failed.catch(() => undefined);
  }

  /** Waits until every table plays. */
  async begin(): Promise<void> {
    await this.#goOn(() => 0);
  }

  /**
   * Waits until every table has gone on after a fault, or has finished. If another strikes meanwhile, that one's gap
   * counts.
   * @param struck when it struck, ms of `performance.now()`
   */
  async over(struck: number): Promise<void> {
    this.faults += 1;
    this.#last = struck;
    await this.#goOn(() => struck);
    if (this.#last !== struck) return;
    for (const { times } of this.#tables) {
      const next = after(struck, times);
      if (next !== Number.POSITIVE_INFINITY) this.gaps.push(Math.round(next - struck));
    }
  }

  /**
   * Waits until every player was sent on by a server that stops, and is back, and every table has gone on after that.
   * Who began another match since the last time may sit in another server: that table must only go on.
   * @param struck when the server was told to stop, ms of `performance.now()`
   */
  async moved(struck: number): Promise<void> {
    this.faults += 1;
    const last = this.#last;
    this.#last = struck;
    const isElsewhere = ({ histories }: Table) => (histories.at(-1)?.begun ?? 0) > last;
    const sentOn = ({ drops }: Table) => Math.max(...drops.map((times) => after(struck, times)));
    const allBack = ({ returns }: Table) => Math.max(...returns.map((times) => after(struck, times)));
    await this.#goOn((table) => (isElsewhere(table) ? struck : Math.max(sentOn(table), allBack(table))));
    for (const table of this.#tables.filter((each) => !isElsewhere(each))) {
      this.gaps.push(Math.round(after(sentOn(table), table.times) - struck));
      this.absences.push(...table.returns.map((times) => Math.round(after(struck, times) - struck)));
    }
  }

  /** The gap, in ms, that this share of all does not exceed. */
  percentile(share: number): number {
    return percentile(this.gaps, share);
  }

  /** How the tables stand that do not go on. */
  #describe(stuck: readonly Table[]): string {
    return JSON.stringify(stuck.map(({ standing }) => standing));
  }

  /** @param since what each table's last accepted command must be later than, ms of `performance.now()` */
  async #goOn(since: (table: Table) => number): Promise<void> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const stuck = this.#tables.filter(
        (table) => !table.finished && (table.times.at(-1) ?? 0) <= since(table),
      );
      if (stuck.length === 0) return;
      if (performance.now() > end) throw new Error(`a table does not go on: ${this.#describe(stuck)}`);
      await Promise.race([sleep(POLL), this.#failed]);
    }
  }
}

/** The value that this share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return Math.round(inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] ?? 0);
}

/** The first of these times that is later; none is: infinite. */
const after = (since: number, times: readonly number[]): number =>
  times.find((time) => time > since) ?? Number.POSITIVE_INFINITY;
