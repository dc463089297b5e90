import { pino } from "pino";
import type { Time } from "../../time.ts";
import { FactJournal } from "./fact-journal.ts";
import {
  JournalConflict,
  type MatchHead,
  type OwnedMatch,
  type MatchName,
  type Position,
  type RetentionPeriods,
} from "./journal.ts";
import type { JournalStore, StoredRows } from "./store.ts";

interface Log {
  readonly name: MatchName;
  readonly rows: string[];
  epoch: number;
  over: boolean;
  /** When the last row was appended, ms since 1970. */
  changedAt: number;
}

/** A store in the memory of this process. */
export class MemoryStore implements JournalStore {
  readonly #logs = new Map<string, Log>();
  readonly #codes = new Map<string, Log>();
  readonly #results = new Map<string, { readonly text: string; readonly endedAt: number }>();
  readonly #retention: RetentionPeriods;
  readonly #time: Pick<Time, "now">;

  constructor(retention: RetentionPeriods, time: Pick<Time, "now">) {
    this.#retention = retention;
    this.#time = time;
  }

  async create(name: MatchName, rows: readonly string[]): Promise<void> {
    const { match, code } = name;
    if (this.#logs.has(match)) throw new JournalConflict(match, "first fact");
    if (this.#codes.get(code)?.over === false) throw new JournalConflict(match, `code ${code}`);
    const log = { name, rows: [...rows], epoch: 1, over: false, changedAt: this.#time.now() };
    this.#logs.set(match, log);
    this.#codes.set(code, log);
  }

  async append(
    match: string,
    { epoch, n }: Position,
    rows: readonly string[],
    over: boolean,
    result?: string,
  ): Promise<void> {
    const log = this.#logs.get(match);
    if (log?.epoch !== epoch || log.rows.length !== n) throw new JournalConflict(match, `fact ${n + 1}`);
    log.rows.push(...rows);
    log.over ||= over;
    log.changedAt = this.#time.now();
    if (result !== undefined) this.#results.set(match, { text: result, endedAt: log.changedAt });
  }

  async takeOver(match: string): Promise<StoredRows | null> {
    const log = this.#logs.get(match);
    if (log) [log.epoch, log.changedAt] = [log.epoch + 1, this.#time.now()];
    return this.read(match);
  }

  async read(match: string): Promise<StoredRows | null> {
    const log = this.#logs.get(match);
    return log ? { epoch: log.epoch, rows: [...log.rows] } : null;
  }

  async readSince(match: string, n: number): Promise<readonly string[] | null> {
    return this.#logs.get(match)?.rows.slice(n) ?? null;
  }

  async findHead(idOrCode: string): Promise<MatchHead | null> {
    const log = this.#logs.get(idOrCode) ?? this.#codes.get(idOrCode);
    return log ? headOf(log) : null;
  }

  async findResult(match: string): Promise<string | null> {
    return this.#results.get(match)?.text ?? null;
  }

  async findHeads(matches: readonly string[]): Promise<MatchHead[]> {
    return matches.flatMap((match) => {
      const log = this.#logs.get(match);
      return log ? [headOf(log)] : [];
    });
  }

  async findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]> {
    const wasTaken = ({ match, epoch }: OwnedMatch) => (this.#logs.get(match)?.epoch ?? 0) > epoch;
    return owned.filter(wasTaken).map(({ match }) => match);
  }

  async deleteExpired(): Promise<number> {
    const { finished, unfinished, results } = this.#retention;
    const isExpired = ({ over, changedAt }: Log) =>
      this.#time.now() - changedAt > (over ? finished : unfinished);
    const expired = [...this.#logs.values()].filter(isExpired);
    for (const log of expired) {
      this.#logs.delete(log.name.match);
      if (this.#codes.get(log.name.code) === log) this.#codes.delete(log.name.code);
    }
    const old = [...this.#results].filter(([, { endedAt }]) => this.#time.now() - endedAt > results);
    for (const [match] of old) this.#results.delete(match);
    return expired.length + old.length;
  }

  async close(): Promise<void> {
    this.#logs.clear();
    this.#codes.clear();
    this.#results.clear();
  }
}

function headOf({ name, epoch, over }: Log): MatchHead {
  return { ...name, epoch, over };
}

const FOREVER: RetentionPeriods = {
  finished: Number.POSITIVE_INFINITY,
  unfinished: Number.POSITIVE_INFINITY,
  results: Number.POSITIVE_INFINITY,
};

/** A journal in the memory of this process, for tests and for servers that store nothing. */
export class MemoryJournal extends FactJournal {
  constructor(time: Time) {
    super(new MemoryStore(FOREVER, time), time, pino({ level: "silent" }));
  }
}
