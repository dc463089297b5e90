import type { God, Seat, Table } from "@flower-war/client-sdk/flower-war";
import type { Reader } from "@flower-war/client-sdk/texts";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import { discsOff, discsToTrigger } from "./signs.ts";

/** The count at which the match ends. */
export const LAST_COUNT = 13;

/** How the apocalypse stands, in a few words, then in sentences. */
export function apocalypseWords(table: Table, reader: Reader<Seat>): readonly string[] {
  const { apocalypse, offerings, options } = table;
  const { state, count, ruling, keeper } = apocalypse;
  const { things } = texts();
  const trigger = discsToTrigger(table);
  if (state === "none") {
    return trigger === 0
      ? [
          i18n._("{offerings} of 260 offerings", { offerings: offerings.tlaloc + offerings.huitzilopochtli }),
          i18n._("They start the 13 days, or all discs off the board."),
        ]
      : [
          i18n._("{taken} of {trigger, plural, one {# disc} other {# discs}}", {
            taken: discsOff(table),
            trigger,
          }),
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
    keeping,
  ];
}

/** What a half of the lake holds. */
export function lakeTip({ lake, offerings }: Table, god: God): string {
  return [
    texts().gods[god].name,
    i18n._("{offerings, plural, one {# offering counts.} other {# offerings count.}}", {
      offerings: offerings[god],
    }),
    i18n._("{skulls, plural, one {# skull lies in the lake.} other {# skulls lie in the lake.}}", {
      skulls: lake[god],
    }),
    texts().things.lake.about,
  ].join("\n");
}

/** What a shrine is for. */
export const shrineTip = (god: God): string => `${texts().gods[god].name}\n${texts().gods[god].about}`;
