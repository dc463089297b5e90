/**
 * Finds what stored matches would meet with other games, as a process that `flower-war game check` starts (journal-program.ts). It
 * answers `ProgramAnswers["check-games"]`.
 */
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import { versionOf } from "@flower-war/rules";
import { isOwn, type HostedGames, versionsOf } from "./games/versions.ts";
import { answerFromJournal } from "./journal-program.ts";
import { readStoredGames, type StoredGame } from "./stored-games.ts";

/** Misfits that are told one by one, of each version. */
const MOST_TOLD = 10;

await answerFromJournal(async (journal, games) =>
  describe(games, await readStoredGames(journal, games, { check: true })),
);

function describe(games: HostedGames, stored: readonly StoredGame[]): ProgramAnswers["check-games"] {
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
