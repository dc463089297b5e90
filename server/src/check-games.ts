/**
 * Finds what stored matches would meet with other games, as a process: `flower-war game check` starts it, because the server alone loads
 * such games. It takes `--game <path>`, of which there may be several, and `Given` over its IPC channel. It answers `Answer`, or
 * `{ failure }`, one sentence, if a game cannot be loaded or the database cannot be read; then it ends. It changes nothing.
 */
import { once } from "node:events";
import { LineSummaries } from "@flower-war/protocol/log";
import { versionOf } from "@flower-war/rules";
import { readArguments } from "./arguments.ts";
import { gamesWith, loadGames } from "./games/outside-games.ts";
import { isOwn, type HostedGames, versionsOf } from "./games/versions.ts";
import { openLog } from "./log.ts";
import { MIGRATIONS } from "./migrations.ts";
import { readStoredGames, type StoredGame } from "./stored-games.ts";
import { StartError } from "./start-error.ts";
import { DatabaseRequestError } from "./storage/database/database.ts";
import { DatabaseFlawError } from "./storage/database/errors.ts";
import { verifyFile } from "./storage/database/verify.ts";
import { journalPlugin } from "./storage/journal/sqlite-log.ts";
import { openDatabase, openJournal } from "./storage/open.ts";
import { PostgresDatabase } from "./storage/postgres/postgres-database.ts";
import { systemTime } from "./time.ts";

/** What is read: a copy of a server's database, which is brought to this version, or a PostgreSQL. */
type Given =
  | { readonly file: string; readonly url?: undefined }
  | { readonly url: string; readonly file?: undefined };

interface Answer {
  /** What was found, for people. */
  readonly lines: readonly string[];
  /** Whether a match would not go on, or a record not verify. */
  readonly breaks: boolean;
}

/** Misfits that are told one by one, of each version. */
const MOST_TOLD = 10;

const received = once(process, "message");
const answer = await answerTo(async () => ((await received) as [Given])[0]);
process.send?.(answer, () => process.disconnect());

async function answerTo(given: () => Promise<Given>): Promise<Answer | { readonly failure: string }> {
  try {
    const games = gamesWith(await loadGames(readArguments().games));
    return describe(games, await readGames(await given(), games));
  } catch (error) {
    if (error instanceof StartError) return { failure: error.message };
    if (error instanceof DatabaseFlawError)
      return { failure: `The file is no whole database of a server (bad-database: ${error.flaw}).` };
    if (error instanceof DatabaseRequestError)
      return { failure: `The database cannot be read: ${error.message}.` };
    throw error;
  }
}

async function readGames({ file, url }: Given, games: HostedGames): Promise<readonly StoredGame[]> {
  const ports = { time: systemTime, log: openLog("silent", new LineSummaries(systemTime)) };
  if (file !== undefined) verifyFile(file, MIGRATIONS, journalPlugin);
  const database =
    file === undefined
      ? await PostgresDatabase.open(url, { migrations: null, log: ports.log })
      : await openDatabase(file, MIGRATIONS, ports);
  const journal = openJournal(database, { ...ports, retention: { finished: 0, unfinished: 0, results: 0 } });
  // It only reads: what is old by now is the server's to delete.
  journal.close();
  try {
    return await readStoredGames(journal, games, { check: true });
  } finally {
    await database.close();
  }
}

function describe(games: HostedGames, stored: readonly StoredGame[]): Answer {
  const lines = stored.flatMap((each) => describeStored(each));
  const unused = [...games.values()]
    .filter(({ game }) => isOwn(game.name))
    .flatMap((hosted) => versionsOf(hosted).slice(1))
    .map(({ game }) => ({ game: game.name, version: versionOf(game) }))
    .filter(({ game, version }) => !stored.some((each) => isOf(each, game, version) && each.open.length > 0));
  const free = unused.map(
    ({ game, version }) => `${game}, version ${version}, is not needed any more: no match of it is in play.`,
  );
  const breaks = stored.some(
    ({ isHere, open, misfits }) => misfits.length > 0 || (!isHere && open.length > 0),
  );
  const verdict = breaks ? "With these games some matches would break." : "Nothing would break.";
  return { lines: [...lines, ...free, verdict], breaks };
}

function isOf(stored: StoredGame, game: string, version: number): boolean {
  return stored.game === game && stored.version === version;
}

function describeStored({ game, version, isHere, open, over, misfits }: StoredGame): string[] {
  const name = `${game}, version ${version}: ${count(open.length)} not over, ${over} over`;
  if (!isHere) {
    const rest = over > 0 ? " Those that are over stay readable, without board and replay." : "";
    return open.length === 0
      ? [`${name}. It is not among these games.${rest}`]
      : [
          `${name}. It is not among these games, so the first could not go on: give its package too, until they are over.${rest}`,
          `  ${few(open).join(", ")}`,
        ];
  }
  if (misfits.length === 0) return [`${name}. All fit.`];
  const told = misfits.map(({ match, over: isOver, reason }) => {
    const what = isOver ? "its record would not verify" : "it would not go on as it was played";
    return `  ${match}: ${what}: ${reason}`;
  });
  return [
    `${name}. ${misfits.length} do not fit these rules: raise game.version, and give the package of version ${version} too.`,
    ...few(told),
  ];
}

function count(matches: number): string {
  return matches === 1 ? "1 match" : `${matches} matches`;
}

/** Returns the first of many, and how many more there are. */
function few(all: readonly string[]): readonly string[] {
  return all.length <= MOST_TOLD ? all : [...all.slice(0, MOST_TOLD), `  and ${all.length - MOST_TOLD} more`];
}
