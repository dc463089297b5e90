/**
 * Measures how long people took for their decisions in stored matches, as a process that `flower-war game pace` starts
 * (journal-program.ts). It answers `ProgramAnswers["measure-pace"]`, in which no person and no match is named.
 */
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import { answerFromJournal } from "./journal-program.ts";
import { readPace } from "./stored-pace.ts";

type Answer = ProgramAnswers["measure-pace"];

await answerFromJournal(async (journal, games): Promise<Answer> => {
  const paces = await readPace(journal, games);
  const measured = [...paces].map(([game, { matches, decisions }]) => {
    const seconds = [...decisions].map(([decision, all]) => [decision, measure(all)] as const);
    return [game, { matches, seconds: Object.fromEntries(seconds) }] as const;
  });
  return { games: Object.fromEntries(measured) };
});

/** @param all ms, in any order; not none */
function measure(all: readonly number[]): Answer["games"][string]["seconds"][string] {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0) / 100) / 10;
  return { decisions: all.length, p10: at(0.1), median: at(0.5), p90: at(0.9) };
}
