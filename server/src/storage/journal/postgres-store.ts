import type { Time } from "../../time.ts";
import type { PostgresAccess, PostgresStatement } from "../postgres/postgres-database.ts";
import {
  JournalConflict,
  JournalDamaged,
  type JournalStore,
  type MatchHead,
  type MatchName,
  orJournalError,
  type OwnedMatch,
  type Position,
  type RetentionPeriods,
  type StoredRows,
} from "./journal.ts";
import { PostgresAppender, resultChecksum, rowChecksum } from "./postgres-appender.ts";

/** Expired matches, and results, that are deleted at a time. */
const DELETED_AT_ONCE = 10;
const HOUR = 3_600_000;

const CREATE = {
  name: "create",
  text: `
WITH created AS (
  INSERT INTO heads (match, code, game, epoch, n, over, changed_at)
  VALUES ($1, $2, $3, 1, cardinality($5::text[]), false, $4) ON CONFLICT DO NOTHING RETURNING match
), written AS (
  INSERT INTO facts (match, n, epoch, text, checksum)
  SELECT created.match, f.n, 1, f.text, f.checksum
  FROM created, unnest($5::text[], $6::bigint[]) WITH ORDINALITY AS f (text, checksum, n)
)
SELECT match FROM created`,
};

/** It waits for an append that is under way: then the rows are read with a statement of its own. */
const RAISE_EPOCH = {
  name: "raise-epoch",
  text: "UPDATE heads SET epoch = epoch + 1, changed_at = $2 WHERE match = $1 RETURNING epoch",
};

/** The head in each row, so that both are of one moment; a match without such rows has one row, without a fact. */
const READ = {
  name: "read",
  text: `
SELECT h.epoch AS head_epoch, h.n AS facts, f.n, f.epoch, f.text, f.checksum
FROM heads h LEFT JOIN facts f ON f.match = h.match AND f.n > $2
WHERE h.match = $1 ORDER BY f.n`,
};

const HEAD = "match, code, game, epoch, over";

const FIND_HEAD = {
  name: "find-head",
  text: `SELECT ${HEAD} FROM heads WHERE match = $1 OR code = $1 ORDER BY match = $1 DESC, id DESC LIMIT 1`,
};

const FIND_HEADS = { name: "find-heads", text: `SELECT ${HEAD} FROM heads WHERE match = ANY ($1::text[])` };

/** Answers with what was taken over alone, which is hardly ever anything: it is asked about all matches of a process. */
const FIND_TAKEN_OVER = {
  name: "find-taken-over",
  text: `
SELECT h.match FROM heads h JOIN unnest($1::text[], $2::integer[]) AS o (match, epoch) ON h.match = o.match
WHERE h.epoch > o.epoch`,
};

const LIST_OTHERS = {
  name: "list-others",
  text: `SELECT ${HEAD} FROM heads WHERE NOT game = ANY ($1::text[]) AND match COLLATE "C" > $2
    ORDER BY match COLLATE "C" LIMIT $3`,
};

const FIND_RESULT = {
  name: "find-result",
  text: "SELECT ended_at, text, checksum FROM results WHERE match = $1",
};

/** Several servers may delete: each takes rows that no other holds. */
const DELETE_MATCHES = {
  name: "delete-matches",
  text: `
WITH expired AS (
  SELECT match FROM heads WHERE over = $1 AND changed_hour <= $2 AND changed_at < $3
  ORDER BY changed_hour LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED
), emptied AS (
  DELETE FROM facts USING expired WHERE facts.match = expired.match
), silenced AS (
  DELETE FROM chat USING expired WHERE chat.match = expired.match
)
DELETE FROM heads USING expired WHERE heads.match = expired.match RETURNING heads.match`,
};

const DELETE_RESULTS = {
  name: "delete-results",
  text: `DELETE FROM results WHERE match IN (
    SELECT match FROM results WHERE ended_at < $1 ORDER BY ended_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED
  ) RETURNING match`,
};

interface ReadRow {
  readonly head_epoch: number;
  readonly facts: number;
  readonly n: number | null;
  readonly epoch: number;
  readonly text: string;
  readonly checksum: number;
}

/** The journal's store in an installation's PostgreSQL database. */
export class PostgresStore implements JournalStore {
  readonly #database: PostgresAccess;
  readonly #appender: PostgresAppender;
  readonly #retention: RetentionPeriods;
  readonly #time: Pick<Time, "now">;

