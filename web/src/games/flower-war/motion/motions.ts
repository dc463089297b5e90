import {
  cardFace,
  type Catastrophe,
  type Deck,
  type Event,
  type God,
  type Seat,
  SPACES,
  type Table,
  type View,
} from "@flower-war/client-sdk/flower-war";
import type { Flying, Motion, Place } from "../../../game-frame/motion/motions.ts";
import {
  angleOf,
  beadPlaces,
  BEADS_A_HALF,
  type Point,
  pointAt,
  RADIUS,
  spaceAhead,
  stepsTo,
} from "../board/geometry.ts";
import { currentSpace } from "./fold.ts";

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
export function motionsOf({ table }: View, event: Event): readonly Motion[] {
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
  const stairs = STAIRS.map((y): Point => [x * 0.72, y]);
  const way: readonly Point[] = [[x, SLOT.y], ...stairs, place];
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
const rackAt = (space: number): Point => pointAt(304, angleOf(space));
const cardsAt = (space: number): Point => pointAt(RADIUS.card, angleOf(space));
const discAt = (disc: (typeof SPACES)[number]): Point =>
  pointAt(RADIUS.disc, angleOf(SPACES.indexOf(disc) + 1));
