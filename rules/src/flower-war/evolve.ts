import { blockAt } from "../chance.ts";
import { currentSpace, spaceAt, spaceNumber } from "./board.ts";
import { deckOf, kindOf } from "./cards.ts";
import { withItem, withKey } from "./copies.ts";
import type { Event } from "./events.ts";
import type { Step } from "./flow.ts";
import { isRuleActive } from "./rule-changes.ts";
import { nextInTurnOrder, tribeOf } from "./seats.ts";
import { createTurn, type Hidden, handOf, type State } from "./state.ts";
import type { Apocalypse, Card, Deck, God, HeldCard, Seat, Space, Table, Tribe } from "./vocabulary.ts";
import { weighBattle } from "./weigh.ts";

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A state into which events are being folded. The fields of `table` and `hidden` are assigned in place; the values in
 * them may be shared with other states, so they are replaced and never changed.
 */
export interface Draft {
  readonly table: Mutable<Table>;
  readonly hidden: Mutable<Hidden>;
  flow: readonly Step[];
}

/** Copies the parts of a state that a draft changes in place. */
export function draftOf({ table, hidden, flow }: State): Draft {
  return { table: { ...table }, hidden: { ...hidden }, flow };
}

/**
 * Folds one event into a state. The new state shares everything unchanged with the old one. Nothing is decided or
 * drawn, so a match can be replayed from its events alone.
 * @throws TypeError for a redacted event, which lacks fields that the fold needs
 */
export function evolve(state: State, event: Event): State {
  const draft = draftOf(state);
  apply(draft, event);
  return draft;
}

/** Folds one event into a draft. */
export function apply(draft: Draft, event: Event): void {
  const { table } = draft;
  switch (event.type) {
    case "turn-began":
      table.turn = createTurn(table.turn.number + 1, event.seat, event.extra);
      return;
    case "ticked":
      updateApocalypse(draft, { state: "running", count: event.count, ruling: event.ruling });
      return;
    case "forestalled":
      updateApocalypse(draft, { state: "forestalled", ruling: null });
      return;
    case "rained":
      table.spaces = table.spaces.map((space, index) =>
        event.spaces.includes(index + 1) ? { ...space, rack: space.rack + 1 } : space,
      );
      table.supply -= event.spaces.length;
      return;
    case "rolled":
      table.turn = { ...table.turn, dice: event.dice };
      moveChance(draft, present(event.chance));
      return;
    case "moved":
      applyMove(draft, event);
      return;
    case "collected":
      addToRack(draft, event.space, -event.skulls);
      addSkulls(draft, event.seat, event.skulls);
      return;
    case "shaken":
      addToRack(draft, event.space, -1);
      table.supply += 1;
      return;
    case "invaded":
      addToRack(draft, event.space, -1);
      table.removed += 1;
      return;
    case "disc-earned": {
      const number = spaceNumber(event.disc);
      setSpace(draft, number, { ...spaceAt(table, number), disc: event.seat });
      return;
    }
    case "apocalypse-triggered":
      updateApocalypse(draft, {
        state: event.ruling === null ? "forestalled" : "running",
        keeper: event.keeper,
        turn: table.turn.number,
        discs: event.discs,
        ruling: event.ruling,
      });
      return;
    case "refilled":
      applyRefill(draft, event);
      return;
    case "top-card-acted":
      if (event.spent) setSpace(draft, event.space, { ...spaceAt(table, event.space), lingers: null });
      return;
    case "tribute-paid":
    case "stake-paid":
    case "skulls-paid":
      addSkulls(draft, event.from, -event.skulls);
      addSkulls(draft, event.to, event.skulls);
      return;
    case "battle-began": {
      const { attacker, defender, dice } = event;
      table.battle = weighBattle(table, { attacker, defender, rolls: dice, cards: [] });
      moveChance(draft, present(event.chance));
      return;
    }
    case "battle-card-played":
      applyBattleCard(draft, event);
      return;
    case "challenged":
    case "passed":
    case "battle-won":
    case "chose":
      return;
    case "battle-ended":
      table.battle = null;
      return;
    case "card-paid":
      passCard(draft, event);
      return;
    case "card-taken":
      passCard(draft, event);
      moveChance(draft, present(event.chance));
      return;
    case "card-drawn":
      drawCard(draft, event.seat, event.deck, present(event.held));
      return;
    case "reshuffled":
      applyReshuffle(draft, event);
      return;
    case "day-card-drawn":
      applyDayCard(draft, event);
      return;
    case "skulls-taken":
      addSkulls(draft, event.seat, event.skulls);
      table.supply -= event.skulls;
      return;
    case "skulls-lost":
      addSkulls(draft, event.seat, -event.skulls);
      table.removed += event.skulls;
      return;
    case "offered":
      addOffering(draft, event.god, event.from);
      return;
    case "rack-filled":
      addToRack(draft, event.space, event.skulls);
      table.supply -= event.skulls;
      return;
    case "extra-turn-won":
      table.turn = { ...table.turn, again: true };
      return;
    case "canoe-launched": {
      const tribe = tribeOf(table, event.seat);
      setTribe(draft, event.seat, { ...tribe, canoes: tribe.canoes + 1 });
      return;
    }
    case "copy-received": {
      const tribe = tribeOf(table, event.seat);
      setTribe(draft, event.seat, { ...tribe, copies: [...tribe.copies, event.disc] });
      return;
    }
    case "sacrificed":
      addOffering(draft, event.god, event.free ? null : event.seat);
      table.turn = { ...table.turn, sacrifices: addedTo(table.turn.sacrifices, event.god, 1) };
      return;
    case "traded":
      table.turn = { ...table.turn, traded: true };
      addSkulls(draft, event.seat, -event.skulls);
      table.removed += event.skulls;
      return;
    case "card-played":
      layCard(draft, event, event.cost, kindOf(event.card).lingers === undefined ? null : event.seat);
      return;
    case "discarded":
      layCard(draft, event, 0, null);
      return;
    case "conceded":
      applyConcession(draft, event.seat);
      return;
    case "ended":
      table.battle = null;
      table.awaiting = null;
      table.outcome = event.outcome;
      draft.flow = [];
      return;
    case "asked":
      table.awaiting = event.awaiting;
      draft.flow = present(event.flow);
  }
}

