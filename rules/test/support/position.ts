import { ChanceReader } from "../../src/chance.ts";
import { spaceNumber } from "../../src/flower-war/board.ts";
import { deckOf } from "../../src/flower-war/cards.ts";
import { flowerWar, type State } from "../../src/flower-war/index.ts";
import { FLOWER_WAR } from "../../src/flower-war/presets.ts";
import {
  type Apocalypse,
  type ByGod,
  type Card,
  type Deck,
  type HeldCard,
  type Options,
  type Seat,
  SPACES,
  type Space,
  type SpaceId,
  type Tribe,
  type Turn,
} from "../../src/flower-war/vocabulary.ts";

export const SEED = "42".repeat(32);

/**
 * What matters in a position; everything else is as after the setup. By default there are four seats and east is
 * active.
 */
export interface Wanted {
  readonly seats?: number;
  /** By default those of the preset `flower-war`. */
  readonly options?: Partial<Options>;
  readonly turn?: Partial<Turn>;
  /** The awaited decision of the active seat; `roll` by default. */
  readonly asks?: "roll" | "sacrifice" | "cards";
  /** Where seats stand, their skulls, and their hands in the order held (ids as `idOf` names them). */
  readonly tribes?: {
    readonly [S in Seat]?: {
      readonly on?: SpaceId;
      readonly skulls?: number;
      readonly hand?: readonly Card[];
      readonly copies?: readonly SpaceId[];
      readonly canoes?: number;
      /** Where offerings decide. */
      readonly offered?: number;
    };
  };
  readonly racks?: { readonly [S in SpaceId]?: number };
  readonly discs?: { readonly [S in SpaceId]?: Seat };
  /** The seats that played the top cards that act. */
  readonly lingers?: { readonly [S in SpaceId]?: Seat };
  /** Cards on spaces, from the bottom up. */
  readonly stacks?: { readonly [S in SpaceId]?: readonly Card[] };
  /** Skulls in supply; those missing from 360 are removed. */
  readonly supply?: number;
  readonly lake?: Partial<ByGod<number>>;
  /** By default as many as lie in the lake. */
  readonly offerings?: Partial<ByGod<number>>;
  readonly apocalypse?: Partial<Apocalypse>;
  /** The next cards of each deck, the first card first. */
  readonly draws?: { readonly [D in Deck]?: readonly Card[] };
  /** Decks with exactly these cards, the first drawn first; the deck's other cards are nowhere. */
  readonly decks?: { readonly [D in Deck]?: readonly Card[] };
  /** The next rolls. */
  readonly dice?: readonly number[];
}

/** Returns the id of a card in a hand of `position`. */
export function idOf(seat: Seat, index: number): string {
  return `${seat}-${index}`;
}

/** Returns a state in the middle of a match, complete in skulls and (except with `decks`) in cards. */
export function position(wanted: Wanted = {}): State {
  const options = { ...FLOWER_WAR.options, ...wanted.options };
  const { rackSize } = options;
  const start = flowerWar.setup(options, wanted.seats ?? 4, SEED);
  const hands: { [S in Seat]?: readonly HeldCard[] } = {};
  const tribes: { [S in Seat]?: Tribe } = {};
  for (const seat of start.table.seats) {
    const { on, skulls = 0, hand = [], copies = [], canoes = 0, offered = 0 } = wanted.tribes?.[seat] ?? {};
    const first = start.table.tribes[seat];
    const space = on === undefined ? (first?.space ?? 0) : spaceNumber(on);
    const counted = first?.offered === undefined ? {} : { offered };
    hands[seat] = hand.map((card, index) => ({ id: idOf(seat, index), card }));
    tribes[seat] = { space, skulls, cards: countByDeck(hand), copies, canoes, out: 0, ...counted };
  }
  const stacks = SPACES.map((id) => wanted.stacks?.[id] ?? []);
  const spaces = SPACES.map((id, index): Space => {
    const stack = stacks[index] ?? [];
    const rack = wanted.racks?.[id] ?? rackSize;
    return {
      rack,
      disc: wanted.discs?.[id] ?? null,
      top: stack.at(-1) ?? null,
      lingers: wanted.lingers?.[id] ?? null,
      height: stack.length,
    };
  });
  const elsewhere = [
    ...Object.values(hands).flatMap((hand) => hand.map(({ card }) => card)),
    ...stacks.flat(),
  ];
  const deck = (name: Deck): readonly Card[] =>
    wanted.decks?.[name]?.toReversed() ??
    stacked(start.hidden.decks[name], elsewhere, wanted.draws?.[name] ?? []);
  const decks = { war: deck("war"), rain: deck("rain"), day: deck("day") };
  const lake = { huitzilopochtli: 0, tlaloc: 0, ...wanted.lake };
  const placed =
    sum(spaces.map(({ rack }) => rack)) +
    sum(Object.values(tribes).map(({ skulls }) => skulls)) +
    lake.huitzilopochtli +
    lake.tlaloc;
  const supply = wanted.supply ?? 360 - placed;
  const offerings = { ...lake, ...wanted.offerings };
  const untouched = options.offeringsSpent ? { unspent: offerings } : {};
  const turn = { ...start.table.turn, ...wanted.turn };
  const asks = wanted.asks ?? "roll";
  return {
    table: {
      ...start.table,
      tribes,
      spaces,
      supply,
      removed: 360 - placed - supply,
      lake,
      offerings,
      decks: { war: decks.war.length, rain: decks.rain.length, day: decks.day.length },
      turn,
      apocalypse: { ...start.table.apocalypse, ...untouched, ...wanted.apocalypse },
      awaiting: { seat: turn.seat, decision: asks },
    },
    hidden: {
      ...start.hidden,
      chance: wanted.dice === undefined ? start.hidden.chance : chanceThatRolls(wanted.dice),
      decks,
      hands,
      stacks,
    },
    flow: [{ step: asks }],
  };
}

/** Returns a deck without the cards that are elsewhere, and with the next cards on top. */
function stacked(deck: readonly Card[], elsewhere: readonly Card[], next: readonly Card[]): readonly Card[] {
  const rest = [...deck];
  for (const card of [...elsewhere, ...next]) {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return [...rest, ...next.toReversed()];
}

function chanceThatRolls(dice: readonly number[]): number {
  for (let start = 1000; ; start += 1) {
    const reader = new ChanceReader(SEED, start);
    if (dice.every((wanted) => reader.die() === wanted)) return start;
  }
}

function countByDeck(cards: readonly Card[]) {
  const count = (name: Deck) => cards.filter((card) => deckOf(card) === name).length;
  return { war: count("war"), rain: count("rain"), day: count("day") };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
