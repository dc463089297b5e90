import { pino } from "pino";
import { FactJournal } from "./fact-journal.ts";
import { JournalConflict, type Keeping, type MatchHead, type MatchName, type Position } from "./journal.ts";
import type { JournalStore, KeptRows } from "./store.ts";

interface Log {
  readonly name: MatchName;
  readonly rows: string[];
  epoch: number;
  over: boolean;
  /** When the last fact was added, ms since 1970. */
  touched: number;
}

/** A store that is gone with the process. */
export class MemoryStore implements JournalStore {
  readonly #logs = new Map<string, Log>();
  readonly #codes = new Map<string, Log>();
  readonly #keeping: Keeping;
  readonly #now: () => number;

  constructor(keeping: Keeping, now: () => number = Date.now) {
    this.#keeping = keeping;
    this.#now = now;
  }

  async create(name: MatchName, rows: readonly string[]): Promise<void> {
    const { match, code } = name;
    if (this.#logs.has(match)) throw new JournalConflict(match, "beginning");
    if (this.#codes.get(code)?.over === false) throw new JournalConflict(match, `code ${code}`);
    const log = { name, rows: [...rows], epoch: 1, over: false, touched: this.#now() };
    this.#logs.set(match, log);
    this.#codes.set(code, log);
  }

  async append(match: string, { epoch, n }: Position, rows: readonly string[], over: boolean): Promise<void> {
    const log = this.#logs.get(match);
    if (log?.epoch !== epoch || log.rows.length !== n) throw new JournalConflict(match, `fact ${n + 1}`);
    log.rows.push(...rows);
    log.over ||= over;
    log.touched = this.#now();
  }

  async takeOver(match: string): Promise<KeptRows | null> {
    const log = this.#logs.get(match);
    if (log) log.epoch += 1;
    return this.read(match);
  }

  async read(match: string): Promise<KeptRows | null> {
    const log = this.#logs.get(match);
    return log ? { epoch: log.epoch, rows: [...log.rows] } : null;
  }

  async headOf(idOrCode: string): Promise<MatchHead | null> {
    const log = this.#logs.get(idOrCode) ?? this.#codes.get(idOrCode);
    return log ? headIn(log) : null;
  }

  async headsOf(matches: readonly string[]): Promise<MatchHead[]> {
    return matches.flatMap((match) => {
      const log = this.#logs.get(match);
      return log ? [headIn(log)] : [];
    });
  }

  async forget(): Promise<number> {
    const { finished, unfinished } = this.#keeping;
    const isOld = ({ over, touched }: Log) => this.#now() - touched > (over ? finished : unfinished);
    const old = [...this.#logs.values()].filter(isOld);
    for (const log of old) {
      this.#logs.delete(log.name.match);
      if (this.#codes.get(log.name.code) === log) this.#codes.delete(log.name.code);
    }
    return old.length;
  }

  async close(): Promise<void> {
    this.#logs.clear();
    this.#codes.clear();
  }
}

function headIn({ name, epoch, over }: Log): MatchHead {
  return { ...name, epoch, over };
}

const FOR_EVER: Keeping = { finished: Number.POSITIVE_INFINITY, unfinished: Number.POSITIVE_INFINITY };

/** A journal that is forgotten with the process, for tests. */
export class MemoryJournal extends FactJournal {
  constructor() {
    super(new MemoryStore(FOR_EVER), pino({ level: "silent" }));
  }
}
