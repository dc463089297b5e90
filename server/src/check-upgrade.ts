/**
 * Rehearses on stored data what happens when this version starts on it, as a process that `flower-war upgrade` starts
 * (journal-program.ts). It answers `ProgramAnswers["check-upgrade"]`.
 */
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import { answerFromJournal } from "./journal-program.ts";
import { readStoredGames } from "./stored-games.ts";
import { systemTime } from "./time.ts";

await answerFromJournal(
  async (
    journal,
    games,
    { store, from, to, ms, bytes, isCurrent },
  ): Promise<ProgramAnswers["check-upgrade"]> => {
    const [counted] = await store.query<{ count: number }>(
      "SELECT count(*) AS count FROM temple_credentials",
    );
    const rehearsed = { from, to, ms, bytes, temples: counted?.count ?? 0 };
    if (!isCurrent) return { ...rehearsed, matches: null, misfits: [] };
    const began = systemTime.monotonic();
    const damaged: { readonly match: string; readonly reason: string }[] = [];
    const stored = await readStoredGames(journal, games, {
      check: true,
      of: "open",
      noteDamaged: ({ match }) => damaged.push({ match, reason: "what is stored of it is damaged" }),
    });
    const open = stored.reduce((sum, each) => sum + each.open.length, damaged.length);
    const missing = stored
      .filter(({ isHere }) => !isHere)
      .flatMap(({ game, version, open: matches }) =>
        matches.map((match) => ({
          match,
          reason: `there is no ${game} of version ${version}: give its package`,
        })),
      );
    const unfit = stored.flatMap(({ misfits }) => misfits.map(({ match, reason }) => ({ match, reason })));
    const matches = { open, ms: Math.round(systemTime.monotonic() - began) };
    return { ...rehearsed, matches, misfits: [...damaged, ...missing, ...unfit] };
  },
);
