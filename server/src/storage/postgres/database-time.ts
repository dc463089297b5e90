import type { Logger } from "pino";
import { type Cancel, repeat, type ServerTime, type SteadyTime, steadyTime, type Time } from "../../time.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** ms between two measurements. */
const INTERVAL = 2_000;
/** ms between this machine's clock and the database's that are worth an operator's attention. */
const NOTABLE = 500;
/** ms that a measurement may be wrong by and still count. */
const MOST_DOUBT = 1_000;
/** ms that the first one should not be wrong by, and how often it is tried. */
const FIRST = { doubt: 50, tries: 5 };

const NOW = {
  name: "now",
  text: "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
  values: [],
};

/**
 * The time that all servers of a PostgreSQL have in common: its own. What one of them writes another compares with its time, and
 * their machines' clocks may differ. Timers are the machine's, and its wall clock counts for nothing. `steady` is the database's time as it
 * was at the start: it does not follow when the database's clock is set, as `now` does.
 */
export class DatabaseTime implements ServerTime {
  readonly #machine: ServerTime;
  /** ms that the database's clock is ahead of this machine's `steady`. */
  #ahead: number;
  /** The same, at the start. */
  #firstAhead: number;
  #isNotable = false;
  #stop: Cancel = () => {};

  readonly now = (): number => this.#machine.steady.now() + this.#ahead;
  readonly steady: SteadyTime;
  readonly monotonic: Time["monotonic"];
  readonly after: Time["after"];
  readonly every: Time["every"];
  readonly nextTurn: Time["nextTurn"];
  readonly onStandstill: ServerTime["onStandstill"];

  /** It is the machine's until `follow`. */
  constructor(machine: ServerTime) {
    this.#machine = machine;
    this.#ahead = machine.now() - machine.steady.now();
    this.#firstAhead = this.#ahead;
    this.steady = steadyTime(machine, () => machine.steady.now() + this.#firstAhead);
    this.monotonic = machine.monotonic;
    this.after = (ms, call, options) => machine.after(ms, call, options);
    this.every = (ms, call, options) => machine.every(ms, call, options);
    this.nextTurn = machine.nextTurn;
    this.onStandstill = (call) => machine.onStandstill(call);
  }

  /** ms that the database's clock is ahead of this machine's. */
  get ahead(): number {
    return this.now() - this.#machine.now();
  }

  /** Measures now and again from then on. Resolves after the first measurement, which the log tells of if the clocks differ much. */
  async follow(database: Pick<PostgresDatabase, "read">, log: Logger): Promise<void> {
    const measure = async (): Promise<number> => {
      try {
        const took = await this.#measure(database);
        this.#tell(log);
        return took;
      } catch {
        // The database logs why. The last measurement stands.
        return 0;
      }
    };
    for (let i = 0; i < FIRST.tries && (await measure()) > FIRST.doubt; i++);
    this.#firstAhead = this.#ahead;
    this.#stop = repeat(this.#machine, INTERVAL, () => measure().then(() => INTERVAL));
  }

  stop(): void {
    this.#stop();
  }

  /**
   * The answer lies between question and arrival: what is within that span is as good as any other, and stays. Resolves with the length
   * of the span in ms.
   */
  async #measure(database: Pick<PostgresDatabase, "read">): Promise<number> {
    const asked = this.#machine.steady.now();
    const [row] = await database.read<{ now: number }>(NOW);
    const took = this.#machine.steady.now() - asked;
    if (row === undefined || took > MOST_DOUBT) return took;
    const most = row.now - asked;
    this.#ahead = Math.round(Math.min(most, Math.max(most - took, this.#ahead)));
    return took;
  }

  #tell(log: Logger): void {
    const { ahead: ms } = this;
    const isNotable = Math.abs(ms) >= NOTABLE;
    if (isNotable === this.#isNotable) return;
    this.#isNotable = isNotable;
    if (isNotable) log.warn({ ms }, "machine's clock differs from the database's, which counts");
    else log.info({ ms }, "machine's clock agrees with the database's again");
  }
}
