import { readReplay } from "@flower-war/client-sdk/replay";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { personOf } from "../session/finished-match.ts";
import flowerWar from "./fixtures/replays/flower-war.jsonl?raw";
import spaceAztecs from "./fixtures/replays/space-aztecs.jsonl?raw";
import tieqchieq from "./fixtures/replays/tieqchieq.jsonl?raw";

const RECORDS = { "flower-war": flowerWar, "space-aztecs": spaceAztecs, tieqchieq };
const NAMES = ["Citlali", "Marisol", "Jun", "Ocelot"];

/** A game of which the gallery has a finished match. */
export type FinishedGame = keyof typeof RECORDS;

const read = new Map<FinishedGame, Promise<ReplayedMatch>>();

/** Reads the gallery's finished match of a game, which seeded bots played. */
export function finishedMatch(game: FinishedGame): Promise<ReplayedMatch> {
  const known = read.get(game) ?? readFixture(game);
  read.set(game, known);
  return known;
}

async function readFixture(game: FinishedGame): Promise<ReplayedMatch> {
  const replay = await readReplay(RECORDS[game]);
  const people = replay.seats.map(({ seat }, i) => personOf({ seat, kind: "human", name: NAMES[i] ?? "" }));
  return { id: replay.match, record: RECORDS[game], replay, code: "A346", people };
}
