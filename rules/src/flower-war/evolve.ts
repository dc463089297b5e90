import { currentSpace, spaceAt, spaceNumber } from "./board.ts";
import { deckOf } from "./cards.ts";
import type { Event } from "./events.ts";
import { nextInTurnOrder, tribeOf } from "./seats.ts";
import { type Hidden, handOf, newTurn, type State } from "./state.ts";
import type {
  ByDeck,
  Card,
  Deck,
  God,
  HeldCard,
  Seat,
  Space,
  SpaceId,
  Table,
  Tribe,
  Turn,
} from "./vocabulary.ts";

/**
 * Folds one fact in: a new state that shares with the old one all that did not change. It decides and draws nothing, so
 * that a match is replayed from its events alone. Takes whole events; a redacted one is our bug.
 */
export function evolve(state: State, event: Event): State {
  switch (event.type) {
    case "turn-began":
      return withTable(state, { turn: newTurn(state.table.turn.number + 1, event.seat) });
    case "ticked":
      return withApocalypse(state, {
        state: "running",
        count: state.table.apocalypse.count + 1,
        ruling: event.ruling,
      });
    case "forestalled":
      return withApocalypse(state, { state: "forestalled", ruling: null });
    case "rolled":
      return withChance(withTurn(state, { die: event.die }), event.chance);
    case "moved": {
      const landings = state.table.turn.landings + Number(event.landing);
      return withTribe(withTurn(state, { landings }), event.seat, { space: event.space });
    }
    case "collected":
      return withSkulls(withRack(state, event.space, -event.skulls), event.seat, event.skulls);
    case "invaded":
      return withTable(withRack(state, event.space, -1), { removed: state.table.removed + 1 });
    case "disc-earned":
      return withDisc(state, event.disc, event.seat);
    case "apocalypse-triggered":
      return withApocalypse(state, {
        state: event.ruling === null ? "forestalled" : "running",
        keeper: event.keeper,
        discs: event.discs,
        ruling: event.ruling,
      });
    case "refilled":
      return refilled(state, event);
    case "tribute-paid":
    case "stake-paid":
      return withSkulls(withSkulls(state, event.from, -event.skulls), event.to, event.skulls);
    case "battle-began": {
      const { attacker, defender, dice } = event;
      return withChance(withTable(state, { battle: { attacker, defender, dice } }), event.chance);
    }
    case "challenged":
    case "passed":
    case "battle-won":
      return state;
    case "battle-ended":
      return withTable(state, { battle: null });
    case "card-paid": {
      const given = withoutHeld(state, event.from, whole(event.gave).id, event.deck);
      return withHeld(given, event.to, whole(event.got), event.deck);
    }
    case "card-drawn":
      return withHeld(withoutTopCard(state, event.deck), event.seat, whole(event.held), event.deck);
    case "reshuffled":
      return reshuffled(withChance(state, event.chance), event.deck, whole(event.order));
    case "day-card-drawn": {
      const drawn = withoutTopCard(state, "day");
      if (event.kept === null) return withLaid(drawn, currentSpace(state.table), [event.card]);
      return withHeld(drawn, event.seat, { id: event.kept, card: event.card }, "day");
    }
    case "sacrificed":
      return sacrificed(state, event.seat, event.god);
    case "traded": {
      const paid = withSkulls(withTurn(state, { traded: true }), event.seat, -event.skulls);
      return withTable(paid, { removed: state.table.removed + event.skulls });
    }
    case "discarded": {
      const given = withoutHeld(state, event.seat, whole(event.id), deckOf(event.card));
      return withLaid(given, currentSpace(state.table), [event.card]);
    }
    case "conceded":
      return conceded(state, event.seat);
    case "ended":
      return { ...withTable(state, { battle: null, awaiting: null, outcome: event.outcome }), flow: [] };
    case "asked":
      return { ...withTable(state, { awaiting: event.awaiting }), flow: whole(event.flow) };
  }
}

function refilled(state: State, event: Extract<Event, { type: "refilled" }>): State {
  const { supply, lake } = state.table;
  const { huitzilopochtli, tlaloc } = event.lake;
  return withTable(withRack(state, event.space, event.supply + huitzilopochtli + tlaloc), {
    supply: supply - event.supply,
    lake: { huitzilopochtli: lake.huitzilopochtli - huitzilopochtli, tlaloc: lake.tlaloc - tlaloc },
  });
}

function sacrificed(state: State, seat: Seat, god: God): State {
  const { lake, offerings } = state.table;
  return withTable(withSkulls(withTurn(state, { sacrificed: true }), seat, -1), {
    lake: { ...lake, [god]: lake[god] + 1 },
    offerings: { ...offerings, [god]: offerings[god] + 1 },
  });
}

