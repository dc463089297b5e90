import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Game } from "@flower-war/rules";
import type { HostedGame } from "../../src/games/hosted-game.ts";
import { MatchState } from "../../src/match/state.ts";

/** The smallest game in which seats decide at the same time: a round is over when both have said `done`; three rounds. */
interface Together {
  options: object;
  seat: "a" | "b";
  state: { readonly round: number; readonly asked: readonly ("a" | "b")[] };
  view: { readonly round: number; readonly asked: readonly ("a" | "b")[] };
  command: { readonly type: "done" };
  event: { readonly type: "done"; readonly seat: "a" | "b" };
  refusal: "not-seated" | "not-your-decision";
  decision: "done";
  outcome: { readonly rounds: number };
}

const ROUNDS = 3;
const BOTH = ["a", "b"] as const;

const game: Game<Together> = {
  name: "together",
  seats: { min: 2, max: 2, default: 2 },
  seatsFor: () => BOTH,
  options: {},
  setup: () => ({ round: 1, asked: BOTH }),
  awaiting: ({ asked }) => asked.map((seat) => ({ seat, decision: "done" })),
  legal: ({ asked }, seat) => (asked.includes(seat) ? [{ type: "done" }] : []),
  decide({ asked }, seat) {
    if (seat === null) return { refused: "not-seated" };
    if (!asked.includes(seat)) return { refused: "not-your-decision" };
    return { command: { type: "done" }, events: [{ type: "done", seat }] };
  },
  evolve({ round, asked }, { seat }) {
    const left = asked.filter((each) => each !== seat);
    if (left.length > 0) return { round, asked: left };
    return { round: round + 1, asked: round === ROUNDS ? [] : BOTH };
  },
  fallback: () => ({ type: "done" }),
  outcome: ({ round }) => (round > ROUNDS ? { rounds: ROUNDS } : null),
  view: (state) => state,
  redact: (event) => event,
};

const Table = schema({ round: t.uint8().default(0) }, "TogetherTable");
const TogetherState = MatchState.extend({ table: t.ref(Table) }, "TogetherMatch");
type TogetherState = SchemaType<typeof TogetherState>;

export const hostedTogether: HostedGame<Together, TogetherState> = {
  game,
  newState: () => new TogetherState(),
  project: ({ round }, { table }) => void (table.round = round),
  hand: () => [],
  turnOf: ({ round }) => round,
  easyBot: () => ({ type: "done" }),
  temple: null,
};
