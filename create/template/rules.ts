import {
  admit,
  ChanceReader,
  COMMON_REFUSALS,
  type Decided,
  fold,
  type Game,
  type GameTypes,
  shuffledBy,
} from "@flower-war/rules";

/*
 * The rules, by which the server referees. Each player holds three cards and plays one in turn; the highest takes the trick, and
 * whoever played draws. When all cards are played, most tricks win.
 */

export const SEATS = ["ana", "bela", "cruz", "dora"] as const;
export type Seat = (typeof SEATS)[number];

/** A card's name: `c1`, the lowest, to `c24`. */
export type Card = `c${number}`;
export const CARDS: readonly Card[] = Array.from({ length: 24 }, (_, index): Card => `c${index + 1}`);

/** What all viewers see. */
export interface Table {
  readonly options: { readonly held: number };
  readonly seats: readonly Seat[];
  readonly turn: Seat;
  /** The cards of this trick, in the order played. */
  readonly trick: readonly { readonly seat: Seat; readonly card: Card }[];
  readonly tricks: { readonly [S in Seat]?: number };
  /** How many cards each seat holds, and how many there are to draw. */
  readonly held: { readonly [S in Seat]?: number };
  readonly toDraw: number;
  readonly outcome: Outcome | null;
}

export interface Outcome {
  /** 1 is the best; equals share a place. */
  readonly standings: readonly { readonly seat: Seat; readonly place: number }[];
}

export interface Types extends GameTypes {
  options: Table["options"];
  seat: Seat;
  /** `hands` and `deck` are hidden: the deck lies there in the order in which it is drawn. */
  state: {
    readonly table: Table;
    readonly hands: { readonly [S in Seat]?: readonly Card[] };
    readonly deck: readonly Card[];
  };
  view: { readonly table: Table; readonly seat: Seat | null; readonly hand: readonly Card[] };
  command: { readonly type: "play"; readonly card: Card };
  event:
    | { readonly type: "played"; readonly seat: Seat; readonly card: Card }
    /** Only its seat sees which card it was. */
    | { readonly type: "drew"; readonly seat: Seat; readonly card?: Card }
    | { readonly type: "took"; readonly seat: Seat; readonly cards: readonly Card[] }
    | { readonly type: "ended"; readonly outcome: Outcome };
  refusal: (typeof REFUSALS)[number];
  decision: "play";
  outcome: Outcome;
}

type State = Types["state"];
type Event = Types["event"];

export const REFUSALS = [...COMMON_REFUSALS, "not-held"] as const;

export const game: Game<Types> = {
  name: "tricks",
  version: 1,
  seats: { min: 2, max: 4, default: 3 },
  seatsFor: (count) => SEATS.slice(0, count),
  options: { held: { values: [3, 4, 5], default: 3 } },
  setup: (options, count, seed) => {
    const reader = new ChanceReader(seed);
    const seats = SEATS.slice(0, count);
    const cards = shuffledBy(CARDS, (n) => reader.below(n)) as readonly Card[];
    const dealt = seats.map(
      (seat, index) => [seat, cards.slice(index * options.held, (index + 1) * options.held)] as const,
    );
    const deck = cards.slice(count * options.held, CARDS.length - (CARDS.length % count));
    const table: Table = {
      options,
      seats,
      turn: "ana",
      trick: [],
      tricks: bySeat(seats, () => 0),
      held: bySeat(seats, () => options.held),
      toDraw: deck.length,
      outcome: null,
    };
    return { table, hands: Object.fromEntries(dealt), deck };
  },
  awaiting: ({ table }) => awaitingOf(table),
  legal: ({ table, hand }, seat) => (table.outcome === null && table.turn === seat ? hand.map(play) : []),
  decide,
  evolve,
  fallback: ({ hands }, seat) => play(hands[seat]?.[0] ?? "c1"),
  outcome: ({ table }) => table.outcome,
  view: ({ table, hands }, viewer) =>
    viewer === "public"
      ? { table, seat: null, hand: [] }
      : { table, seat: viewer, hand: hands[viewer] ?? [] },
  redact: (event, viewer) =>
    event.type === "drew" && event.seat !== viewer ? { type: "drew", seat: event.seat } : event,
};

