import { type SchemaType, schema, t } from "@colyseus/schema";
import type { HostedGame } from "../../src/games/hosted-game.ts";
import { matchFields } from "@flower-war/protocol/server";
import { type Counting, countingGame } from "./counting-game.ts";

const CountingTable = schema({ sum: t.uint8().default(0), turn: t.string().default("") }, "CountingTable");
const CountingState = schema({ ...matchFields(), table: t.ref(CountingTable) }, "CountingMatch");
type CountingState = SchemaType<typeof CountingState>;

/** The counting game as the server hosts it. It hides nothing, and a bead in either slot adds 1. */
export const hostedCounting: HostedGame<Counting, CountingState> = {
  game: countingGame,
  newState: () => new CountingState(),
  write: ({ sum, turn }, { table }) => void table.assign({ sum, turn }),
  packHand: () => [],
  easyBot: () => ({ type: "add", by: 1 }),
  temple: {
    bead: () => ({ type: "add", by: 1 }),
    window: ({ turn }) => turn,
    display: ({ turn }) => ({
      turn: 1,
      seat: turn,
      winner: null,
      step: "sacrifice",
      open: { h: true, t: true },
      left: 1,
      offerings: { h: 0, t: 0 },
      apocalypse: { state: "none", count: 0, of: 13, ruling: null },
    }),
  },
};
