import { mkdtempDisposableSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyMatch, openStored } from "../stored-copies.ts";
import type { End, Sleepers } from "./sleepers.ts";

/** Matches that sleep in the database of a lone server. */
export class SqliteSleepers implements Sleepers {
  readonly servers = 1;
  readonly #folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-sleeping-"));

  get environment(): NodeJS.ProcessEnv {
    return { DATA_DIR: this.#folder.path };
  }

  /** Bytes of the database. */
  get stored(): number {
    return statSync(this.#file).size;
  }

  get #file(): string {
    return join(this.#folder.path, "flower-war.db");
  }

  async copy(copies: number): Promise<void> {
    copyMatch(this.#file, { copies, isOver: false });
    using database = openStored(this.#file);
    database.exec(`INSERT INTO wakes (match, due_at)
      SELECT heads.match, wakes.due_at FROM heads JOIN wakes WHERE heads.match LIKE 'copy%'`);
  }

  async bringForward(ends: readonly End[]): Promise<void> {
    using database = openStored(this.#file);
    const { ended } = database
      .prepare("SELECT due_at + 1500 AS ended FROM wakes WHERE match NOT LIKE 'copy%'")
      .get() as { ended: number };
    const facts = database.prepare(`UPDATE facts SET (at, text, crc) = (
        SELECT at, text, checksum(match, n, at, text)
        FROM (SELECT at + :by AS at, json_set(text, '$.at', at + :by) AS text)
      ) WHERE match = (SELECT id FROM heads WHERE heads.match = :match)`);
    const wakes = database.prepare("UPDATE wakes SET due_at = due_at + :by WHERE match = :match");
    database.exec("BEGIN; DELETE FROM downtimes; DELETE FROM heartbeats");
    for (const { match, at } of ends)
      for (const change of [facts, wakes]) change.run({ match, by: BigInt(at - ended) });
    database.exec("COMMIT");
  }

  async readFollowed({ match, at }: End): Promise<{ at: number; downtime: number } | null> {
    using database = openStored(this.#file);
    const entry = database
      .prepare(`SELECT text ->> 'at' AS at FROM facts WHERE text ->> 'type' = 'entry' AND at > :from
        AND match = (SELECT id FROM heads WHERE heads.match = :match) ORDER BY n LIMIT 1`)
      .get({ match, from: at - 1000 }) as { at: number } | undefined;
    if (entry === undefined) return null;
    const { downtime } = database
      .prepare("SELECT coalesce(sum(ended_at - began_at), 0) AS downtime FROM downtimes WHERE ended_at <= ?")
      .get(entry.at) as { downtime: number };
    return { at: entry.at, downtime };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#folder.remove();
  }
}