function awaitingOf({ turn, outcome }: Table): readonly { seat: Seat; decision: "play" }[] {
  return outcome === null ? [{ seat: turn, decision: "play" }] : [];
}

const play = (card: Card): Types["command"] => ({ type: "play", card });

const bySeat = (seats: readonly Seat[], value: (seat: Seat) => number): { readonly [S in Seat]?: number } =>
  Object.fromEntries(seats.map((seat) => [seat, value(seat)]));

function decide(state: State, sender: Seat | null, input: unknown): Decided<Types> {
  const { table, hands, deck } = state;
  const context = {
    over: table.outcome !== null,
    isSeated: (seat: Seat) => table.seats.includes(seat),
    decisions: awaitingOf(table),
  };
  const admission = admit(context, sender, readCommand(input), () => ["play"]);
  if (admission.refused !== undefined) return { refused: admission.refused };
  const { seat, command } = admission;
  if (!hands[seat]?.includes(command.card)) return { refused: "not-held" };
  const events: Event[] = [{ type: "played", seat, card: command.card }];
  const [drawn] = deck;
  if (drawn !== undefined) events.push({ type: "drew", seat, card: drawn });
  const trick = [...table.trick, { seat, card: command.card }];
  if (trick.length === table.seats.length) {
    const best = trick.reduce((one, other) => (valueOf(other.card) > valueOf(one.card) ? other : one));
    events.push({ type: "took", seat: best.seat, cards: trick.map(({ card }) => card) });
    const after = fold(game, state, events);
    if (after.table.seats.every((each) => after.table.held[each] === 0))
      events.push({ type: "ended", outcome: outcomeOf(after.table) });
  }
  return { command, events, state: fold(game, state, events) };
}

export const valueOf = (card: Card): number => Number(card.slice(1));

function outcomeOf({ seats, tricks: taken }: Table): Outcome {
  const countOf = (seat: Seat) => taken[seat] ?? 0;
  const placeOf = (seat: Seat) => 1 + seats.filter((other) => countOf(other) > countOf(seat)).length;
  return { standings: seats.map((seat) => ({ seat, place: placeOf(seat) })) };
}

function evolve(state: State, event: Event): State {
  const { table, hands, deck } = state;
  switch (event.type) {
    case "played": {
      const { seat, card } = event;
      const next = table.seats[(table.seats.indexOf(seat) + 1) % table.seats.length] ?? seat;
      const held = { ...table.held, [seat]: (table.held[seat] ?? 0) - 1 };
      return {
        table: { ...table, turn: next, trick: [...table.trick, { seat, card }], held },
        hands: { ...hands, [seat]: hands[seat]?.filter((each) => each !== card) ?? [] },
        deck,
      };
    }
    case "drew": {
      const { seat } = event;
      const held = { ...table.held, [seat]: (table.held[seat] ?? 0) + 1 };
      const [card, ...rest] = deck;
      return {
        table: { ...table, held, toDraw: rest.length },
        hands: card === undefined ? hands : { ...hands, [seat]: [...(hands[seat] ?? []), card] },
        deck: rest,
      };
    }
    case "took": {
      const { seat } = event;
      const taken = { ...table.tricks, [seat]: (table.tricks[seat] ?? 0) + 1 };
      return { ...state, table: { ...table, turn: seat, trick: [], tricks: taken } };
    }
    case "ended":
      return { ...state, table: { ...table, outcome: event.outcome } };
  }
}

function readCommand(input: unknown): Types["command"] | null {
  if (typeof input !== "object" || input === null) return null;
  const { type, card }: { type?: unknown; card?: unknown } = input;
  const known = CARDS.find((each) => each === card);
  return type === "play" && known !== undefined ? { type, card: known } : null;
}
