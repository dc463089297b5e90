/**
 * Verifies a record of a game from outside, as a process: `flower-war verify --game` starts it, because the server alone loads such
 * games. It takes `--game <path>`, of which there may be several, and `Given` over its IPC channel. It answers `{ verdict }`, or
 * `{ failure }`, one sentence, if a game cannot be loaded or throws; then it ends.
 */
import { once } from "node:events";
import { type Seen, verifyRecord, type Witness } from "@flower-war/rules";
import { readArguments } from "./arguments.ts";
import { GameError } from "./game-error.ts";
import { nameErrors } from "./games/name-errors.ts";
import { loadGames } from "./games/outside-games.ts";
import { StartError } from "./start-error.ts";

/** The arguments of `verifyRecord` besides the games. */
interface Given {
  readonly text: string;
  readonly seen: Seen | Witness;
  readonly match?: string;
}

const received = once(process, "message");
const answer = await answerTo(async () => ((await received) as [Given])[0]);
process.send?.(answer, () => process.disconnect());

async function answerTo(given: () => Promise<Given>): Promise<object> {
  try {
    const hosted = await loadGames(readArguments().games);
    const all = hosted.map((each) => nameErrors(each).game);
    const games = Object.fromEntries(Map.groupBy(all, (game) => game.name));
    const { text, seen, ...match } = await given();
    return { verdict: verifyRecord(text, seen, { ...match, games }) };
  } catch (error) {
    if (error instanceof StartError) return { failure: error.message };
    if (error instanceof GameError) return { failure: `The record cannot be verified: ${error.message}.` };
    throw error;
  }
}
