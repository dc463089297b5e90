import { currentSpace, spaceAt, spaceNumber } from "./board.ts";
import { deckOf, kindOf } from "./cards.ts";
import { withItem, withKey } from "./copies.ts";
import type { Event } from "./events.ts";
import { ruleOf } from "./rule-changes.ts";
import { nextInTurnOrder, tribeOf } from "./seats.ts";
import { type Hidden, handOf, newTurn, type State } from "./state.ts";
import type { Apocalypse, Card, Deck, God, HeldCard, Seat, Space, Table, Tribe, Turn } from "./vocabulary.ts";
import { weighed } from "./weigh.ts";

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

/**
 * Folds one fact in: a new state that shares with the old one all that did not change. It decides and draws nothing, so
 * that a match is replayed from its events alone. Takes whole events; a redacted one is our bug.
 */
export function evolve(state: State, event: Event): State {
  const after =
    lately.events[told] === event && lately.states[told] === state ? lately.states[told + 1] : undefined;
  if (after === undefined) return folded(state, event);
  told += 1;
  return after;
}

/** Facts, and the states before, between and after them. */
export interface Folding {
  readonly events: readonly Event[];
  readonly states: readonly State[];
}

/** What `decide` folded in last; `told` are how many of its facts have been taken. */
let lately: Folding = { events: [], states: [] };
let told = 0;

/**
 * `decide` folds in each fact to find the next one, and whoever asked it then folds in the same ones again: as long as
 * they take the facts in turn, they are given the states that are there already.
 */
export function remember(folding: Folding): void {
  lately = folding;
  told = 0;
}

