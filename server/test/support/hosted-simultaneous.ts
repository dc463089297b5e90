import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Game } from "@flower-war/rules";
import type { HostedGame } from "../../src/games/hosted-game.ts";
import { matchFields } from "@flower-war/protocol/server";

/** A minimal game in which two seats decide at the same time: a round ends when both played `done`; three rounds. */
interface Simultaneous {
  options: object;
  seat: "a" | "b";
  state: { readonly round: number; readonly awaited: readonly ("a" | "b")[] };
  view: { readonly round: number; readonly awaited: readonly ("a" | "b")[] };
  command: { readonly type: "done" };
  event: { readonly type: "done"; readonly seat: "a" | "b" };
  refusal: "not-seated" | "not-your-decision";
  decision: "done";
  outcome: { readonly rounds: number };
}

const ROUNDS = 3;
const BOTH = ["a", "b"] as const;

const game: Game<Simultaneous> = {
  name: "simultaneous",
  seats: { min: 2, max: 2, default: 2 },
  seatsFor: () => BOTH,
  options: {},
  setup: () => ({ round: 1, awaited: BOTH }),
  awaiting: ({ awaited }) => awaited.map((seat) => ({ seat, decision: "done" })),
  legal: ({ awaited }, seat) => (awaited.includes(seat) ? [{ type: "done" }] : []),
  decide(state, seat) {
    if (seat === null) return { refused: "not-seated" };
    if (!state.awaited.includes(seat)) return { refused: "not-your-decision" };
    const done = { type: "done", seat } as const;
    return { command: { type: "done" }, events: [done], state: this.evolve(state, done) };
  },
  evolve({ round, awaited }, { seat }) {
    const left = awaited.filter((each) => each !== seat);
    if (left.length > 0) return { round, awaited: left };
    return { round: round + 1, awaited: round === ROUNDS ? [] : BOTH };
  },
  fallback: () => ({ type: "done" }),
  outcome: ({ round }) => (round > ROUNDS ? { rounds: ROUNDS } : null),
  view: (state) => state,
  redact: (event) => event,
};

const Table = schema({ round: t.uint8().default(0) }, "SimultaneousTable");
const SimultaneousState = schema({ ...matchFields(), table: t.ref(Table) }, "SimultaneousMatch");
type SimultaneousState = SchemaType<typeof SimultaneousState>;

export const hostedSimultaneous: HostedGame<Simultaneous, SimultaneousState> = {
  game,
  newState: () => new SimultaneousState(),
  write: ({ round }, { table }) => void (table.round = round),
  packHand: () => [],
  turnOf: ({ round }) => round,
  easyBot: () => ({ type: "done" }),
  temple: null,
};
