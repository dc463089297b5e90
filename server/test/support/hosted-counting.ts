import { type SchemaType, schema, t } from "@colyseus/schema";
import type { HostedGame } from "../../src/games/hosted-game.ts";
import { MatchState } from "../../src/match/state.ts";
import { type Counting, countingGame } from "./counting-game.ts";

const CountingTable = schema({ sum: t.uint8().default(0), turn: t.string().default("") }, "CountingTable");
const CountingState = MatchState.extend({ table: t.ref(CountingTable) }, "CountingMatch");
type CountingState = SchemaType<typeof CountingState>;

/** The smallest game as the match room plays it. It has nothing to hide, and a bead in any slot adds 1. */
export const hostedCounting: HostedGame<Counting, CountingState> = {
  game: countingGame,
  newState: () => new CountingState(),
  project: ({ sum, turn }, { table }) => void table.assign({ sum, turn }),
  hand: () => [],
  easyBot: () => ({ type: "add", by: 1 }),
  temple: {
    bead: () => ({ type: "add", by: 1 }),
    window: ({ turn }) => turn,
    display: ({ turn }) => ({
      turn: 1,
      seat: turn,
      step: "sacrifice",
      open: { h: true, t: true },
      left: 1,
      offerings: { h: 0, t: 0 },
      apocalypse: { state: "none", count: 0, of: 13, ruling: null },
    }),
  },
};
