import {
  type Card,
  type Catastrophe,
  cardFace,
  type Deck,
  type Event,
  type God,
  type Seat,
  SIGNS,
  SPACES,
  type Space,
  type Table,
  type Tribe,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { pointAt } from "../../game-frame/board/ring.ts";
import {
  type BoardPoint,
  type Cue,
  cue,
  endCue,
  type Flying,
  type GameMotion,
  type Motion,
  type Place,
} from "../../game-frame/motion/motions.ts";
import { leaderOf } from "./battle-words.ts";
import { angleOf, BEADS_A_HALF, beadPlaces, RADIUS, spaceAhead, stepsTo } from "./board/geometry.ts";
import { DISC_OF_SIGN, discPicture, offeringWeight } from "./board/signs.ts";

/** ms of each motion at normal speed. */
const ROLL = 600;
const STEP = 140;
const WALK = 840;
const SKULL = 320;
const DISC = 480;
const CARD = 240;
const BEAD = 480;
const TICK = 320;
const CATASTROPHE = 900;

const SKULL_DRAWN: Flying = { sheet: "marks", id: "skull" };
const SUPPLY = '[data-note="supply"]';
const REMOVED = '[data-note="removed"]';

/** Returns what moves on the table of Flower War at an event. */
export function motionsOf(view: View, event: Event): readonly Motion[] {
  return [...tableMotions(view, event), ...cuesOf(view, event)];
}

/** Returns the cues of an event for a viewer, from what they may know. */
function cuesOf({ seat: viewer, table }: View, event: Event): readonly Cue[] {
  switch (event.type) {
    case "battle-won":
    case "battle-ended":
      return battleCues(table, viewer, event);
    case "disc-earned":
      return signCues(viewer, event.seat, event.from, event.disc);
    case "card-drawn":
      return signCues(viewer, event.seat, null, event.held?.card);
    case "card-paid":
    case "card-taken":
      return signCues(viewer, event.to, event.from, (event.got ?? event.gave)?.card);
    case "day-card-drawn":
      return event.kept === null ? [] : signCues(viewer, event.seat, null, "flower");
    case "apocalypse-triggered":
      return [cue("apocalypse", { pictures: event.discs.map(discPicture) })];
    case "sacrificed":
    case "offered":
      return [cue("offering")];
    case "ended": {
      const { winner, by } = event.outcome;
      if (winner === null) return [cue("no-winner")];
      const signs = by === "signs" ? SIGNS.map((sign) => discPicture(DISC_OF_SIGN[sign])) : [];
      return [endCue(viewer === null ? null : viewer === winner, signs)];
    }
    default:
      return [];
  }
}

/** Returns the cue for the end of a battle of the viewer: the loser pays of what they have (canon section 5). */
function battleCues(
  table: Table,
  viewer: Seat | null,
  event: Extract<Event, { type: "battle-won" | "battle-ended" }>,
): readonly Cue[] {
  const { battle, tribes } = table;
  if (battle === null || (battle.attacker !== viewer && battle.defender !== viewer)) return [];
  const [own, other] =
    battle.attacker === viewer ? ([ATTACKER, DEFENDER] as const) : ([DEFENDER, ATTACKER] as const);
  const totals = { own: battle.totals[own], other: battle.totals[other] };
  if (event.type === "battle-won") {
    const paid = Math.min(battle.stake, tribes[event.loser]?.skulls ?? 0);
    return [cue(event.winner === viewer ? "battle-won" : "battle-lost", { battle: { ...totals, paid } })];
  }
  return leaderOf(battle, table) === null ? [cue("battle-even", { battle: { ...totals, paid: 0 } })] : [];
}

const [ATTACKER, DEFENDER] = ["attacker", "defender"] as const;

/** Returns the cue for a sign that comes to the viewer or is taken from them. @param thing a card's or a disc's id */
function signCues(
  viewer: Seat | null,
  to: Seat,
  from: Seat | null,
  thing: string | undefined,
): readonly Cue[] {
  const sign = SIGNS.find((each) => thing === each || thing === DISC_OF_SIGN[each]);
  if (sign === undefined || viewer === null || (viewer !== to && viewer !== from)) return [];
  const pictures = [discPicture(DISC_OF_SIGN[sign])];
  return [cue(viewer === to ? "sign-gained" : "sign-lost", { pictures })];
}

function tableMotions({ table }: View, event: Event): readonly Motion[] {
  switch (event.type) {
    case "rolled":
      return [{ type: "tumble", what: '[data-note="roll"] svg', ms: ROLL }];
    case "moved":
      return walk(table, event.seat, event.space, event.steps);
    case "collected":
      return [skull(rackAt(event.space), skullsOf(event.seat))];
    case "shaken":
      return [skull(rackAt(event.space), SUPPLY)];
    case "invaded":
      return [skull(rackAt(event.space), REMOVED)];
    case "rained":
      return event.spaces.map((space) => skull(SUPPLY, rackAt(space)));
    case "refilled":
    case "rack-filled":
      return [skull(SUPPLY, rackAt(event.space))];
    case "disc-earned":
      return [fly({ sheet: "signs", id: event.disc }, discAt(event.disc), plaqueOf(event.seat), DISC)];
    case "tribute-paid":
    case "stake-paid":
    case "skulls-paid":
      return event.skulls === 0 ? [] : [skull(skullsOf(event.from), skullsOf(event.to))];
    case "skulls-taken":
      return event.skulls === 0 ? [] : [skull(SUPPLY, skullsOf(event.seat))];
    case "skulls-lost":
    case "traded":
      return event.skulls === 0 ? [] : [skull(skullsOf(event.seat), REMOVED)];
    case "battle-began":
      return [
        { type: "tumble", what: "[data-battle-die] > svg", ms: ROLL },
        ...[event.attacker, event.defender].map(
          (seat): Motion => ({
            type: "shake",
            what: pawnOf(seat),
            ms: ROLL,
          }),
        ),
      ];
    case "card-paid":
    case "card-taken":
      return [fly(back(event.deck), plaqueOf(event.from), plaqueOf(event.to), CARD)];
    case "card-drawn":
      return [fly(back(event.deck), deckOf(event.deck), plaqueOf(event.seat), CARD)];
    case "day-card-drawn": {
      const to = event.kept === null ? cardsAt(currentSpace(table)) : plaqueOf(event.seat);
      return [fly(back("day"), deckOf("day"), to, CARD)];
    }
    case "card-played":
    case "battle-card-played":
    case "discarded": {
      const { deck } = cardFace(event.card);
      return [fly(back(deck), plaqueOf(event.seat), cardsAt(currentSpace(table)), CARD)];
    }
    case "sacrificed":
    case "offered":
      return [offer(table, event.god)];
    case "ticked":
      return [
        { type: "appear", what: `[data-ray="${event.count}"]`, ms: TICK },
        ...catastrophe(table, event.ruling),
      ];
    case "apocalypse-triggered":
      return catastrophe(table, event.ruling);
    default:
      return [];
  }
}

/** The pawn walks space by space, in the direction of its steps; without steps the shorter way. */
function walk({ tribes }: Table, seat: Seat, to: number, steps: number | null): readonly Motion[] {
  const from = tribes[seat]?.space ?? to;
  const [ahead, behind] = [stepsTo(from, to), stepsTo(from, to, -1)];
  if (ahead === 0) return [];
  const isForward = steps === null ? ahead <= behind : ahead === steps || behind !== steps;
  const count = isForward ? ahead : behind;
  const way = Array.from({ length: count + 1 }, (_, index) =>
    pointAt(RADIUS.causeway, angleOf(spaceAhead(from, index, isForward ? 1 : -1))),
  );
  return [{ type: "walk", what: pawnOf(seat), way, ms: Math.min(WALK, STEP * count) }];
}

/** Water or fire goes round the ring when a catastrophe begins or becomes the other one. */
function catastrophe({ apocalypse }: Table, ruling: Catastrophe | null): readonly Motion[] {
  return ruling === null || ruling === apocalypse.ruling
    ? []
    : [{ type: "sweep", what: "[data-ruled]", ms: CATASTROPHE }];
}

/** Where a god's slot is, and the steps below it. */
const SLOT = { x: { tlaloc: -21, huitzilopochtli: 21 }, y: -10 };
const STAIRS: readonly number[] = [0, 13, 27, 41, 55, 72];

/** A bead comes out of the slot, rolls down the stairs and over the shore to its place in the lake. */
function offer({ lake }: Table, god: God): Motion {
  const place = beadPlaces(god)[Math.min(lake[god], BEADS_A_HALF - 1)] ?? [0, 0];
  const x = SLOT.x[god];
  const stairs = STAIRS.map((y): BoardPoint => [x * 0.72, y]);
  const way: readonly BoardPoint[] = [[x, SLOT.y], ...stairs, place];
  return { type: "roll", drawing: { sheet: "marks", id: "bead" }, size: 12, way, ms: BEAD };
}

const fly = (drawing: Flying, from: Place, to: Place, ms: number): Motion => ({
  type: "fly",
  drawing,
  from,
  to,
  ms,
});

const skull = (from: Place, to: Place): Motion => fly(SKULL_DRAWN, from, to, SKULL);
const skullsOf = (seat: Seat): string => `${plaqueOf(seat)}, ${plaqueOf(seat)} [data-skulls]`;
const back = (deck: Deck): Flying => ({ sheet: "cards", id: `back-${deck}` });
const plaqueOf = (seat: Seat): string => `[data-seat="${seat}"]`;
const pawnOf = (seat: Seat): string => `[data-pawn="${seat}"]`;
const deckOf = (deck: Deck): string => `[data-deck="${deck}"]`;
const rackAt = (space: number): BoardPoint => pointAt(304, angleOf(space));
const cardsAt = (space: number): BoardPoint => pointAt(RADIUS.card, angleOf(space));
const discAt = (disc: (typeof SPACES)[number]): BoardPoint =>
  pointAt(RADIUS.disc, angleOf(SPACES.indexOf(disc) + 1));

/**
 * Returns a view with what an event changes on board and plaques. Only what can be seen while things move is folded, and from
 * redacted events; the view after the entry has the rest.
 */
export function fold(view: View, event: Event, after: View): View {
  const table = foldTable(view.table, event, after.table);
  return table === view.table ? view : { ...view, table };
}

function foldTable(table: Table, event: Event, after: Table): Table {
  switch (event.type) {
    case "turn-began": {
      const { turn } = table;
      const { seat, extra } = event;
      return { ...table, turn: { ...turn, number: turn.number + 1, seat, extra, dice: [], landings: 0 } };
    }
    case "ticked":
      return spendOfferings(
        withApocalypse(table, { state: "running", count: event.count, ruling: event.ruling }),
      );
    case "forestalled":
      return withApocalypse(table, { state: "forestalled", ruling: null });
    case "apocalypse-triggered": {
      const { keeper, discs, ruling } = event;
      const state = ruling === null ? "forestalled" : "running";
      return spendOfferings(withApocalypse(table, { state, keeper, discs, ruling }));
    }
    case "rained":
      return event.spaces.reduce((each, space) => addToRack(each, space, 1), addToSupply(table, event, -1));
    case "rolled":
      return { ...table, turn: { ...table.turn, dice: event.dice } };
    case "moved": {
      const { turn } = table;
      const landings = turn.landings + Number(event.landing);
      const moved = { ...table, turn: { ...turn, landings } };
      return withTribe(moved, event.seat, () => ({ space: event.space }));
    }
    case "collected":
      return addToRack(addSkulls(table, event.seat, event.skulls), event.space, -event.skulls);
    case "shaken":
      return addToRack({ ...table, supply: table.supply + 1 }, event.space, -1);
    case "invaded":
      return addToRack({ ...table, removed: table.removed + 1 }, event.space, -1);
    case "disc-earned":
      return withSpace(table, SPACES.indexOf(event.disc) + 1, () => ({ disc: event.seat }));
    case "refilled":
      return refill(table, event);
    case "tribute-paid":
    case "stake-paid":
    case "skulls-paid":
      return addSkulls(addSkulls(table, event.from, -event.skulls), event.to, event.skulls);
    case "battle-began":
    case "battle-card-played":
      return layBattleCard({ ...table, battle: after.battle }, event);
    case "battle-ended":
      return { ...table, battle: null };
    case "card-paid":
    case "card-taken":
      return addCard(addCard(table, event.from, event.deck, -1), event.to, event.deck, 1);
    case "card-drawn":
      return drawCard(table, event.seat, event.deck);
    case "day-card-drawn":
      if (event.kept !== null) return drawCard(table, event.seat, "day");
      return layCard(takeFromDeck(table, "day"), event.card, 0);
    case "skulls-taken":
      return addSkulls({ ...table, supply: table.supply - event.skulls }, event.seat, event.skulls);
    case "skulls-lost":
    case "traded":
      return addSkulls({ ...table, removed: table.removed + event.skulls }, event.seat, -event.skulls);
    case "offered":
      return addOffering(table, event.god, event.from);
    case "sacrificed":
      return addOffering(table, event.god, event.free ? null : event.seat);
    case "rack-filled":
      return addToRack({ ...table, supply: table.supply - event.skulls }, event.space, event.skulls);
    case "card-played":
      return playCard(table, event.seat, event.card, event.cost);
    case "discarded":
      return playCard(table, event.seat, event.card, 0);
    default:
      return table;
  }
}

/** The space on which the active seat stands: cards are laid there. */
const currentSpace = ({ tribes, turn }: Table): number => tribes[turn.seat]?.space ?? 1;

function refill(table: Table, { space, supply, lake }: Extract<Event, { type: "refilled" }>): Table {
  const { tlaloc, huitzilopochtli } = table.lake;
  const left = { tlaloc: tlaloc - lake.tlaloc, huitzilopochtli: huitzilopochtli - lake.huitzilopochtli };
  const refilled = { ...table, supply: table.supply - supply, lake: left };
  return addToRack(refilled, space, supply + lake.tlaloc + lake.huitzilopochtli);
}

function layBattleCard(table: Table, event: Event): Table {
  return event.type === "battle-card-played" ? playCard(table, event.seat, event.card, event.cost) : table;
}

function playCard(table: Table, seat: Seat, card: Card, cost: number): Table {
  const { deck } = cardFace(card);
  return layCard(addSkulls(addCard(table, seat, deck, -1), seat, -cost), card, cost);
}

/** Lays a card on the stack of the current space, and what it cost onto the rack there. */
function layCard(table: Table, top: Card, cost: number): Table {
  return withSpace(table, currentSpace(table), ({ rack, height }) => ({
    rack: rack + cost,
    height: height + 1,
    top,
    lingers: null,
  }));
}

function addOffering(table: Table, god: God, from: Seat | null): Table {
  const lake = { ...table.lake, [god]: table.lake[god] + 1 };
  const counted = offeringWeight(table, god);
  const offerings = { ...table.offerings, [god]: table.offerings[god] + counted };
  const { unspent } = table.apocalypse;
  const left = unspent && { unspent: { ...unspent, [god]: unspent[god] + counted } };
  const offered = { ...withApocalypse(table, left ?? {}), lake, offerings };
  return from === null ? { ...offered, supply: table.supply - 1 } : giveSkull(offered, from);
}

/** Takes the skull of an offering from a seat, and counts it if offerings decide who wins (canon section 9). */
const giveSkull = (table: Table, seat: Seat): Table =>
  withTribe(table, seat, ({ skulls, offered }) => ({
    skulls: skulls - 1,
    ...(offered !== undefined && table.apocalypse.state !== "none" && { offered: offered + 1 }),
  }));

const drawCard = (table: Table, seat: Seat, deck: Deck): Table =>
  addCard(takeFromDeck(table, deck), seat, deck, 1);

const takeFromDeck = (table: Table, deck: Deck): Table => ({
  ...table,
  decks: { ...table.decks, [deck]: table.decks[deck] - 1 },
});

const addCard = (table: Table, seat: Seat, deck: Deck, cards: number): Table =>
  withTribe(table, seat, (tribe) => ({ cards: { ...tribe.cards, [deck]: tribe.cards[deck] + cards } }));

const addSkulls = (table: Table, seat: Seat, skulls: number): Table =>
  withTribe(table, seat, (tribe) => ({ skulls: tribe.skulls + skulls }));

const addToRack = (table: Table, space: number, skulls: number): Table =>
  withSpace(table, space, ({ rack }) => ({ rack: rack + skulls }));

const addToSupply = (table: Table, { spaces }: { spaces: readonly number[] }, each: number): Table => ({
  ...table,
  supply: table.supply + each * spaces.length,
});

const withApocalypse = (table: Table, changes: Partial<Table["apocalypse"]>): Table => ({
  ...table,
  apocalypse: { ...table.apocalypse, ...changes },
});

/** Uses up the offerings of the god whose catastrophe comes, where the table says so (canon section 10). */
function spendOfferings(table: Table): Table {
  const { unspent, ruling } = table.apocalypse;
  if (unspent === undefined || ruling === null) return table;
  const god = ruling === "flood" ? "tlaloc" : "huitzilopochtli";
  return withApocalypse(table, { unspent: { ...unspent, [god]: 0 } });
}

function withTribe(table: Table, seat: Seat, change: (tribe: Tribe) => Partial<Tribe>): Table {
  const tribe = table.tribes[seat];
  if (tribe === undefined) return table;
  return { ...table, tribes: { ...table.tribes, [seat]: { ...tribe, ...change(tribe) } } };
}

function withSpace(table: Table, number: number, change: (space: Space) => Partial<Space>): Table {
  const space = table.spaces[number - 1];
  if (space === undefined) return table;
  return { ...table, spaces: table.spaces.with(number - 1, { ...space, ...change(space) }) };
}

/** How Flower War and Mexica move. */
export const motion: GameMotion<View, Event> = { fold, motionsOf };
