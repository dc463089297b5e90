import type { DatabaseContents } from "@flower-war/protocol/operator";
import type { Database } from "./database/database.ts";
import type { Row } from "./database/requests.ts";

/** Each count reads an index alone, so that requests behind it hardly wait. */
const CONTENTS = `
  SELECT
    (SELECT count(*) FROM heads WHERE over = 0) AS running,
    (SELECT count(*) FROM heads WHERE over = 1 AND match NOT IN (SELECT match FROM results))
      + (SELECT count(*) FROM results) AS finished,
    (SELECT count(*) FROM temple_credentials) AS temples,
    (SELECT count(*) FROM players) AS players,
    max(
      ifnull((SELECT at FROM facts ORDER BY id DESC LIMIT 1), 0),
      ifnull((SELECT max(ended) FROM results), 0),
      ifnull((SELECT max(seen_at) FROM players), 0)
    ) AS written`;

/** Reads what the server's database holds now. @throws `DatabaseRequestError` */
export async function readContents(database: Database): Promise<DatabaseContents> {
  const [row] = await database.query(CONTENTS);
  return contentsOf(row ?? {});
}

/** Reads what another file holds; `null`: it cannot be read, or another version of the server wrote it. */
export async function readContentsOf(database: Database, file: string): Promise<DatabaseContents | null> {
  const row = await database.readFrom(file, CONTENTS).catch(() => null);
  return row && contentsOf(row);
}

function contentsOf(row: Row): DatabaseContents {
  const { running, finished, temples, players, written } = row;
  return {
    matches: { running: Number(running), finished: Number(finished) },
    temples: Number(temples),
    players: Number(players),
    writtenAt: Number(written) || null,
  };
}
