import { refuse } from "../../refusal.ts";
import { insertInto, required, type SqlDatabase, statement } from "../../storage/sql-database.ts";
import type { DatedFact } from "../facts.ts";

/** Tournaments that one step of `deleteExpired` deletes. */
const DELETED_AT_ONCE = 10;

/** A tournament as the list of all has it. */
export interface TournamentHead {
  readonly id: string;
  readonly organiser: string;
  /** How many there are. */
  readonly facts: number;
  /** When it starts by itself, ms since 1970; 0: it does not. */
  readonly startsAt: number;
  /** ms since 1970; 0: it goes on. */
  readonly endedAt: number;
}

const HEAD = `tournament AS "id", organiser, facts, starts_at AS "startsAt", ended_at AS "endedAt"`;

/**
 * Stores the facts of tournaments. Whoever appends says how many there are: of two that append at the same time, also in two servers, one
 * does. Every method rejects with `RefusalError` `unavailable` while the store is away.
 */
export class TournamentStore {
  readonly #database: SqlDatabase;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Stores a new tournament. Resolves when it is durable. */
  async create(id: string, created: Extract<DatedFact, { type: "created" }>): Promise<void> {
    const { organiser, startsAt } = created.plan;
    const row = {
      tournament: id,
      organiser: organiser.player,
      facts: 1,
      created_at: created.at,
      starts_at: startsAt ?? 0,
      ended_at: 0,
    };
    await this.#run(this.#database.change(insertInto("tournaments", row), this.#insert(id, 1, created)));
  }

  /**
   * Appends facts, all or none. Resolves when they are durable; with `false` if there are not so many before them.
   * @param n how many there are
   */
  append(id: string, n: number, facts: readonly DatedFact[]): Promise<boolean> {
    const ended = facts.find(({ type }) => type === "ended")?.at ?? 0;
    const count = required(
      "UPDATE tournaments SET facts = ?, ended_at = ? WHERE tournament = ? AND facts = ?",
      n + facts.length,
      ended,
      id,
      n,
    );
    return this.#run(
      this.#database.change(count, ...facts.map((fact, i) => this.#insert(id, n + i + 1, fact))),
    );
  }

  /** Notes that a tournament is over whose facts cannot be read, unless it is. No server appends to it any more. @param at ms since 1970 */
  close(id: string, at: number): Promise<unknown> {
    return this.#run(
      this.#database.change(
        statement(
          "UPDATE tournaments SET ended_at = ?, facts = facts + 1 WHERE tournament = ? AND ended_at = 0",
          at,
          id,
        ),
      ),
    );
  }

  /**
   * Reads the facts of a tournament after the first `n`, in order; `null`: it has not so many, as it was deleted.
   * @throws SyntaxError if one is damaged
   */
  async readSince(id: string, n: number): Promise<readonly DatedFact[] | null> {
    const rows = await this.#run(
      this.#database.query<{ fact: string }>(
        "SELECT fact FROM tournament_facts WHERE tournament = ? AND n >= ? ORDER BY n",
        id,
        n,
      ),
    );
    if (rows.length === 0) return null;
    return rows.slice(Math.min(1, n)).map(({ fact }) => JSON.parse(fact) as DatedFact);
  }

  /** Lists those that go on, the oldest first. */
  listOpen(): Promise<TournamentHead[]> {
    const sql = `SELECT ${HEAD} FROM tournaments WHERE ended_at = 0 ORDER BY created_at`;
    return this.#run(this.#database.query<TournamentHead>(sql));
  }

  /** Lists the last ones that are over, the latest first. */
  listEnded(count: number): Promise<TournamentHead[]> {
    const sql = `SELECT ${HEAD} FROM tournaments WHERE ended_at > 0 ORDER BY ended_at DESC LIMIT ?`;
    return this.#run(this.#database.query<TournamentHead>(sql, count));
  }

  /** Deletes a few that ended before a date, ms since 1970. Resolves with whether there were any. */
  async deleteExpired(before: number): Promise<boolean> {
    const heads = await this.#run(
      this.#database.query<Pick<TournamentHead, "id">>(
        `SELECT tournament AS "id" FROM tournaments WHERE ended_at > 0 AND ended_at < ? LIMIT ?`,
        before,
        DELETED_AT_ONCE,
      ),
    );
    for (const { id } of heads) {
      await this.#run(
        this.#database.change(
          statement("DELETE FROM tournaments WHERE tournament = ?", id),
          statement("DELETE FROM tournament_facts WHERE tournament = ?", id),
        ),
      );
    }
    return heads.length > 0;
  }

  #insert(tournament: string, n: number, fact: DatedFact) {
    return insertInto("tournament_facts", { tournament, n, fact: JSON.stringify(fact) });
  }

  async #run<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (error) {
      // The database logs why.
      throw Object.assign(refuse("unavailable"), { cause: error });
    }
  }
}
