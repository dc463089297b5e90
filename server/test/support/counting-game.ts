import type { Game } from "@flower-war/rules";

/** A minimal game: two seats in turn `add` 1 or 2, and the one that reaches 10 wins. The command `break` makes the rules throw. */
export interface Counting {
  options: object;
  seat: "a" | "b";
  state: { readonly sum: number; readonly turn: "a" | "b" };
  view: { readonly sum: number; readonly turn: "a" | "b" };
  command: { readonly type: "add" | "break"; readonly by?: number };
  event: { readonly type: "added"; readonly by: number };
  refusal: "malformed" | "match-over" | "not-seated" | "not-your-decision";
  decision: "add";
  outcome: { readonly winner: "a" | "b" };
}

const GOAL = 10;

export const countingGame: Game<Counting> = {
  name: "counting",
  seats: { min: 2, max: 2, default: 2 },
  seatsFor: () => ["a", "b"],
  options: {},
  setup: () => ({ sum: 0, turn: "a" }),
  awaiting: ({ sum, turn }) => (sum >= GOAL ? [] : [{ seat: turn, decision: "add" }]),
  legal: ({ turn }, seat) => (turn === seat ? [1, 2].map((by) => ({ type: "add", by })) : []),
  decide(state, seat, command) {
    const { type, by } = command as { type?: string; by?: number };
    if (type === "break") throw new Error("the rules are broken");
    if (type !== "add" || (by !== 1 && by !== 2)) return { refused: "malformed" };
    if (state.sum >= GOAL) return { refused: "match-over" };
    if (seat === null) return { refused: "not-seated" };
    if (seat !== state.turn) return { refused: "not-your-decision" };
    const added = { type: "added", by } as const;
    return { command: { type, by }, events: [added], state: this.evolve(state, added) };
  },
  evolve: ({ sum, turn }, { by }) => ({ sum: sum + by, turn: turn === "a" ? "b" : "a" }),
  fallback: () => ({ type: "add", by: 1 }),
  outcome: ({ sum, turn }) => (sum >= GOAL ? { winner: turn === "a" ? "b" : "a" } : null),
  view: (state) => state,
  redact: (event) => event,
};