/** Moves a seat. Moving by a roll uses up its canoes. */
function applyMove(draft: Draft, { seat, space, steps, landing }: EventOf<"moved">): void {
  const { table } = draft;
  const tribe = tribeOf(table, seat);
  setTribe(draft, seat, { ...tribe, space, canoes: steps === null ? tribe.canoes : 0 });
  if (landing) table.turn = { ...table.turn, landings: table.turn.landings + 1 };
}

function applyRefill(draft: Draft, { space, supply, lake }: EventOf<"refilled">): void {
  const { table } = draft;
  addToRack(draft, space, supply + lake.huitzilopochtli + lake.tlaloc);
  table.supply -= supply;
  table.lake = {
    huitzilopochtli: table.lake.huitzilopochtli - lake.huitzilopochtli,
    tlaloc: table.lake.tlaloc - lake.tlaloc,
  };
}

/**
 * Puts a skull into a god's half of the lake; by atl's rule Tlaloc counts it twice.
 * @param from the seat that gives the skull; `null`: it comes from supply
 */
function addOffering(draft: Draft, god: God, from: Seat | null): void {
  const { table } = draft;
  const counted = god === "tlaloc" && isRuleActive("atl", table) ? 2 : 1;
  table.lake = addedTo(table.lake, god, 1);
  table.offerings = addedTo(table.offerings, god, counted);
  if (from === null) table.supply -= 1;
  else addSkulls(draft, from, -1);
}

function applyBattleCard(draft: Draft, event: EventOf<"battle-card-played">): void {
  const { table } = draft;
  const { seat, card, roll, chance } = event;
  if (table.battle === null) throw new Error("a battle card was played outside a battle");
  const { attacker, defender, rolls, played } = table.battle;
  layCard(draft, event, event.cost, null);
  table.battle = weighBattle(table, { attacker, defender, rolls, cards: [...played, { seat, card, roll }] });
  if (chance !== undefined) moveChance(draft, chance);
}

/**
 * Moves a card from a hand onto the current space's stack, and its cost onto the rack there.
 * @param lingers the player, if the card goes on acting on the stack; else `null`
 */
function layCard(
  draft: Draft,
  { seat, card, id }: { readonly seat: Seat; readonly card: Card; readonly id?: string },
  cost: number,
  lingers: Seat | null,
): void {
  const { table, hidden } = draft;
  const tribe = tribeOf(table, seat);
  const deck = deckOf(card);
  const here = currentSpace(table);
  const space = spaceAt(table, here);
  hidden.hands = withKey(hidden.hands, seat, withoutCard(handOf(draft, seat), present(id)));
  setTribe(draft, seat, { ...tribe, skulls: tribe.skulls - cost, cards: addedTo(tribe.cards, deck, -1) });
  setSpace(draft, here, { ...space, rack: space.rack + cost, top: card, lingers, height: space.height + 1 });
  addToStack(draft, here, [card]);
}

/** Moves a card from one hand into another. */
function passCard(draft: Draft, event: EventOf<"card-paid"> | EventOf<"card-taken">): void {
  const { hidden } = draft;
  const { from, to, deck } = event;
  addToCards(draft, from, deck, -1);
  addToCards(draft, to, deck, 1);
  hidden.hands = {
    ...hidden.hands,
    [from]: withoutCard(handOf(draft, from), present(event.gave).id),
    [to]: [...handOf(draft, to), present(event.got)],
  };
  hidden.nextHeld += 1;
}

/** Moves the top card of a deck into a hand. */
function drawCard(draft: Draft, seat: Seat, deck: Deck, held: HeldCard): void {
  const { table, hidden } = draft;
  table.decks = addedTo(table.decks, deck, -1);
  addToCards(draft, seat, deck, 1);
  hidden.hands = withKey(hidden.hands, seat, [...handOf(draft, seat), held]);
  hidden.nextHeld += 1;
}

