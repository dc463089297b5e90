import { isAgreed } from "@flower-war/client-sdk";
import { type Card, type Event, type Seat, scoresOf, type View } from "@flower-war/client-sdk/space-aztecs";
import type { Described, GameStory, Picture, Spot } from "../../game-frame/story.ts";
import { i18n } from "../../texts/index.ts";
import { artOf, printNumber, setName } from "./card-art.ts";
import { placeOf } from "./cities.ts";
import { angleOf, pointAt, RADIUS, SIDE } from "./geometry.ts";

/** What Space Aztecs adds to results and replays. */
export const spaceAztecsStory: GameStory<"space-aztecs"> = {
  describerOf: (outcome) => {
    const winners = isAgreed(outcome) ? [] : outcome.standings.filter(({ place }) => place === 1);
    return describerOf(winners.length === 1 ? (winners[0]?.seat ?? null) : null);
  },
  spotOf,
  gainOf: (event) => (event.type === "temple-built" ? pictureOf(event.card) : null),
  lead: null,
  endBegins: () => null,
  describeHoldings: ({ table }, seat) => {
    const total = scoresOf(table).find((each) => each.seat === seat)?.score.total ?? 0;
    return i18n._("{total, plural, one {{points} point} other {{points} points}}", {
      total,
      points: printNumber(total),
    });
  },
  trophiesOf: () => [],
};

const pictureOf = (card: Card): Picture => ({ ...artOf(card), colour: `set-${setName(card)}` });

/** The place that the seat holds, else the whole dial. */
function spotOf({ seat }: { readonly seat: Seat | null }, { table }: View): Spot {
  const place = placeOf(table, seat);
  if (place === null) return { x: 0.5, y: 0.5, width: 0.6, ratio: 1 };
  const [x, y] = pointAt(RADIUS.tileOuter - 40, angleOf(place));
  return { x: x / SIDE + 0.5, y: y / SIDE + 0.5, width: 0.4, ratio: 1 };
}

function describerOf(winner: Seat | null): (event: Event) => Described<Seat> | null {
  const seen = new Set<string>();
  /** Whether this kind of thing happens for the first time. */
  const isFirst = (type: string): boolean => {
    if (seen.has(type)) return false;
    seen.add(type);
    return true;
  };
  return (event) => {
    switch (event.type) {
      case "temple-built": {
        const first = isFirst(event.type);
        return {
          title: first ? i18n._("The first Temple") : i18n._("A Temple"),
          picture: pictureOf(event.card),
          seat: event.seat,
          weight: (first ? 5 : 0) + event.covers.length,
        };
      }
      case "saucer-left":
        return {
          title: isFirst(event.type) ? i18n._("The first Saucer") : i18n._("A Saucer"),
          picture: pictureOf(event.card),
          seat: event.seat,
          weight: 1 + event.took.length * 2,
        };
      case "codex-laid": {
        const first = isFirst(event.type);
        return {
          title: first ? i18n._("The first Codex") : i18n._("A Codex"),
          picture: pictureOf(event.card),
          seat: event.seat,
          weight: first ? 4 : 0,
        };
      }
      case "ended":
        return {
          title: i18n._("The end"),
          picture: { sheet: "sisters", id: "token" },
          seat: winner,
          weight: 9,
        };
      default:
        return null;
    }
  };
}