/** As `evolve`, and nothing is looked up. */
export function folded(state: State, event: Event): State {
  const { table } = state;
  switch (event.type) {
    case "turn-began":
      return changed(state, { turn: newTurn(table.turn.number + 1, event.seat, event.extra) });
    case "ticked":
      return withApocalypse(state, { state: "running", count: event.count, ruling: event.ruling });
    case "forestalled":
      return withApocalypse(state, { state: "forestalled", ruling: null });
    case "rained":
      return changed(state, {
        spaces: table.spaces.map((space, index) =>
          event.spaces.includes(index + 1) ? { ...space, rack: space.rack + 1 } : space,
        ),
        supply: table.supply - event.spaces.length,
      });
    case "rolled":
      return changed(state, turning(table, { dice: event.dice }), { chance: whole(event.chance) });
    case "moved":
      return moved(state, event);
    case "collected":
      return changed(state, {
        spaces: racked(table, event.space, -event.skulls),
        tribes: skulled(table, event.seat, event.skulls),
      });
    case "shaken":
      return changed(state, { spaces: racked(table, event.space, -1), supply: table.supply + 1 });
    case "invaded":
      return changed(state, { spaces: racked(table, event.space, -1), removed: table.removed + 1 });
    case "disc-earned":
      return changed(state, { spaces: spaced(table, spaceNumber(event.disc), { disc: event.seat }) });
    case "apocalypse-triggered":
      return withApocalypse(state, {
        state: event.ruling === null ? "forestalled" : "running",
        keeper: event.keeper,
        turn: table.turn.number,
        discs: event.discs,
        ruling: event.ruling,
      });
    case "refilled":
      return refilled(state, event);
    case "top-card-acted":
      return event.spent ? changed(state, { spaces: spaced(table, event.space, { lingers: null }) }) : state;
    case "tribute-paid":
    case "stake-paid":
    case "skulls-paid":
      return changed(state, { tribes: paid(table, event.from, event.to, event.skulls) });
    case "battle-began": {
      const { attacker, defender, dice } = event;
      const battle = weighed(table, { attacker, defender, rolls: dice, cards: [] });
      return changed(state, { battle }, { chance: whole(event.chance) });
    }
    case "battle-card-played":
      return battleCardPlayed(state, event);
    case "challenged":
    case "passed":
    case "battle-won":
    case "chose":
      return state;
    case "battle-ended":
      return changed(state, { battle: null });
    case "card-paid":
      return cardPassed(state, event);
    case "card-taken":
      return changed(cardPassed(state, event), {}, { chance: whole(event.chance) });
    case "card-drawn":
      return drawn(state, event.seat, event.deck, whole(event.held));
    case "reshuffled":
      return reshuffled(state, event);
    case "day-card-drawn":
      return dayCardDrawn(state, event);
    case "skulls-taken":
      return changed(state, {
        tribes: skulled(table, event.seat, event.skulls),
        supply: table.supply - event.skulls,
      });
    case "skulls-lost":
      return changed(state, {
        tribes: skulled(table, event.seat, -event.skulls),
        removed: table.removed + event.skulls,
      });
    case "offered":
      return changed(state, offering(table, event.god, event.from));
    case "rack-filled":
      return changed(state, {
        spaces: racked(table, event.space, event.skulls),
        supply: table.supply - event.skulls,
      });
    case "extra-turn-won":
      return changed(state, turning(table, { again: true }));
    case "canoe-launched": {
      const { canoes } = tribeOf(table, event.seat);
      return changed(state, { tribes: tribed(table, event.seat, { canoes: canoes + 1 }) });
    }
    case "copy-received": {
      const { copies } = tribeOf(table, event.seat);
      return changed(state, { tribes: tribed(table, event.seat, { copies: [...copies, event.disc] }) });
    }
    case "sacrificed": {
      const { sacrifices } = table.turn;
      return changed(state, {
        ...offering(table, event.god, event.free ? null : event.seat),
        ...turning(table, { sacrifices: withKey(sacrifices, event.god, sacrifices[event.god] + 1) }),
      });
    }
    case "traded":
      return changed(state, {
        ...turning(table, { traded: true }),
        tribes: skulled(table, event.seat, -event.skulls),
        removed: table.removed + event.skulls,
      });
    case "card-played":
      return laidFromHand(
        state,
        event,
        event.cost,
        kindOf(event.card).lingers === undefined ? null : event.seat,
      );
    case "discarded":
      return laidFromHand(state, event, 0, null);
    case "conceded":
      return conceded(state, event.seat);
    case "ended":
      return { ...changed(state, { battle: null, awaiting: null, outcome: event.outcome }), flow: [] };
    case "asked":
      return { ...changed(state, { awaiting: event.awaiting }), flow: whole(event.flow) };
  }
}

/** A roll takes its seat's canoes with it. */
function moved(state: State, { seat, space, steps, landing }: EventOf<"moved">): State {
  const { table } = state;
  return changed(state, {
    tribes: tribed(table, seat, steps === null ? { space } : { space, canoes: 0 }),
    ...(landing && turning(table, { landings: table.turn.landings + 1 })),
  });
}

function refilled(state: State, { space, supply, lake }: EventOf<"refilled">): State {
  const { table } = state;
  return changed(state, {
    spaces: racked(table, space, supply + lake.huitzilopochtli + lake.tlaloc),
    supply: table.supply - supply,
    lake: {
      huitzilopochtli: table.lake.huitzilopochtli - lake.huitzilopochtli,
      tlaloc: table.lake.tlaloc - lake.tlaloc,
    },
  });
}

/** A skull of a seat's, or, `null`, of supply, lies in the lake; by atl's rule Tlaloc counts it twice. */
function offering(table: Table, god: God, from: Seat | null): Partial<Table> {
  const { lake, offerings } = table;
  const counted = god === "tlaloc" && ruleOf("atl", table) ? 2 : 1;
  return {
    lake: withKey(lake, god, lake[god] + 1),
    offerings: withKey(offerings, god, offerings[god] + counted),
    ...(from === null ? { supply: table.supply - 1 } : { tribes: skulled(table, from, -1) }),
  };
}