/** Every card of the deck in the stacks, top cards excepted, goes back into it. */
function reshuffled(state: State, deck: Deck, order: readonly Card[]): State {
  const stacks = state.hidden.stacks.map((stack) =>
    stack.filter((card, index) => index === stack.length - 1 || deckOf(card) !== deck),
  );
  const spaces = state.table.spaces.map((space, index) => {
    const height = stacks[index]?.length ?? 0;
    return space.height === height ? space : { ...space, height };
  });
  return withHidden(withTable(state, { spaces, decks: { ...state.table.decks, [deck]: order.length } }), {
    stacks,
    decks: { ...state.hidden.decks, [deck]: order },
  });
}

/** Canon section 9, `concede`; the keeper's duty passes to the next in turn order (section 10). */
function conceded(state: State, seat: Seat): State {
  const { table } = state;
  const { space, skulls } = tribeOf(table, seat);
  const out = 1 + table.seats.filter((other) => tribeOf(table, other).out > 0).length;
  const hand = handOf(state, seat).map(({ card }) => card);
  const empty = withHand(state, seat, [], { war: 0, rain: 0, day: 0 });
  const left = withTribe(withLaid(empty, space, hand), seat, { skulls: 0, out });
  const { apocalypse, spaces } = left.table;
  return withTable(left, {
    supply: table.supply + skulls,
    spaces: spaces.map((each) => (each.disc === seat ? { ...each, disc: null } : each)),
    apocalypse:
      apocalypse.keeper === seat ? { ...apocalypse, keeper: nextInTurnOrder(table, seat) } : apocalypse,
  });
}

function withTable(state: State, change: Partial<Table>): State {
  return { ...state, table: { ...state.table, ...change } };
}

function withHidden(state: State, change: Partial<Hidden>): State {
  return { ...state, hidden: { ...state.hidden, ...change } };
}

function withChance(state: State, position: number | undefined): State {
  return withHidden(state, { chance: whole(position) });
}

function withTurn(state: State, change: Partial<Turn>): State {
  return withTable(state, { turn: { ...state.table.turn, ...change } });
}

function withApocalypse(state: State, change: Partial<Table["apocalypse"]>): State {
  return withTable(state, { apocalypse: { ...state.table.apocalypse, ...change } });
}

function withTribe(state: State, seat: Seat, change: Partial<Tribe>): State {
  const { tribes } = state.table;
  return withTable(state, { tribes: { ...tribes, [seat]: { ...tribeOf(state.table, seat), ...change } } });
}

function withSkulls(state: State, seat: Seat, more: number): State {
  return withTribe(state, seat, { skulls: tribeOf(state.table, seat).skulls + more });
}

function withSpace(state: State, number: number, change: Partial<Space>): State {
  const { spaces } = state.table;
  return withTable(state, {
    spaces: spaces.with(number - 1, { ...spaceAt(state.table, number), ...change }),
  });
}

function withRack(state: State, number: number, more: number): State {
  return withSpace(state, number, { rack: spaceAt(state.table, number).rack + more });
}

function withDisc(state: State, disc: SpaceId, seat: Seat): State {
  return withSpace(state, spaceNumber(disc), { disc: seat });
}

/** The cards laid face up on a space's stack, one after the other. */
function withLaid(state: State, number: number, cards: readonly Card[]): State {
  const top = cards.at(-1);
  if (top === undefined) return state;
  const { stacks } = state.hidden;
  const stack = [...(stacks[number - 1] ?? []), ...cards];
  return withHidden(withSpace(state, number, { top, height: stack.length }), {
    stacks: stacks.with(number - 1, stack),
  });
}

function withoutTopCard(state: State, deck: Deck): State {
  const { decks } = state.table;
  return withTable(state, { decks: { ...decks, [deck]: decks[deck] - 1 } });
}

function withHeld(state: State, seat: Seat, held: HeldCard, deck: Deck): State {
  const { cards } = tribeOf(state.table, seat);
  const next = withHand(state, seat, [...handOf(state, seat), held], { ...cards, [deck]: cards[deck] + 1 });
  return withHidden(next, { nextHeld: state.hidden.nextHeld + 1 });
}

function withoutHeld(state: State, seat: Seat, id: string, deck: Deck): State {
  const { cards } = tribeOf(state.table, seat);
  const hand = handOf(state, seat).filter((held) => held.id !== id);
  return withHand(state, seat, hand, { ...cards, [deck]: cards[deck] - 1 });
}

function withHand(state: State, seat: Seat, hand: readonly HeldCard[], cards: ByDeck<number>): State {
  return withHidden(withTribe(state, seat, { cards }), { hands: { ...state.hidden.hands, [seat]: hand } });
}

function whole<V>(field: V | undefined): V {
  if (field === undefined) throw new TypeError("a redacted event cannot be folded");
  return field;
}
