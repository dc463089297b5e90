import { blockAt } from "../chance.ts";
import { currentSpace, spaceAt, spaceNumber } from "./board.ts";
import { deckOf, kindOf } from "./cards.ts";
import { withItem, withKey } from "./copies.ts";
import type { Event } from "./events.ts";
import type { Step } from "./flow.ts";
import { isRuleActive } from "./rule-changes.ts";
import { nextInTurnOrder, tribeOf } from "./seats.ts";
import { createTurn, type Hidden, handOf, type State } from "./state.ts";
import type {
  Apocalypse,
  Card,
  Catastrophe,
  Deck,
  God,
  HeldCard,
  Seat,
  Space,
  Table,
  Tribe,
} from "./vocabulary.ts";
import { weighBattle } from "./weigh.ts";

type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A state into which events are being folded. The fields of `table` are assigned in place; the values in them and
 * `hidden`, which few events change, may be shared with other states, so they are replaced and never changed.
 */
export interface Draft {
  readonly table: Mutable<Table>;
  hidden: Hidden;
  flow: readonly Step[];
}

/** Copies the part of a state that a draft changes in place. */
export function draftOf({ table, hidden, flow }: State): Draft {
  return { table: { ...table }, hidden, flow };
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
  (FOLDS[event.type] as Fold<Event>)(draft, event);
}

type Fold<E extends Event> = (draft: Draft, event: E) => void;

/** How each event is folded. A `switch` would compare an event's type with half of the others first. */
const FOLDS: { readonly [T in Event["type"]]: Fold<EventOf<T>> } = {
  "turn-began": ({ table }, { seat, extra }) => {
    table.turn = createTurn(table.turn.number + 1, seat, extra);
  },
  ticked: (draft, { count, ruling }) => {
    updateApocalypse(draft, { state: "running", count, ruling });
    spendOfferings(draft, ruling);
  },
  forestalled: (draft) => updateApocalypse(draft, { state: "forestalled", ruling: null }),
  rained: ({ table }, { spaces }) => {
    table.spaces = table.spaces.map((space, index) =>
      spaces.includes(index + 1) ? { ...space, rack: space.rack + 1 } : space,
    );
    table.supply -= spaces.length;
  },
  rolled: (draft, { dice, chance }) => {
    draft.table.turn = { ...draft.table.turn, dice };
    moveChance(draft, present(chance));
  },
  moved: applyMove,
  collected: (draft, { seat, space, skulls }) => {
    addToRack(draft, space, -skulls);
    addSkulls(draft, seat, skulls);
  },
  shaken: (draft, { space }) => {
    addToRack(draft, space, -1);
    draft.table.supply += 1;
  },
  invaded: (draft, { space }) => {
    addToRack(draft, space, -1);
    draft.table.removed += 1;
  },
  "disc-earned": (draft, { seat, disc }) => {
    const number = spaceNumber(disc);
    setSpace(draft, number, { ...spaceAt(draft.table, number), disc: seat });
  },
  "apocalypse-triggered": (draft, { keeper, discs, ruling }) => {
    const state = ruling === null ? "forestalled" : "running";
    updateApocalypse(draft, { state, keeper, turn: draft.table.turn.number, discs, ruling });
    spendOfferings(draft, ruling);
  },
  refilled: applyRefill,
  "top-card-acted": (draft, { space, spent }) => {
    if (spent) setSpace(draft, space, { ...spaceAt(draft.table, space), lingers: null });
  },
  "tribute-paid": paySkulls,
  "battle-began": (draft, { attacker, defender, dice, chance }) => {
    draft.table.battle = weighBattle(draft.table, { attacker, defender, rolls: dice, cards: [] });
    moveChance(draft, present(chance));
  },
  challenged: changeNothing,
  passed: changeNothing,
  "battle-card-played": applyBattleCard,
  "battle-won": changeNothing,
  "stake-paid": paySkulls,
  "battle-ended": ({ table }) => {
    table.battle = null;
  },
  "card-paid": passCard,
  "card-taken": (draft, event) => {
    passCard(draft, event);
    moveChance(draft, present(event.chance));
  },
  "card-drawn": (draft, { seat, deck, held }) => drawCard(draft, seat, deck, present(held)),
  reshuffled: applyReshuffle,
  "day-card-drawn": applyDayCard,
  chose: changeNothing,
  "skulls-taken": (draft, { seat, skulls }) => {
    addSkulls(draft, seat, skulls);
    draft.table.supply -= skulls;
  },
  "skulls-lost": (draft, { seat, skulls }) => {
    addSkulls(draft, seat, -skulls);
    draft.table.removed += skulls;
  },
  "skulls-paid": paySkulls,
  offered: (draft, { god, from }) => addOffering(draft, god, from),
  "rack-filled": (draft, { space, skulls }) => {
    addToRack(draft, space, skulls);
    draft.table.supply -= skulls;
  },
  "extra-turn-won": ({ table }) => {
    table.turn = { ...table.turn, again: true };
  },
  "canoe-launched": (draft, { seat }) => {
    const tribe = tribeOf(draft.table, seat);
    setTribe(draft, seat, { ...tribe, canoes: tribe.canoes + 1 });
  },
  "copy-received": (draft, { seat, disc }) => {
    const tribe = tribeOf(draft.table, seat);
    setTribe(draft, seat, { ...tribe, copies: [...tribe.copies, disc] });
  },
  sacrificed: (draft, { seat, god, free }) => {
    const { turn } = draft.table;
    addOffering(draft, god, free ? null : seat);
    draft.table.turn = { ...turn, sacrifices: addedTo(turn.sacrifices, god, 1) };
  },
  traded: (draft, { seat, skulls }) => {
    const { table } = draft;
    table.turn = { ...table.turn, traded: true };
    addSkulls(draft, seat, -skulls);
    table.removed += skulls;
  },
  "card-played": (draft, event) => {
    layCard(draft, event, event.cost, kindOf(event.card).lingers === undefined ? null : event.seat);
  },
  discarded: (draft, event) => layCard(draft, event, 0, null),
  conceded: applyConcession,
  ended: (draft, { outcome }) => {
    const { table } = draft;
    table.battle = null;
    table.awaiting = null;
    table.outcome = outcome;
    draft.flow = [];
  },
  asked: (draft, { awaiting, flow }) => {
    draft.table.awaiting = awaiting;
    draft.flow = present(flow);
  },
};

