import type { OutcomeOf } from "@flower-war/client-sdk";
import {
  type Card,
  type Catastrophe,
  type Event,
  type Seat,
  SIGNS,
  type Sign,
  SPACES,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { pointAt } from "../../game-frame/board/ring.ts";
import type { Described, GameStory, Spot } from "../../game-frame/story.ts";
import { i18n } from "../../texts/index.ts";
import { angleOf, SIDE } from "./board/geometry.ts";
import { comparedOf, DISC_OF_SIGN, discPicture, discsOf, knownSigns } from "./board/signs.ts";
import { texts } from "./texts.ts";

/** What Flower War and Mexica add to results and replays. */
export const flowerWarStory: GameStory<"flower-war"> & GameStory<"mexica"> = {
  describerOf,
  spotOf,
  gainOf: (event) => (event.type === "disc-earned" ? discPicture(event.disc) : null),
  lead: {
    names: ["Huitzilopochtli", "Tlaloc"],
    difference: ({ table }) => {
      const { huitzilopochtli, tlaloc } = comparedOf(table);
      return huitzilopochtli - tlaloc;
    },
  },
  endBegins: ({ entries }) => {
    const index = entries.findIndex(({ events }) =>
      events.some(({ type }) => type === "apocalypse-triggered"),
    );
    return index < 0 ? null : index + 1;
  },
  describeHoldings,
  trophiesOf: ({ by }) => (by === "signs" ? SIGNS.map((sign) => discPicture(DISC_OF_SIGN[sign])) : []),
};

/** A radius at which both a space's tile and the pawns before it are seen. */
const NEAR_CAUSEWAY = 225;

const SIGN_TITLES: { readonly [S in Sign]: () => string } = {
  eagle: () => i18n._("The eagle"),
  serpent: () => i18n._("The serpent"),
  flower: () => i18n._("The flower"),
};

/** Returns a function that describes the events of one match, given in their order. */
function describerOf({ winner }: OutcomeOf<"flower-war">): (event: Event) => Described<Seat> | null {
  let discs = 0;
  let ruling: Catastrophe | null = null;
  const known = new Set<string>();
  /** A seat's first hold of a sign; one that it took from another seat always counts. */
  const signMoment = (sign: Sign, seat: Seat, taken: boolean): Described<Seat> | null => {
    const key = `${seat} ${sign}`;
    if (known.has(key) && !taken) return null;
    known.add(key);
    const weight = (seat === winner ? 6 : 2) + (taken ? 1 : 0);
    return { title: SIGN_TITLES[sign](), picture: discPicture(DISC_OF_SIGN[sign]), seat, weight };
  };
  return (event) => {
    switch (event.type) {
      case "disc-earned": {
        discs += 1;
        const sign = SIGNS.find((each) => DISC_OF_SIGN[each] === event.disc);
        if (sign !== undefined) return signMoment(sign, event.seat, event.from !== null);
        const title = discs === 1 ? i18n._("The first disc") : i18n._("A disc: {disc}", { disc: event.disc });
        return { title, picture: discPicture(event.disc), seat: event.seat, weight: discs === 1 ? 5 : 1 };
      }
      case "card-drawn":
        return ifSign(event.held?.card, (sign) => signMoment(sign, event.seat, false));
      case "card-taken":
      case "card-paid":
        return ifSign(event.got?.card, (sign) => signMoment(sign, event.to, true));
      case "day-card-drawn":
        return event.kept === null ? null : signMoment("flower", event.seat, false);
      case "apocalypse-triggered":
        ruling = event.ruling;
        return {
          title: i18n._("The 13 days begin"),
          picture: { sheet: "signs", id: "miquiztli" },
          seat: event.keeper,
          weight: 8,
        };
      case "ticked": {
        if (event.ruling === ruling) return null;
        ruling = event.ruling;
        return event.ruling === "flood"
          ? {
              title: i18n._("The flood"),
              picture: { sheet: "signs", id: "quiahuitl" },
              seat: null,
              weight: 3,
            }
          : {
              title: i18n._("The invasion"),
              picture: { sheet: "signs", id: "tecpatl" },
              seat: null,
              weight: 3,
            };
      }
      case "conceded":
        return {
          title: i18n._("A tribe leaves"),
          picture: { sheet: "signs", id: "malinalli" },
          seat: event.seat,
          weight: 2,
        };
      case "battle-won":
        return {
          title: i18n._("A battle"),
          picture: { sheet: "signs", id: "ocelotl" },
          seat: event.winner,
          weight: 0,
        };
      case "ended":
        return {
          title: i18n._("The end"),
          picture: { sheet: "signs", id: winner === null ? "miquiztli" : "olin" },
          seat: winner,
          weight: 9,
        };
      default:
        return null;
    }
  };
}

/** The space of a disc, else where the seat stands, else the middle of the board. */
function spotOf(
  { event, seat }: { readonly event: Event; readonly seat: Seat | null },
  { table }: View,
): Spot {
  const stands = seat === null ? undefined : table.tribes[seat]?.space;
  const space = event.type === "disc-earned" ? SPACES.indexOf(event.disc) + 1 : stands;
  if (space === undefined) return { x: 0.5, y: 0.5, width: 0.4, ratio: 1 };
  const [x, y] = pointAt(NEAR_CAUSEWAY, angleOf(space));
  return { x: x / SIDE + 0.5, y: y / SIDE + 0.5, width: 0.3, ratio: 1 };
}

function ifSign(
  card: Card | undefined,
  describe: (sign: Sign) => Described<Seat> | null,
): Described<Seat> | null {
  const sign = SIGNS.find((each) => each === card);
  return sign === undefined ? null : describe(sign);
}

/** Signs, discs and skulls of a seat: "eagle, flower; 2 discs, 4 skulls". */
function describeHoldings(view: View, seat: Seat): string {
  const tribe = view.table.tribes[seat];
  if (tribe === undefined) return "";
  if (tribe.out > 0) return i18n._("conceded");
  const signs = knownSigns(view, seat).map((sign) => texts().signs[sign]);
  const things = i18n._(
    "{discs, plural, one {# disc} other {# discs}}, {skulls, plural, one {# skull} other {# skulls}}",
    { discs: discsOf(view.table, seat).length, skulls: tribe.skulls },
  );
  if (signs.length === 0) return i18n._("no sign; {things}", { things });
  const list = new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(signs);
  return `${list}; ${things}`;
}
