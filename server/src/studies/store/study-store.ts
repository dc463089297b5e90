import type { Study, StudyBranch, StudyComment, StudyMark, StudySummary } from "@flower-war/protocol/studies";
import { applyChange } from "@flower-war/protocol/studies";
import { lockPlayer } from "../../players/store/player-store.ts";
import { refuse } from "../../refusal.ts";
import type { Statement } from "../../storage/database/requests.ts";
import { insertInto, required, type SqlDatabase, statement } from "../../storage/sql-database.ts";
import type { Decided, Item, ItemKind, StoredStudy } from "../stored-study.ts";

/** Studies that one step of `deleteExpired` deletes. */
const DELETED_AT_ONCE = 10;

const HEAD = `study AS "id", player, name, match, game, entries, open, line, n AS "at", branches, changes`;

interface Head {
  readonly id: string;
  readonly player: string;
  readonly name: string;
  readonly match: string;
  readonly game: Study["game"];
  readonly entries: number;
  readonly open: Study["open"];
  readonly line: string;
  readonly at: number;
  readonly branches: number;
  readonly changes: number;
}

interface ItemRow {
  readonly item: string;
  readonly kind: ItemKind;
  readonly player: string;
  readonly name: string;
  readonly content: string;
}

/**
 * Stores studies. Whoever changes one says how often it was changed: of two that change it at the same time, also in two servers, one does.
 * Every method rejects with `RefusalError` `unavailable` while the store is away.
 */
export class StudyStore {
  readonly #database: SqlDatabase;

