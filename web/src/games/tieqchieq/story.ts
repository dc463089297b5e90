import { ENDS, type Event, HOME, type Seat, SUN, stepOf, type Table } from "@flower-war/client-sdk/tieqchieq";
import type { Described, GameStory, Picture, Spot } from "../../game-frame/story.ts";
import { i18n } from "../../texts/index.ts";
import { BOARD_BOX, centerOf } from "./cells.ts";
import { texts } from "./texts.ts";

const token = (seat: Seat): Picture => ({ sheet: "sisters", id: `t-${seat}` });

/** What Tıeqchıeq adds to results and replays. */
export const tieqchieqStory: GameStory<"tieqchieq"> = {
  describerOf: ({ winner }) => describerOf(winner),
  spotOf: ({ event, seat }) => spotOf(cellOf(event, seat)),
  gainOf: (event) => (event.type === "came-home" ? token(event.seat) : null),
  lead: {
    get names() {
      return [texts().seats.red.name, texts().seats.yellow.name] as const;
    },
    difference: ({ table }) => stepsOf(table, "red") - stepsOf(table, "yellow"),
  },
  endBegins: () => null,
  describeHoldings: ({ table: { tokens } }, seat) =>
    i18n._("{home} of 6 home, {at} on the board", { home: tokens[seat].home, at: tokens[seat].at.length }),
  trophiesOf: () => [],
};

/** Where something happened: the square of a battle, else the X of its colour, else the sun. */
function cellOf(event: Event, seat: Seat | null): string {
  if (event.type === "battled") return event.battle.square;
  return seat === null ? SUN : ENDS[seat];
}

function spotOf(cell: string): Spot {
  const { x, y } = centerOf(cell);
  const { left, top, width, height } = BOARD_BOX;
  return { x: (x - left) / width, y: (y - top) / height, width: 0.5, ratio: width / height };
}

/** Steps that a colour's tokens have gone, those that are home included. */
function stepsOf({ tokens }: Table, seat: Seat): number {
  const { at, home } = tokens[seat];
  return at.reduce((sum, square) => sum + stepOf(seat, square), home * HOME);
}

function describerOf(winner: Seat | null): (event: Event) => Described<Seat> | null {
  const home = { red: 0, yellow: 0 };
  let battles = 0;
  return (event) => {
    switch (event.type) {
      case "came-home": {
        const { seat } = event;
        home[seat] += 1;
        const first = home.red + home.yellow === 1;
        const title = first ? i18n._("The first token home") : i18n._("{n} of 6 home", { n: home[seat] });
        return { title, picture: token(seat), seat, weight: first ? 6 : home[seat] === 3 ? 4 : 1 };
      }
      case "battled": {
        battles += 1;
        const { winner: won } = event.battle;
        return {
          title: battles === 1 ? i18n._("The first battle") : i18n._("A battle"),
          picture: { sheet: "sisters", id: won === "red" ? "coin-r" : "coin-y" },
          seat: won,
          weight: battles === 1 ? 5 : 3,
        };
      }
      case "ended":
        return {
          title: i18n._("The end"),
          picture: { sheet: "tieqchieq", id: winner === null ? "sun" : `end-${winner}` },
          seat: winner,
          weight: 9,
        };
      default:
        return null;
    }
  };
}
