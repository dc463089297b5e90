import {
  admit,
  ChanceReader,
  COMMON_REFUSALS,
  type CommandContext,
  type Decided,
  fold,
  type Game,
  type GameTypes,
} from "@flower-war/rules";

/*
 * Nim, the small game of docs/add-a-game.md. Two seats take 1 to 3 sticks from one heap in turn; the one that takes the
 * last stick wins. The first seat is drawn.
 */

export const SEATS = ["left", "right"] as const;
export type Seat = (typeof SEATS)[number];

export interface Table {
  readonly options: { readonly sticks: number };
  readonly heap: number;
  readonly turn: Seat;
  readonly outcome: { readonly winner: Seat } | null;
}

export interface Nim extends GameTypes {
  options: Table["options"];
  seat: Seat;
  state: { readonly table: Table };
  view: { readonly table: Table; readonly seat: Seat | null };
  command: { readonly type: "take"; readonly count: number };
  event:
    | { readonly type: "taken"; readonly seat: Seat; readonly count: number }
    | { readonly type: "ended"; readonly outcome: { readonly winner: Seat } };
  refusal: (typeof REFUSALS)[number];
  decision: "take";
  outcome: { readonly winner: Seat };
}

export const REFUSALS = [...COMMON_REFUSALS, "too-many"] as const;

const MOST = 3;
/** From 5 to 21. */
const STICKS = Array.from({ length: 17 }, (_, index) => 5 + index);

export const nim: Game<Nim> = {
  name: "nim",
  seats: { min: 2, max: 2, default: 2 },
  seatsFor: () => SEATS,
  options: { sticks: { values: STICKS, default: 15 } },
  setup: (options, _count, seed) => {
    const turn = new ChanceReader(seed).below(2) === 0 ? "left" : "right";
    return { table: { options, heap: options.sticks, turn, outcome: null } };
  },
  awaiting: ({ table }) => awaitingOf(table),
  legal: ({ table }, seat) => (table.turn === seat ? openTakes(table) : []),
  decide,
  evolve: ({ table }, event) => {
    if (event.type === "ended") return { table: { ...table, outcome: event.outcome } };
    return { table: { ...table, heap: table.heap - event.count, turn: other(event.seat) } };
  },
  fallback: () => ({ type: "take", count: 1 }),
  outcome: ({ table }) => table.outcome,
  view: ({ table }, viewer) => ({ table, seat: viewer === "public" ? null : viewer }),
  redact: (event) => event,
};

export function awaitingOf({ turn, outcome }: Table): readonly { seat: Seat; decision: "take" }[] {
  return outcome === null ? [{ seat: turn, decision: "take" }] : [];
}

export function openTakes({ heap }: Table): readonly Nim["command"][] {
  return Array.from({ length: Math.min(MOST, heap) }, (_, index) => ({ type: "take", count: index + 1 }));
}

function decide(state: Nim["state"], sender: Seat | null, input: unknown): Decided<Nim> {
  const { table } = state;
  const context: CommandContext<Seat, "take"> = {
    over: table.outcome !== null,
    isSeated: (seat) => SEATS.includes(seat),
    decisions: awaitingOf(table),
  };
  const admission = admit(context, sender, readCommand(input), () => ["take"]);
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  if (command.count > table.heap) return { refused: "too-many" };
  const taken = { type: "taken", seat, count: command.count } as const;
  const ended = { type: "ended", outcome: { winner: seat } } as const;
  const events = command.count < table.heap ? [taken] : [taken, ended];
  return { command, events, state: fold(nim, state, events) };
}

function readCommand(input: unknown): Nim["command"] | null {
  if (typeof input !== "object" || input === null) return null;
  const { type, count }: { type?: unknown; count?: unknown } = input;
  const isValid = type === "take" && (count === 1 || count === 2 || count === MOST);
  return isValid ? { type, count } : null;
}

function other(seat: Seat): Seat {
  return seat === "left" ? "right" : "left";
}