  /** @param database the caller closes it */
  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Stores a new study. Resolves when it is durable; with `false` if its owner was deleted. @param at ms since 1970 */
  create({ study, entries, begun }: StoredStudy, record: string, at: number): Promise<boolean> {
    const { id, owner, match, game, open, position, n } = study;
    const row = {
      study: id,
      player: owner.player,
      name: owner.name,
      match,
      game,
      entries,
      open,
      line: position.line,
      n: position.n,
      branches: begun,
      changes: n,
      created_at: at,
      changed_at: at,
    };
    return this.#run(
      this.#database.change(
        lockPlayer(owner.player),
        insertInto("studies", row),
        insertInto("study_records", { study: id, record }),
      ),
    );
  }

  /** Counts the studies of all. */
  async count(): Promise<number> {
    const sql = "SELECT count(*) AS count FROM studies";
    const [row] = await this.#run(this.#database.query<{ count: number }>(sql));
    return row?.count ?? 0;
  }

  /** Finds how often a study was changed; `null`: there is none. */
  async findChanges(id: string): Promise<number | null> {
    return (await this.listChanges([id])).get(id) ?? null;
  }

  /** Finds how often studies were changed, by their ids; those that do not exist are missing. */
  async listChanges(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#run(
      this.#database.query<Pick<Head, "id" | "changes">>(
        `SELECT study AS "id", changes FROM studies WHERE study IN (${ids.map(() => "?").join(", ")})`,
        ...ids,
      ),
    );
    return new Map(rows.map(({ id, changes }) => [id, changes]));
  }

  /** Reads a study; `null`: there is none. */
  async read(id: string): Promise<StoredStudy | null> {
    for (;;) {
      const head = await this.#readHead(id);
      const items = await this.#run(
        this.#database.query<ItemRow>(
          "SELECT item, kind, player, name, content FROM study_items WHERE study = ? ORDER BY since, item",
          id,
        ),
      );
      // The two are of one moment if nothing was changed between them.
      if (head === null || (await this.findChanges(id)) === head.changes) return head && studyOf(head, items);
    }
  }

  async readRecord(id: string): Promise<string | null> {
    const sql = "SELECT record FROM study_records WHERE study = ?";
    const [row] = await this.#run(this.#database.query<{ record: string }>(sql, id));
    return row?.record ?? null;
  }

  /** Lists a player's studies, the one that was changed last first. */
  list(player: string): Promise<StudySummary[]> {
    const fields = `study AS "id", match, game, changed_at AS "changedAt"`;
    const sql = `SELECT ${fields} FROM studies WHERE player = ? ORDER BY changed_at DESC`;
    return this.#run(this.#database.query<StudySummary>(sql, player));
  }

  /**
   * Stores a change. Resolves when it is durable; with `false` if the study is another one since, or who changes it was deleted.
   * @param by the player who changes it; `null`: an operator
   * @param at ms since 1970
   */
  change(
    { study, begun: before }: StoredStudy,
    { change, begun = before }: Decided,
    by: string | null,
    at: number,
  ): Promise<boolean> {
    const { id, n } = study;
    const after = applyChange(study, change);
    const { position, open } = after;
    const head = required(
      "UPDATE studies SET changes = ?, changed_at = ?, open = ?, line = ?, n = ?, branches = ? WHERE study = ? AND changes = ?",
      n + 1,
      at,
      open,
      position.line,
      position.n,
      begun,
      id,
      n,
    );
    const { branch, step, comment, mark, removed = [] } = change;
    const add = (kind: ItemKind, item: Item | undefined): Statement[] =>
      item ? [insertInto("study_items", { study: id, kind, since: n + 1, ...rowOf(item) })] : [];
    const grown = step && after.branches.find((each) => each.id === step.branch);
    return this.#run(
      this.#database.change(
        ...(by === null ? [] : [lockPlayer(by)]),
        head,
        ...add("branch", branch),
        ...add("comment", comment),
        ...add("mark", mark),
        ...(grown
          ? [
              statement(
                "UPDATE study_items SET content = ? WHERE study = ? AND item = ?",
                rowOf(grown).content,
                id,
                grown.id,
              ),
            ]
          : []),
        ...removed.map((item) => statement("DELETE FROM study_items WHERE study = ? AND item = ?", id, item)),
      ),
    );
  }

  async delete(id: string): Promise<void> {
    const tables = ["studies", "study_records", "study_items"];
    const deletions = tables.map((table) => statement(`DELETE FROM ${table} WHERE study = ?`, id));
    await this.#run(this.#database.change(...deletions));
  }

  /** Deletes a few that were changed last before a date, ms since 1970. Resolves with whether there were any. */
  async deleteExpired(before: number): Promise<boolean> {
    const sql = `SELECT study AS "id" FROM studies WHERE changed_at < ? LIMIT ?`;
    const old = await this.#run(this.#database.query<Pick<Head, "id">>(sql, before, DELETED_AT_ONCE));
    for (const { id } of old) await this.delete(id);
    return old.length > 0;
  }

  async #readHead(id: string): Promise<Head | null> {
    const sql = `SELECT ${HEAD} FROM studies WHERE study = ?`;
    const [head = null] = await this.#run(this.#database.query<Head>(sql, id));
    return head;
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

function rowOf({ id, by, ...content }: Item) {
  return { item: id, player: by.player, name: by.name, content: JSON.stringify(content) };
}

function studyOf(head: Head, rows: readonly ItemRow[]): StoredStudy {
  const { id, player, name, match, game, entries, open, line, at, branches, changes } = head;
  const itemsOf = (wanted: ItemKind): readonly Item[] =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map((row) => ({
        id: row.item,
        by: { player: row.player, name: row.name },
        ...(JSON.parse(row.content) as Omit<StudyComment & StudyBranch & StudyMark, "id" | "by">),
      }));
  return {
    study: {
      id,
      n: changes,
      match,
      game,
      owner: { player, name },
      open,
      position: { line, n: at },
      branches: itemsOf("branch") as readonly StudyBranch[],
      comments: itemsOf("comment") as readonly StudyComment[],
      marks: itemsOf("mark") as readonly StudyMark[],
    },
    entries,
    begun: branches,
  };
}