function changeNothing(): void {}

/** Moves skulls from one seat to another. */
function paySkulls(
  draft: Draft,
  { from, to, skulls }: { readonly from: Seat; readonly to: Seat; readonly skulls: number },
): void {
  addSkulls(draft, from, -skulls);
  addSkulls(draft, to, skulls);
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
  const { unspent } = table.apocalypse;
  if (unspent !== undefined) updateApocalypse(draft, { unspent: addedTo(unspent, god, counted) });
  if (from === null) table.supply -= 1;
  else giveSkull(draft, from);
}

/** Takes the skull of an offering from a seat, and counts it if offerings decide who wins (canon section 9). */
function giveSkull(draft: Draft, seat: Seat): void {
  const tribe = tribeOf(draft.table, seat);
  const skulls = tribe.skulls - 1;
  const isCounted = tribe.offered !== undefined && draft.table.apocalypse.state !== "none";
  setTribe(draft, seat, isCounted ? { ...tribe, skulls, offered: tribe.offered + 1 } : { ...tribe, skulls });
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
  setTribe(draft, seat, { ...tribe, skulls: tribe.skulls - cost, cards: addedTo(tribe.cards, deck, -1) });
  setSpace(draft, here, { ...space, rack: space.rack + cost, top: card, lingers, height: space.height + 1 });
  const hands = withKey(hidden.hands, seat, withoutCard(handOf(draft, seat), present(id)));
  draft.hidden = { ...hidden, hands, stacks: withCards(hidden.stacks, here, [card]) };
}