  constructor(database: PostgresAccess, retention: RetentionPeriods, time: Pick<Time, "now" | "nextTurn">) {
    this.#database = database;
    this.#appender = new PostgresAppender(database, time);
    this.#retention = retention;
    this.#time = time;
  }

  async create({ match, code, game }: MatchName, rows: readonly string[]): Promise<void> {
    const checksums = rows.map((text, i) => rowChecksum(match, 1, i + 1, text));
    const values = [match, code, game, this.#time.now(), rows, checksums];
    const created = await orJournalError(match, this.#database.run({ ...CREATE, values }));
    if (created.length === 0) throw new JournalConflict(match, `first fact with code ${code}`);
  }

  async append(
    match: string,
    at: Position,
    rows: readonly string[],
    over: boolean,
    result?: string,
  ): Promise<void> {
    await orJournalError(match, this.#appender.append(match, at, rows, over, result));
  }

  async takeOver(match: string): Promise<StoredRows | null> {
    const values = [match, this.#time.now()];
    const raise = this.#database.run<{ epoch: number }>({ ...RAISE_EPOCH, values });
    const [raised] = await orJournalError(match, raise);
    const stored = raised && (await this.read(match));
    return stored ? { ...stored, epoch: raised.epoch } : null;
  }

  async read(match: string): Promise<StoredRows | null> {
    const found = await this.#read<ReadRow>({ ...READ, values: [match, 0] });
    const [first] = found;
    return first ? { epoch: first.head_epoch, rows: readRows(match, 0, found) } : null;
  }

  async readSince(match: string, n: number): Promise<readonly string[] | null> {
    const found = await this.#read<ReadRow>({ ...READ, values: [match, n] });
    return found.length > 0 ? readRows(match, n, found) : null;
  }

  async findHead(idOrCode: string): Promise<MatchHead | null> {
    const [head] = await this.#read<MatchHead>({ ...FIND_HEAD, values: [idOrCode] });
    return head ?? null;
  }

  /** A damaged result counts as none. */
  async findResult(match: string): Promise<string | null> {
    const [found] = await this.#read<{ ended_at: number; text: string; checksum: number }>({
      ...FIND_RESULT,
      values: [match],
    });
    return found && found.checksum === resultChecksum(match, found.ended_at, found.text) ? found.text : null;
  }

  findHeads(matches: readonly string[]): Promise<MatchHead[]> {
    return this.#read<MatchHead>({ ...FIND_HEADS, values: [matches] });
  }

  listOthers(games: readonly string[], after: string, count: number): Promise<MatchHead[]> {
    return this.#read<MatchHead>({ ...LIST_OTHERS, values: [games, after, count] });
  }

  async findTakenOver(owned: readonly OwnedMatch[]): Promise<string[]> {
    const values = [owned.map(({ match }) => match), owned.map(({ epoch }) => epoch)];
    const taken = await this.#read<{ match: string }>({ ...FIND_TAKEN_OVER, values });
    return taken.map(({ match }) => match);
  }

  async deleteExpired(): Promise<number> {
    const now = this.#time.now();
    const { finished, unfinished, results } = this.#retention;
    const run = (statement: PostgresStatement) => orJournalError("", this.#database.run(statement));
    const deleteMatches = (over: boolean, before: number) =>
      run({ ...DELETE_MATCHES, values: [over, Math.floor(before / HOUR), before] });
    const deleted = [
      await deleteMatches(true, now - finished),
      await deleteMatches(false, now - unfinished),
      await run({ ...DELETE_RESULTS, values: [now - results] }),
    ];
    return deleted.reduce((sum, { length }) => sum + length, 0);
  }

  #read<R extends object>(statement: PostgresStatement): Promise<R[]> {
    return orJournalError("", this.#database.read<R>(statement));
  }
}

/**
 * Checks the rows of a match after its first `since`.
 * @throws `JournalDamaged`
 */
function readRows(match: string, since: number, found: readonly ReadRow[]): string[] {
  const rows = found.filter(({ n }) => n !== null);
  const expected = Math.max(0, (found[0]?.facts ?? 0) - since);
  if (rows.length !== expected) {
    throw new JournalDamaged(match, `${rows.length} rows instead of ${expected}`);
  }
  return rows.map(({ n, epoch, text, checksum }, i) => {
    if (n !== since + i + 1 || checksum !== rowChecksum(match, epoch, n, text)) {
      throw new JournalDamaged(match, `row ${since + i + 1} is damaged`);
    }
    return text;
  });
}
