import {
  type Battle,
  type Event,
  evolveTable,
  otherSeat,
  type Seat,
  type Square,
  type View,
} from "@flower-war/client-sdk/tieqchieq";
import {
  type BoardPoint,
  cue,
  endCue,
  type GameMotion,
  type Motion,
} from "../../game-frame/motion/motions.ts";
import { centerOf, type Point, pathOf, reserveOf, startOf } from "./cells.ts";

/** ms of each motion at normal speed. */
const COINS = 600;
const SQUARE = 140;
const WALK = 840;
const BEATEN = 320;
const CARD = 240;

/** How large a token is, in the board's units. */
const TOKEN = 66;

/** How Tıeqchıeq moves. */
export const motion: GameMotion<View, Event> = {
  // An event that only a newer server knows folds into nothing.
  fold: (view, event) => ({ ...view, table: evolveTable(view.table, event) ?? view.table }),
  motionsOf: ({ seat }, event) => motionsOf(event, seat),
};

function motionsOf(event: Event, viewer: Seat | null): readonly Motion[] {
  switch (event.type) {
    case "tossed":
      return [
        { type: "tumble", what: '[data-note="coins"] svg', ms: COINS },
        { type: "appear", what: "[data-act]", ms: CARD },
      ];
    case "introduced": {
      const path = pathOf(event.seat);
      const cells = [startOf(event.seat), ...path.slice(0, path.indexOf(event.to) + 1)];
      const way = [point(reserveOf(event.seat)), ...cells.map((cell) => point(centerOf(cell)))];
      return [walk(event.seat, event.to, way)];
    }
    case "moved": {
      const path = pathOf(event.seat);
      const cells = path.slice(path.indexOf(event.from), path.indexOf(event.to) + 1);
      return [walk(event.seat, event.to, centers(cells))];
    }
    case "came-home": {
      const path = pathOf(event.seat);
      const way = centers(path.slice(path.indexOf(event.from)));
      return [{ ...rolling(event.seat), way, ms: walkTime(way) }];
    }
    case "battled": {
      const loser = loserOf(event.battle);
      const way = [point(centerOf(event.battle.square)), point(reserveOf(loser))];
      const kind = viewer === loser ? "battle-lost" : "battle-won";
      return [{ ...rolling(loser), way, ms: BEATEN }, ...(viewer === null ? [] : [cue(kind)])];
    }
    case "ended": {
      const { winner } = event.outcome;
      if (winner === null) return [cue("no-winner")];
      const token = { sheet: "sisters", id: `t-${winner}` } as const;
      return [endCue(viewer === null ? null : viewer === winner, [token])];
    }
    default:
      return [];
  }
}

const walk = (seat: Seat, to: Square, way: readonly BoardPoint[]): Motion => ({
  type: "walk",
  what: `[data-token="${seat}-${to}"]`,
  way,
  ms: walkTime(way),
});

const walkTime = (way: readonly BoardPoint[]): number => Math.min(WALK, SQUARE * (way.length - 1));

const rolling = (seat: Seat) =>
  ({ type: "roll", drawing: { sheet: "sisters", id: `t-${seat}` }, size: TOKEN }) as const;

const centers = (cells: readonly string[]): readonly BoardPoint[] =>
  cells.map((cell) => point(centerOf(cell)));

/** Tokens stand a little above the middle of their squares. */
const point = ({ x, y }: Point): BoardPoint => [x, y - 3];

const loserOf = ({ winner }: Battle): Seat => otherSeat(winner);
