import type { DatabaseSync } from "node:sqlite";
import type { DamagedRows } from "../database/plugin.ts";

/* What becomes of the journal when a damaged file is recovered (../database/recovery.ts). */

/** More epochs than a match has: no room of before may write into a match whose epoch was lost. */
export const UNKNOWN_EPOCH = 1_000_000;

/** Restores the heads that were lost of matches whose first fact was not: it says what the match is. */
const RESTORE_HEADS = `
  WITH created AS (
    SELECT match AS id, CASE WHEN json_valid(text) THEN text -> '$.plan' END AS plan FROM facts
    WHERE n = 1 AND match NOT IN (SELECT id FROM heads) AND crc = checksum(match, n, at, text)
  ), lost AS (
    SELECT id, plan ->> '$.match' AS match, plan ->> '$.code' AS code, plan ->> '$.game' AS game,
      (SELECT count(*) FROM facts WHERE facts.match = created.id) AS n,
      EXISTS (SELECT 1 FROM results WHERE results.match = plan ->> '$.match') OR EXISTS (
        SELECT 1 FROM facts WHERE facts.match = created.id
          AND CASE WHEN json_valid(text) THEN text ->> '$.type' END IN ('ended', 'given-up')
      ) AS over,
      (SELECT max(at) FROM facts WHERE facts.match = created.id) AS touched
    FROM created
  )
  INSERT OR IGNORE INTO heads (id, match, code, game, epoch, n, over, touched, crc)
    SELECT id, match, code, game, ${UNKNOWN_EPOCH}, n, over, touched,
      checksum(match, code, game, ${UNKNOWN_EPOCH}, n, over, touched)
    FROM lost WHERE typeof(match) = 'text' AND typeof(code) = 'text' AND typeof(game) = 'text'`;

/**
 * Marks the matches of which not every fact was recovered, and deletes damaged facts. Which facts there were is known from the
 * damaged file's index, as far as that can be read.
 */
export function markLosses(target: DatabaseSync, damaged: DamagedRows): void {
  target.exec("CREATE TEMP TABLE named (match INTEGER, n INTEGER, PRIMARY KEY (match, n)) WITHOUT ROWID");
  const insert = target.prepare("INSERT OR IGNORE INTO named VALUES (?, ?)");
  const isComplete = damaged.readOrdered(
    "SELECT match, n FROM facts INDEXED BY facts_by_match",
    ["match", "n"],
    ({ match, n }) => insert.run(match ?? null, n ?? null),
  );
  target.exec(`
    CREATE TEMP TABLE bad AS SELECT id, match, n FROM facts WHERE crc <> checksum(match, n, at, text);
    ${RESTORE_HEADS};
    DELETE FROM facts WHERE id IN (SELECT id FROM bad) OR match NOT IN (SELECT id FROM heads);
    ${isComplete ? "DELETE FROM bad WHERE NOT EXISTS (SELECT 1 FROM named WHERE named.match = bad.match AND named.n = bad.n);" : ""}
    UPDATE heads SET crc = -1
      WHERE id IN (SELECT match FROM bad)
        OR (SELECT count(*) FROM named WHERE named.match = heads.id)
          > (SELECT count(*) FROM facts WHERE facts.match = heads.id);
    DROP TABLE temp.named;
    DROP TABLE temp.bad;`);
}
