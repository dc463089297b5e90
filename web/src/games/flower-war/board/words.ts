import {
  cardWords,
  discWords,
  type God,
  type Seat,
  spaceName,
  SPACES,
  spaceSentences,
  type Table,
} from "@flower-war/client-sdk/flower-war";
import type { Reader } from "@flower-war/client-sdk/texts";
import { i18n } from "../../../texts/index.ts";
import { say, texts } from "../texts.ts";
import { stepsTo } from "./geometry.ts";
import { comparedOf, directionOf, discsOff, discsToTrigger, offeringWeight, type Reach } from "./signs.ts";

/**
 * What a space is called by a screen reader, with all that it shows: "Space 15, cuauhtli, eagle. Rack 1, day count 12. Disc
 * on the board. Top card macuahuitl, war, stack of 6. A roll of 4 lands here."
 */
export function spaceLabel(
  table: Table,
  number: number,
  reader: Reader<Seat>,
  reach: Reach | undefined,
): string {
  const space = table.spaces[number - 1];
  const id = SPACES[number - 1];
  if (space === undefined || id === undefined) return "";
  const { rack, disc, top, lingers, height } = space;
  const here = seatsOn(table, number);
  return [
    i18n._("Space {number}, {name}, {meaning}.", { number, name: id, meaning: texts().meanings[id] }),
    i18n._("Rack {rack}, day count {dayCount}.", { rack, dayCount: table.options.rackSize - rack }),
    disc === null
      ? i18n._("Disc on the board.")
      : i18n._("Disc held by {who}.", { who: reader.nameOf(disc) }),
    top === null
      ? null
      : i18n._("Top card {card}, {deck}, stack of {height}.", {
          card: cardWords(top, texts()).name,
          deck: cardWords(top, texts()).deck,
          height,
        }),
    lingers === null ? null : i18n._("It acts for {who}.", { who: reader.nameOf(lingers) }),
    here.length === 0
      ? null
      : i18n._("Here: {who}.", { who: here.map((seat) => reader.nameOf(seat)).join(", ") }),
    reach === undefined
      ? null
      : reach.move === null
        ? i18n._("A roll of {number} lands here.", { number: reach.number })
        : i18n._("{steps, plural, one {# step leads here.} other {# steps lead here.}}", {
            steps: reach.number,
          }),
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** What the space is and does, for a tip: its name, then sentences. */
export function spaceTip(table: Table, number: number, reader: Reader<Seat>): string {
  const id = SPACES[number - 1];
  if (id === undefined) return "";
  const top = table.spaces[number - 1]?.top ?? null;
  const { bonus, sign } = discWords(id, texts());
  return [
    `${spaceName(number)}, ${texts().meanings[id]}`,
    ...spaceSentences(table, number, texts(), reader).map(say),
    i18n._("Its disc: {bonus}.", { bonus: bonus.short }),
    sign === null ? null : say(sign),
    top === null || table.spaces[number - 1]?.lingers === null
      ? null
      : `${cardWords(top, texts()).name}: ${say(cardWords(top, texts()).short)}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join("\n");
}

/** A space in words: what a screen reader calls it, and its tip. */
interface SpaceWords {
  readonly label: string;
  readonly tip: string;
}

/**
 * Returns a function that puts the spaces of a board in words. That takes long, so it is done again only for a space of
 * whose words something has changed.
 */
export function createSpaceWriter(): (
  table: Table,
  number: number,
  reader: Reader<Seat>,
  reach: Reach | undefined,
) => SpaceWords {
  const known = new Map<number, { readonly facts: string; readonly words: SpaceWords }>();
  return (table, number, reader, reach) => {
    const { seats, spaces, options, apocalypse } = table;
    // Everything that the words depend on.
    const facts = JSON.stringify([
      i18n.locale,
      spaces[number - 1],
      options.rackSize,
      apocalypse.ruling,
      seatsOn(table, number),
      reach,
      reader.seat,
      seats.map((seat) => reader.nameOf(seat)),
    ]);
    const before = known.get(number);
    if (before?.facts === facts) return before.words;
    const words = { label: spaceLabel(table, number, reader, reach), tip: spaceTip(table, number, reader) };
    known.set(number, { facts, words });
    return words;
  };
}

/** How far a space is from the viewer's: "4 steps ahead of you"; `null` for who does not walk. */
export function distanceWords(table: Table, number: number, seat: Seat | null): string | null {
  const tribe = seat === null ? undefined : table.tribes[seat];
  if (tribe === undefined || tribe.out > 0) return null;
  const steps = stepsTo(tribe.space, number, directionOf(table));
  return steps === 0
    ? i18n._("you stand here")
    : i18n._("{steps, plural, one {# step ahead of you} other {# steps ahead of you}}", { steps });
}

/** The seats that stand on a space, in turn order. */
export function seatsOn({ seats, tribes }: Table, number: number): readonly Seat[] {
  return seats.filter((seat) => tribes[seat]?.space === number && tribes[seat].out === 0);
}

/** The count at which the match ends. */
export const LAST_COUNT = 13;

/** How the apocalypse stands, in a few words, then in sentences. */
export function apocalypseWords(table: Table, reader: Reader<Seat>): readonly string[] {
  const { apocalypse, offerings, options } = table;
  const { state, count, ruling, keeper } = apocalypse;
  const { things } = texts();
  const trigger = discsToTrigger(table);
  const chosen = chosenWords(table);
  if (state === "none") {
    return trigger === 0
      ? [
          i18n._("{offerings} of 260 offerings", { offerings: offerings.tlaloc + offerings.huitzilopochtli }),
          ...chosen,
          i18n._("They start the 13 days, or all discs off the board."),
        ]
      : [
          i18n._("{taken} of {trigger, plural, one {# disc} other {# discs}}", {
            taken: discsOff(table),
            trigger,
          }),
          ...chosen,
          i18n._(
            "With {trigger, plural, one {the first disc} other {# discs}} off the board the 13 days begin.",
            {
              trigger,
            },
          ),
        ];
  }
  const keeping =
    options.countdown === "turns" || keeper === null
      ? i18n._("Every turn counts.")
      : keeper === reader.seat
        ? i18n._("You keep the count: it goes up when your turns begin.")
        : i18n._("{who} keeps the count.", { who: reader.nameOf(keeper) });
  return [
    i18n._("Day {count} of {last}", { count, last: LAST_COUNT }),
    ...(state === "forestalled" ? [things.forestalled.about] : []),
    ...(ruling === null ? [] : [things[ruling].about]),
    ...(count === LAST_COUNT - 1 ? [things["last-round"].about] : []),
    nextRuleWords(table),
    ...chosen,
    keeping,
  ];
}

/** Returns what options change about the end, as sentences: which tribe is the best, and that catastrophes use up offerings (canon sections 9 and 10). */
export function chosenWords(table: Table): readonly string[] {
  const { things } = texts();
  const { bestTribeWins, offeringsDecide } = table.options;
  return [
    ...(bestTribeWins ? [things[offeringsDecide ? "end-offerings" : "best-tribe"].about] : []),
    ...whereSpent(table, things.spent.about),
  ];
}

/** Returns the words where catastrophes use up offerings; none where all offerings count. */
const whereSpent = ({ apocalypse }: Table, ...words: readonly string[]): readonly string[] =>
  apocalypse.unspent === undefined ? [] : words;

/** Returns what the numbers of `comparedOf` count, if that is not all offerings. */
export const leftWords = (table: Table): readonly string[] =>
  whereSpent(table, i18n._("The numbers show what is left for the next comparison."));

/** Returns who would rule next, where that need not be who rules, and how many offerings would give the rule to the other god (canon section 10). */
function nextRuleWords(table: Table): string {
  const { gods, things } = texts();
  const { tlaloc, huitzilopochtli } = comparedOf(table);
  if (tlaloc === huitzilopochtli) return i18n._("The next offering decides who rules.");
  const [god, ruling, next] =
    tlaloc < huitzilopochtli
      ? (["tlaloc", "flood", "invasion"] as const)
      : (["huitzilopochtli", "invasion", "flood"] as const);
  const change = i18n._(
    "{more, plural, one {# more offering} other {# more offerings}} to {god} would bring: {ruling}.",
    {
      more: Math.ceil((Math.abs(tlaloc - huitzilopochtli) + 1) / offeringWeight(table, god)),
      god: gods[god].name,
      ruling: things[ruling].name,
    },
  );
  return [...whereSpent(table, i18n._("Next: {ruling}.", { ruling: things[next].name })), change].join(" ");
}

/** What a half of the lake holds. */
export function lakeTip(table: Table, god: God): string {
  return [
    texts().gods[god].name,
    i18n._("{offerings, plural, one {# offering counts.} other {# offerings count.}}", {
      offerings: comparedOf(table)[god],
    }),
    i18n._("{skulls, plural, one {# skull lies in the lake.} other {# skulls lie in the lake.}}", {
      skulls: table.lake[god],
    }),
    texts().things.lake.about,
    ...whereSpent(table, texts().things.spent.about),
    ...leftWords(table),
  ].join("\n");
}
