import {
  aztecsIn,
  type Card,
  type City,
  type Event,
  evolveTable,
  faceOf,
  kindOf,
  newestTemple,
  othersOf,
  PAIR,
  type Score,
  scoresOf,
  type Seat,
  setOf,
  type Table,
  visibleOf,
} from "@flower-war/client-sdk/space-aztecs";

const EMPTY: City = { visible: [], temples: [], codices: [], saucers: [] };

/** The city of a seat; an empty one for a seat that is not in the match. */
export const cityOf = ({ cities }: Pick<Table, "cities">, seat: Seat): City => cities[seat] ?? EMPTY;

/** All seats clockwise, beginning with `first`. */
export function clockwiseFrom({ seats }: Pick<Table, "seats">, first: Seat): readonly Seat[] {
  const at = seats.indexOf(first);
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** The number, 1-8, of the place whose pile a seat holds; `null`: it holds none. */
export function placeOf({ places }: Table, seat: Seat | null): number | null {
  const index = places.findIndex(({ heldBy }) => heldBy !== null && heldBy === seat);
  return index === -1 ? null : index + 1;
}

/** The number of empty piles that ends a match with its round (canon section 7). */
const EMPTY_PILES = 2;

/** Whether so many piles are empty that the round is the last. */
export const arePilesEmpty = ({ places }: Pick<Table, "places">): boolean =>
  places.filter(({ cards }) => cards === 0).length >= EMPTY_PILES;

/** Piles so small may soon be empty, and two empty piles end the match. */
const FEW = 2;

/** Whether a pile is nearly empty. */
export const isLow = ({ cards }: { readonly cards: number }): boolean => cards <= FEW;

/** What a card did when it was played. */
export interface Effect {
  /** The Temple that an Aztec went under; `null`: it is visible. */
  readonly under: Card | null;
  /** The Aztecs that a Temple covered. */
  readonly covers: readonly Card[];
  /** The Aztecs that a Saucer took. */
  readonly took: readonly { readonly from: Seat; readonly card: Card }[];
}

/** Returns the event of a card that was played. */
export function eventOf(seat: Seat, card: Card, { under, covers, took }: Effect): Event {
  const events = {
    codex: { type: "codex-laid", seat, card },
    temple: { type: "temple-built", seat, card, covers },
    saucer: { type: "saucer-left", seat, card, took },
    aztec: { type: "aztec-settled", seat, card, under },
  } as const;
  return events[kindOf(card)];
}

/** Returns a table with one more card played. */
export function withPlayed(table: Table, seat: Seat, card: Card, effect: Effect): Table {
  return evolveTable(evolveTable(table, { type: "card-turned-up", seat, card }), eventOf(seat, card, effect));
}

/**
 * Returns what a card would do if its seat played it now, before all others. Of several Aztecs that a Saucer may take it
 * takes the first.
 * @param covered whether an Aztec goes under the newest Temple of its set
 */
export function expectedEffect(table: Table, seat: Seat, card: Card, covered = false): Effect {
  const set = setOf(card);
  const city = cityOf(table, seat);
  const kind = kindOf(card);
  return {
    under: kind === "aztec" && covered ? (newestTemple(city, set)?.card ?? null) : null,
    covers: kind === "temple" ? visibleOf(city, set) : [],
    took:
      kind === "saucer"
        ? victims(table, seat, card).map(({ seat: from, aztecs }) => ({ from, card: aztecs[0] }))
        : [],
  };
}

/** A seat that a Saucer hits, with its visible Aztecs of the Saucer's set. */
export interface Victim {
  readonly seat: Seat;
  readonly aztecs: readonly [Card, ...Card[]];
}

/** The seats that a seat's Saucer hits, clockwise from that seat (canon section 6). */
export function victims(table: Table, seat: Seat, saucer: Card): readonly Victim[] {
  return othersOf(table, seat).flatMap((other) => {
    const [first, ...more] = visibleOf(cityOf(table, other), setOf(saucer));
    return first === undefined ? [] : [{ seat: other, aztecs: [first, ...more] as const }];
  });
}

/** What a seat's cards score now. */
export function scoreOf(table: Table, seat: Seat): Score {
  const found = scoresOf(table).find((each) => each.seat === seat);
  if (found === undefined) throw new RangeError(`the seat ${seat} is not in the match`);
  return found.score;
}

/**
 * Returns what each card of a city is worth now, so that the numbers on the cards add up to the seat's points without
 * what the fewest pink cost. Of Warriors the first one has what one alone is worth, the next one what it adds.
 */
export function worthsOf(table: Table, seat: Seat): ReadonlyMap<Card, number> {
  const city = cityOf(table, seat);
  return new Map([
    ...aztecWorths(table, city),
    ...codexWorths(table, city),
    ...city.saucers.flatMap(({ took }) => took.map((card) => [card, 1] as const)),
  ]);
}

function aztecWorths(table: Table, city: City): readonly (readonly [Card, number])[] {
  const aztecs = aztecsIn(city);
  const covered = new Set(city.temples.flatMap(({ covers }) => covers));
  const ofRole = (role: string) => aztecs.filter((card) => faceOf(card).role === role);
  const priests = ofRole("priest");
  const aliens = ofRole("alien").toSorted((a, b) => pointsOf(a) - pointsOf(b));
  return aztecs.map((card) => {
    const { role, sheltered = 0 } = faceOf(card);
    switch (role) {
      case "priest":
        return [card, priests.indexOf(card) < aliens.length ? PAIR : 0];
      case "alien":
        return [card, aliens.indexOf(card) < priests.length ? 0 : pointsOf(card)];
      case "serpent":
      case "jaguar":
      case "eagle": {
        const kin = ofRole(role);
        const place = kin.indexOf(card);
        return [
          card,
          pointsTogether(table, kin.slice(0, place + 1)) - pointsTogether(table, kin.slice(0, place)),
        ];
      }
      default:
        return [card, pointsOf(card) + (covered.has(card) ? sheltered : 0)];
    }
  });
}

const pointsOf = (card: Card): number => faceOf(card).points ?? 0;

const pointsTogether = (table: Table, visible: readonly Card[]): number =>
  scoreAlone(table, { visible, temples: [], codices: [], saucers: [] }).aztecs;

/** The Codex of Scribes counts the Codices; so it has what the others leave of their sum. */
const SCRIBES = "C8";

function codexWorths(table: Table, city: City): readonly (readonly [Card, number])[] {
  const others = city.codices
    .filter((card) => card !== SCRIBES)
    .map((card) => [card, scoreAlone(table, { ...city, codices: [card] }).codices] as const);
  if (!city.codices.includes(SCRIBES)) return others;
  const rest = others.reduce((left, [, points]) => left - points, scoreAlone(table, city).codices);
  return [...others, [SCRIBES, rest]];
}

/** What a city would score if it were the only one. */
function scoreAlone(table: Table, city: City) {
  const [only] = scoresOf({ ...table, seats: ["0"], cities: { "0": city }, out: [] });
  if (only === undefined) throw new Error("a match has a seat");
  return only.score;
}
