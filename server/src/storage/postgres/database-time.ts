import type { Logger } from "pino";
import type { Cancel, ServerTime, Time } from "../../time.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** ms between two measurements. */
const INTERVAL = 2_000;
/** ms between this machine's clock and the database's that are worth an operator's attention. */
const NOTABLE = 500;
/** ms that a measurement may be wrong by and still count. */
const MOST_DOUBT = 1_000;

const NOW = {
  name: "now",
  text: "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
  values: [],
};

/**
 * The time that all servers of a PostgreSQL have in common: its own. What one of them writes another compares with its time, and
 * their machines' clocks may differ. Timers and `monotonic` are the machine's.
 */
export class DatabaseTime implements ServerTime {
  readonly #machine: ServerTime;
  /** ms that the database's clock is ahead of this machine's. */
  #ahead = 0;
  #isNotable = false;
  /** Sets each timer of `at` again. */
  readonly #alarms = new Set<() => void>();
  #cancel: Cancel = () => {};

  readonly now = (): number => this.#machine.now() + this.#ahead;
  readonly monotonic: Time["monotonic"];
  readonly after: Time["after"];
  readonly every: Time["every"];
  readonly nextTurn: Time["nextTurn"];
  readonly onStandstill: ServerTime["onStandstill"];

  /** It is the machine's until `follow`. */
  constructor(machine: ServerTime) {
    this.#machine = machine;
    this.monotonic = machine.monotonic;
    this.after = (ms, call, options) => machine.after(ms, call, options);
    this.every = (ms, call, options) => machine.every(ms, call, options);
    this.nextTurn = machine.nextTurn;
    this.onStandstill = (call) => machine.onStandstill(call);
  }

  /** ms that the database's clock is ahead of this machine's. */
  get ahead(): number {
    return this.#ahead;
  }

  readonly at = (when: number, call: () => void): Cancel => {
    let cancel: Cancel = () => {};
    const fire = (): void => {
      this.#alarms.delete(set);
      call();
    };
    const set = (): void => {
      cancel();
      cancel = this.#machine.at(when - this.#ahead, fire);
    };
    this.#alarms.add(set);
    set();
    return () => {
      this.#alarms.delete(set);
      cancel();
    };
  };

  /** Measures now and again from then on. Resolves after the first measurement, which the log tells of if the clocks differ much. */
  async follow(database: Pick<PostgresDatabase, "read">, log: Logger): Promise<void> {
    const measure = async () => {
      try {
        await this.#measure(database);
        this.#tell(log);
      } catch {
        // The database logs why. The last measurement stands.
      }
    };
    const next = () => {
      this.#cancel = this.#machine.after(INTERVAL, () => void measure().finally(next), { background: true });
    };
    await measure();
    next();
  }

  stop(): void {
    this.#cancel();
  }

  /** The answer lies between question and arrival: what is within that span is as good as any other, and stays. */
  async #measure(database: Pick<PostgresDatabase, "read">): Promise<void> {
    const asked = this.#machine.now();
    const begun = this.#machine.monotonic();
    const [row] = await database.read<{ now: number }>(NOW);
    const took = this.#machine.monotonic() - begun;
    if (row === undefined || took > MOST_DOUBT) return;
    const most = row.now - asked;
    const least = most - took;
    const ahead = Math.round(Math.min(most, Math.max(least, this.#ahead)));
    if (ahead === this.#ahead) return;
    this.#ahead = ahead;
    for (const set of this.#alarms) set();
  }

  #tell(log: Logger): void {
    const isNotable = Math.abs(this.#ahead) >= NOTABLE;
    if (isNotable === this.#isNotable) return;
    this.#isNotable = isNotable;
    if (isNotable) log.warn({ ms: this.#ahead }, "machine's clock differs from the database's, which counts");
    else log.info({ ms: this.#ahead }, "machine's clock agrees with the database's again");
  }
}