function battleCardPlayed(state: State, event: EventOf<"battle-card-played">): State {
  const { seat, card, roll, chance } = event;
  if (state.table.battle === null) throw new Error("a battle card was played in no battle");
  const { attacker, defender, rolls, played } = state.table.battle;
  const laid = laidFromHand(state, event, event.cost, null);
  const battle = weighed(laid.table, { attacker, defender, rolls, cards: [...played, { seat, card, roll }] });
  return changed(laid, { battle }, chance === undefined ? {} : { chance });
}

/** A card of a hand is paid for and laid on the current space, where it may linger for its player. */
function laidFromHand(
  state: State,
  { seat, card, id }: { readonly seat: Seat; readonly card: Card; readonly id?: string },
  cost: number,
  lingers: Seat | null,
): State {
  const { table, hidden } = state;
  const { skulls, cards } = tribeOf(table, seat);
  const deck = deckOf(card);
  const here = currentSpace(table);
  const { rack, height } = spaceAt(table, here);
  return changed(
    state,
    {
      tribes: tribed(table, seat, { skulls: skulls - cost, cards: withKey(cards, deck, cards[deck] - 1) }),
      spaces: spaced(table, here, {
        rack: rack + cost,
        top: card,
        lingers,
        height: height + 1,
      }),
    },
    {
      hands: withKey(hidden.hands, seat, withoutHeld(handOf(state, seat), whole(id))),
      stacks: stacked(hidden, here, [card]),
    },
  );
}

function cardPassed(state: State, event: EventOf<"card-paid"> | EventOf<"card-taken">): State {
  const { table, hidden } = state;
  const { from, to, deck } = event;
  const given = tribeOf(table, from).cards;
  const taken = tribeOf(table, to).cards;
  const payer = tribed(table, from, { cards: withKey(given, deck, given[deck] - 1) });
  const payee = { ...tribeOf(table, to), cards: withKey(taken, deck, taken[deck] + 1) };
  const tribes = withKey(payer, to, payee);
  const hands = {
    ...hidden.hands,
    [from]: withoutHeld(handOf(state, from), whole(event.gave).id),
    [to]: [...handOf(state, to), whole(event.got)],
  };
  return changed(state, { tribes }, { hands, nextHeld: hidden.nextHeld + 1 });
}

function drawn(state: State, seat: Seat, deck: Deck, held: HeldCard): State {
  const { table, hidden } = state;
  const { cards } = tribeOf(table, seat);
  return changed(
    state,
    {
      decks: withKey(table.decks, deck, table.decks[deck] - 1),
      tribes: tribed(table, seat, { cards: withKey(cards, deck, cards[deck] + 1) }),
    },
    {
      hands: withKey(hidden.hands, seat, [...handOf(state, seat), held]),
      nextHeld: hidden.nextHeld + 1,
    },
  );
}

function dayCardDrawn(state: State, { seat, card, kept, resolves }: EventOf<"day-card-drawn">): State {
  if (kept !== null) return drawn(state, seat, "day", { id: kept, card });
  const { table, hidden } = state;
  const here = currentSpace(table);
  const { height } = spaceAt(table, here);
  return changed(
    state,
    {
      decks: { ...table.decks, day: table.decks.day - 1 },
      spaces: spaced(table, here, { top: card, lingers: null, height: height + 1 }),
      ...(resolves && turning(table, { dayCards: table.turn.dayCards + 1 })),
    },
    { stacks: stacked(hidden, here, [card]) },
  );
}

/** Every card of the deck in the stacks, top cards excepted, goes back into it. */
function reshuffled(state: State, event: EventOf<"reshuffled">): State {
  const { table, hidden } = state;
  const { deck } = event;
  const order = whole(event.order);
  const stacks = hidden.stacks.map((stack) =>
    stack.filter((card, index) => index === stack.length - 1 || deckOf(card) !== deck),
  );
  const spaces = table.spaces.map((space, index) => {
    const height = stacks[index]?.length ?? 0;
    return space.height === height ? space : { ...space, height };
  });
  return changed(
    state,
    { spaces, decks: withKey(table.decks, deck, order.length) },
    { stacks, decks: withKey(hidden.decks, deck, order), chance: whole(event.chance) },
  );
}