function applyDayCard(draft: Draft, { seat, card, kept, resolves }: EventOf<"day-card-drawn">): void {
  if (kept !== null) {
    drawCard(draft, seat, "day", { id: kept, card });
    return;
  }
  const { table } = draft;
  const here = currentSpace(table);
  const space = spaceAt(table, here);
  table.decks = addedTo(table.decks, "day", -1);
  setSpace(draft, here, { ...space, top: card, lingers: null, height: space.height + 1 });
  addToStack(draft, here, [card]);
  if (resolves) table.turn = { ...table.turn, dayCards: table.turn.dayCards + 1 };
}

/** Moves every card of a deck from the stacks back into it, except the stacks' top cards. */
function applyReshuffle(draft: Draft, event: EventOf<"reshuffled">): void {
  const { table, hidden } = draft;
  const { deck } = event;
  const order = present(event.order);
  const stacks = hidden.stacks.map((stack) =>
    stack.filter((card, index) => index === stack.length - 1 || deckOf(card) !== deck),
  );
  table.spaces = table.spaces.map((space, index) => {
    const height = stacks[index]?.length ?? 0;
    return space.height === height ? space : { ...space, height };
  });
  table.decks = withKey(table.decks, deck, order.length);
  hidden.stacks = stacks;
  hidden.decks = withKey(hidden.decks, deck, order);
  moveChance(draft, present(event.chance));
}

/**
 * Takes a seat out of the match (canon section 9). The next seat in turn order becomes the keeper, if the seat was
 * (section 10).
 */
function applyConcession(draft: Draft, seat: Seat): void {
  const { table, hidden } = draft;
  const tribe = tribeOf(table, seat);
  const out = 1 + table.seats.filter((other) => tribeOf(table, other).out > 0).length;
  const hand = handOf(draft, seat).map(({ card }) => card);
  const top = hand.at(-1);
  if (top !== undefined) {
    const space = spaceAt(table, tribe.space);
    setSpace(draft, tribe.space, { ...space, top, lingers: null, height: space.height + hand.length });
  }
  table.spaces = table.spaces.map((space) => withoutSeat(space, seat));
  setTribe(draft, seat, { ...tribe, skulls: 0, cards: NO_CARDS, copies: [], canoes: 0, out });
  table.supply += tribe.skulls;
  if (table.apocalypse.keeper === seat) updateApocalypse(draft, { keeper: nextInTurnOrder(table, seat) });
  hidden.hands = withKey(hidden.hands, seat, []);
  addToStack(draft, tribe.space, hand);
}

const NO_CARDS = { war: 0, rain: 0, day: 0 };

/** Returns a space without a seat that is out: the seat holds no disc, and its top card no longer acts. */
function withoutSeat(space: Space, seat: Seat): Space {
  if (space.disc !== seat && space.lingers !== seat) return space;
  return {
    ...space,
    disc: space.disc === seat ? null : space.disc,
    lingers: space.lingers === seat ? null : space.lingers,
  };
}

function moveChance({ hidden }: Draft, position: number): void {
  hidden.chance = position;
  hidden.block = blockAt(hidden.seed, position, hidden.block);
}

function updateApocalypse({ table }: Draft, change: Partial<Apocalypse>): void {
  table.apocalypse = { ...table.apocalypse, ...change };
}

function setTribe({ table }: Draft, seat: Seat, tribe: Tribe): void {
  table.tribes = withKey(table.tribes, seat, tribe);
}

function addToCards(draft: Draft, seat: Seat, deck: Deck, cards: number): void {
  const tribe = tribeOf(draft.table, seat);
  setTribe(draft, seat, { ...tribe, cards: addedTo(tribe.cards, deck, cards) });
}

function addSkulls(draft: Draft, seat: Seat, skulls: number): void {
  const tribe = tribeOf(draft.table, seat);
  setTribe(draft, seat, { ...tribe, skulls: tribe.skulls + skulls });
}

function setSpace({ table }: Draft, number: number, space: Space): void {
  table.spaces = withItem(table.spaces, number - 1, space);
}

function addToRack(draft: Draft, number: number, skulls: number): void {
  const space = spaceAt(draft.table, number);
  setSpace(draft, number, { ...space, rack: space.rack + skulls });
}

/** Lays cards on top of a space's stack, one after the other. */
function addToStack({ hidden }: Draft, number: number, cards: readonly Card[]): void {
  const stack = hidden.stacks[number - 1] ?? [];
  hidden.stacks = withItem(hidden.stacks, number - 1, [...stack, ...cards]);
}

/** Returns the counts with `more` added to one of them. */
function addedTo<K extends string>(counts: { readonly [k in K]: number }, key: NoInfer<K>, more: number) {
  return withKey(counts, key, counts[key] + more);
}

function withoutCard(hand: readonly HeldCard[], id: string): readonly HeldCard[] {
  return hand.filter((held) => held.id !== id);
}

/** Returns a field that is missing only in redacted events. */
function present<V>(field: V | undefined): V {
  if (field === undefined) throw new TypeError("a redacted event cannot be folded");
  return field;
}
