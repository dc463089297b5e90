import {
  type Card,
  cardFace,
  type Deck,
  DECKS,
  type flowerWar,
  type God,
  type Seat,
} from "@flower-war/client-sdk/flower-war";

/** The whole state of a match, as the rules have it. */
export type State = ReturnType<typeof flowerWar.setup>;

/** What is put right on a table before the match goes on. Everything that is left out stays as it was. */
export interface Arrangement {
  /** The number of the turn. */
  readonly turn?: number;
  /** Where a seat stands, and its skulls. */
  readonly tribes?: { readonly [S in Seat]?: { readonly space: number; readonly skulls: number } };
  /** Skulls on spaces, by the number of the space. */
  readonly racks?: { readonly [space: number]: number };
  /** What each god was offered; as many skulls lie in the lake. */
  readonly offerings?: { readonly [G in God]: number };
  /** Cards that a seat gets from the decks. */
  readonly dealt?: { readonly [S in Seat]?: readonly Card[] };
  /** The next cards of each deck, the first one first. */
  readonly next?: { readonly [D in Deck]?: readonly Card[] };
  /** The position in the chance stream, which says how the next dice fall. */
  readonly chance: number;
}

/** All skulls of a match. */
const SKULLS = 360;

/** Returns a state with another arrangement of skulls, pawns and cards. Nothing comes from nowhere: supply and decks give it. */
export function arrange(state: State, arrangement: Arrangement): State {
  const { chance } = arrangement;
  // The block of the stream is computed anew from the position.
  const moved = { ...state, hidden: { ...state.hidden, chance, block: { number: -1, words: [] } } };
  return arrangeSkulls(arrangeCards(moved, arrangement), arrangement);
}

function arrangeSkulls({ table, ...rest }: State, arrangement: Arrangement): State {
  const { turn = table.turn.number, tribes = {}, racks = {}, offerings } = arrangement;
  const changed = {
    ...table,
    turn: { ...table.turn, number: turn },
    tribes: Object.fromEntries(
      Object.entries(table.tribes).map(([seat, tribe]) => [seat, { ...tribe, ...tribes[seat as Seat] }]),
    ),
    spaces: table.spaces.map((space, index) => ({ ...space, rack: racks[index + 1] ?? space.rack })),
    offerings: offerings ?? table.offerings,
    lake: offerings ?? table.lake,
  };
  const elsewhere =
    sum(changed.spaces.map(({ rack }) => rack)) +
    sum(Object.values(changed.tribes).map(({ skulls }) => skulls)) +
    changed.lake.tlaloc +
    changed.lake.huitzilopochtli +
    changed.removed;
  return { ...rest, table: { ...changed, supply: SKULLS - elsewhere } };
}

function arrangeCards(state: State, { dealt = {}, next = {} }: Arrangement): State {
  const gifts = Object.entries(dealt).flatMap(([seat, cards]) =>
    cards.map((card) => ({ seat: seat as Seat, card })),
  );
  const wanted = (deck: Deck) => [...cardsOf(deck, gifts), ...(next[deck] ?? [])];
  const decks = Object.fromEntries(
    DECKS.map((deck) => [deck, putOnTop(state.hidden.decks[deck], state.table.decks[deck], wanted(deck))]),
  );
  const ready = { ...state, hidden: { ...state.hidden, decks: decks as State["hidden"]["decks"] } };
  return gifts.reduce((before, { seat, card }) => deal(before, seat, card), ready);
}

const cardsOf = (deck: Deck, gifts: readonly { readonly card: Card }[]): readonly Card[] =>
  gifts.map(({ card }) => card).filter((card) => cardFace(card).deck === deck);

/**
 * Returns a deck with other cards on top.
 * @param count how many of its cards are still there; the last of them is drawn next
 * @throws RangeError if a card is not among them
 */
function putOnTop(deck: readonly Card[], count: number, wanted: readonly Card[]): readonly Card[] {
  const left = deck.slice(0, count);
  for (const card of wanted) {
    const at = left.indexOf(card);
    if (at === -1) throw new RangeError(`${card} is not in its deck`);
    left.splice(at, 1);
  }
  return [...left, ...wanted.toReversed(), ...deck.slice(count)];
}

/** Gives a seat the card on top of a deck. */
function deal(state: State, seat: Seat, card: Card): State {
  const { table, hidden } = state;
  const { deck } = cardFace(card);
  const tribe = table.tribes[seat];
  if (tribe === undefined) throw new RangeError(`there is no seat ${seat}`);
  const held = [...(hidden.hands[seat] ?? []), { id: `c${hidden.nextHeld}`, card }];
  return {
    ...state,
    table: {
      ...table,
      decks: { ...table.decks, [deck]: table.decks[deck] - 1 },
      tribes: {
        ...table.tribes,
        [seat]: { ...tribe, cards: { ...tribe.cards, [deck]: tribe.cards[deck] + 1 } },
      },
    },
    hidden: { ...hidden, hands: { ...hidden.hands, [seat]: held }, nextHeld: hidden.nextHeld + 1 },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