/** Canon section 9, `concede`; the keeper's duty passes to the next in turn order (section 10). */
function conceded(state: State, seat: Seat): State {
  const { table, hidden } = state;
  const { space: number, skulls } = tribeOf(table, seat);
  const out = 1 + table.seats.filter((other) => tribeOf(table, other).out > 0).length;
  const hand = handOf(state, seat).map(({ card }) => card);
  const top = hand.at(-1);
  const covered =
    top === undefined
      ? table.spaces
      : spaced(table, number, {
          top,
          lingers: null,
          height: spaceAt(table, number).height + hand.length,
        });
  const { apocalypse } = table;
  return changed(
    state,
    {
      tribes: tribed(table, seat, { skulls: 0, cards: NO_CARDS, copies: [], canoes: 0, out }),
      supply: table.supply + skulls,
      spaces: covered.map((space) => withoutSeat(space, seat)),
      apocalypse:
        apocalypse.keeper === seat ? { ...apocalypse, keeper: nextInTurnOrder(table, seat) } : apocalypse,
    },
    { hands: withKey(hidden.hands, seat, []), stacks: stacked(hidden, number, hand) },
  );
}

const NO_CARDS = { war: 0, rain: 0, day: 0 };

/** A seat that is out holds no disc, and its cards act no more. */
function withoutSeat(space: Space, seat: Seat): Space {
  if (space.disc !== seat && space.lingers !== seat) return space;
  return {
    ...space,
    disc: space.disc === seat ? null : space.disc,
    lingers: space.lingers === seat ? null : space.lingers,
  };
}

function changed(state: State, table: Partial<Table>, hidden?: Partial<Hidden>): State {
  return {
    table: { ...state.table, ...table },
    hidden: hidden === undefined ? state.hidden : { ...state.hidden, ...hidden },
    flow: state.flow,
  };
}

function withApocalypse(state: State, change: Partial<Apocalypse>): State {
  return changed(state, { apocalypse: { ...state.table.apocalypse, ...change } });
}

function turning({ turn }: Table, change: Partial<Turn>): Pick<Table, "turn"> {
  return { turn: { ...turn, ...change } };
}

function tribed(table: Table, seat: Seat, change: Partial<Tribe>): Table["tribes"] {
  return withKey(table.tribes, seat, { ...tribeOf(table, seat), ...change });
}

function skulled(table: Table, seat: Seat, more: number): Table["tribes"] {
  return tribed(table, seat, { skulls: tribeOf(table, seat).skulls + more });
}

function paid(table: Table, from: Seat, to: Seat, skulls: number): Table["tribes"] {
  const payee = tribeOf(table, to);
  return withKey(skulled(table, from, -skulls), to, { ...payee, skulls: payee.skulls + skulls });
}

function spaced(table: Table, number: number, change: Partial<Space>): Table["spaces"] {
  return withItem(table.spaces, number - 1, { ...spaceAt(table, number), ...change });
}

function racked(table: Table, number: number, more: number): Table["spaces"] {
  return spaced(table, number, { rack: spaceAt(table, number).rack + more });
}

/** The cards laid on a space's stack, one after the other. */
function stacked({ stacks }: Hidden, number: number, cards: readonly Card[]): Hidden["stacks"] {
  return withItem(stacks, number - 1, [...(stacks[number - 1] ?? []), ...cards]);
}

function withoutHeld(hand: readonly HeldCard[], id: string): readonly HeldCard[] {
  return hand.filter((held) => held.id !== id);
}

function whole<V>(field: V | undefined): V {
  if (field === undefined) throw new TypeError("a redacted event cannot be folded");
  return field;
}