/** Moves a card from one hand into another. */
function passCard(draft: Draft, event: EventOf<"card-paid"> | EventOf<"card-taken">): void {
  const { hidden } = draft;
  const { from, to, deck } = event;
  addToCards(draft, from, deck, -1);
  addToCards(draft, to, deck, 1);
  const hands = {
    ...hidden.hands,
    [from]: withoutCard(handOf(draft, from), present(event.gave).id),
    [to]: [...handOf(draft, to), present(event.got)],
  };
  draft.hidden = { ...hidden, hands, nextHeld: hidden.nextHeld + 1 };
}

/** Moves the top card of a deck into a hand. */
function drawCard(draft: Draft, seat: Seat, deck: Deck, held: HeldCard): void {
  const { table, hidden } = draft;
  table.decks = addedTo(table.decks, deck, -1);
  addToCards(draft, seat, deck, 1);
  const hands = withKey(hidden.hands, seat, [...handOf(draft, seat), held]);
  draft.hidden = { ...hidden, hands, nextHeld: hidden.nextHeld + 1 };
}

function applyDayCard(draft: Draft, { seat, card, kept, resolves }: EventOf<"day-card-drawn">): void {
  if (kept !== null) {
    drawCard(draft, seat, "day", { id: kept, card });
    return;
  }
  const { table, hidden } = draft;
  const here = currentSpace(table);
  const space = spaceAt(table, here);
  table.decks = addedTo(table.decks, "day", -1);
  setSpace(draft, here, { ...space, top: card, lingers: null, height: space.height + 1 });
  draft.hidden = { ...hidden, stacks: withCards(hidden.stacks, here, [card]) };
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
  draft.hidden = { ...hidden, stacks, decks: withKey(hidden.decks, deck, order) };
  moveChance(draft, present(event.chance));
}

/**
 * Takes a seat out of the match (canon section 9). The next seat in turn order becomes the keeper, if the seat was
 * (section 10).
 */
function applyConcession(draft: Draft, { seat }: EventOf<"conceded">): void {
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
  const stacks = withCards(hidden.stacks, tribe.space, hand);
  draft.hidden = { ...hidden, hands: withKey(hidden.hands, seat, []), stacks };
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

function moveChance(draft: Draft, position: number): void {
  const { hidden } = draft;
  draft.hidden = { ...hidden, chance: position, block: blockAt(hidden.seed, position, hidden.block) };
}

function updateApocalypse({ table }: Draft, change: Partial<Apocalypse>): void {
  table.apocalypse = { ...table.apocalypse, ...change };
}

/** Uses up the offerings of the god that brings a catastrophe, where the option says so (canon section 10). */
function spendOfferings(draft: Draft, ruling: Catastrophe | null): void {
  const { unspent } = draft.table.apocalypse;
  if (unspent === undefined || ruling === null) return;
  const god = ruling === "flood" ? "tlaloc" : "huitzilopochtli";
  updateApocalypse(draft, { unspent: { ...unspent, [god]: 0 } });
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

/** Returns the stacks with cards laid on top of a space's, one after the other. */
function withCards(stacks: Hidden["stacks"], number: number, cards: readonly Card[]): Hidden["stacks"] {
  return withItem(stacks, number - 1, [...(stacks[number - 1] ?? []), ...cards]);
}

/** Returns the counts with `more` added to one of them. */
function addedTo<K extends string>(counts: { readonly [k in K]: number }, key: NoInfer<K>, more: number) {
  const sums: { [k in K]: number } = { ...counts };
  sums[key] += more;
  return sums;
}

function withoutCard(hand: readonly HeldCard[], id: string): readonly HeldCard[] {
  return hand.filter((held) => held.id !== id);
}

/** Returns a field that is missing only in redacted events. */
function present<V>(field: V | undefined): V {
  if (field === undefined) throw new TypeError("a redacted event cannot be folded");
  return field;
}
