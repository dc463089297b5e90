import type { Flawed, Grade, OPEN, PROVED, Ranges, Statement, Verified } from "@flower-war/client-sdk/verify";
import { seatName } from "../session/seat-names.ts";
import { i18n } from "../texts/index.ts";

type ProvedCode = keyof typeof PROVED;
type OpenCode = keyof typeof OPEN;
type ReasonCode = NonNullable<Grade["reason"]>["code"];

/** Returns who could have chosen the dice of a verified record, and why, in sentences. */
export function describeGrade({ code, seats, reason }: Grade): readonly string[] {
  const grades: { readonly [Code in Grade["code"]]: () => string } = {
    nobody: () => i18n._("Proven: nobody could have chosen what chance brought."),
    "server-and-seat": () =>
      i18n._("The server could have chosen what chance brought, but only together with {seats}.", {
        seats: listSeats(seats, "disjunction"),
      }),
    server: () => i18n._("The server alone could have chosen what chance brought."),
  };
  const reasons: { readonly [Code in ReasonCode]: () => string } = {
    "no-witness": () => i18n._("This browser has no witness of what the table was shown."),
    "old-format": () => i18n._("The record is of an older kind, which does not fix how a match begins."),
    "no-terms": () => i18n._("You were not shown how the match would begin before the parts were revealed."),
    "no-nonce": () => i18n._("No part of it is yours."),
    "open-nonce": () =>
      i18n._("You gave your part without a seal, so others knew it before they gave theirs."),
    voided: () => i18n._("You had revealed a part at this table before, and the match did not begin."),
  };
  return reason === null ? [grades[code]()] : [grades[code](), reasons[reason.code]()];
}

/** Returns what a verified record proves, in sentences. */
export function describeProved({ entries, proved, witness }: Verified): readonly string[] {
  const words: { readonly [Code in ProvedCode]: (statement: Statement) => string } = {
    dice: () =>
      i18n._(
        "What chance brought follows from the secret and every player's part, and {entries, plural, one {the one entry follows} other {all # entries follow}} from the rules.",
        { entries },
      ),
    shown: () =>
      witness === null || witness.live.length === 0
        ? i18n._("It is the match that this browser was told of, entry by entry.")
        : i18n._("It is the match that you saw, entry by entry: while it happened you saw {entries}.", {
            entries: listRanges(witness.live),
          }),
    signed: ({ seats }) =>
      i18n._("{seats} signed all that they were shown and sent.", { seats: listSeats(seats) }),
  };
  return proved.map((statement) => words[statement.code](statement));
}

/** Returns what a verified record does not prove, in sentences. */
export function describeOpen({ open, witness }: Verified): readonly string[] {
  const words: { readonly [Code in OpenCode]: (statement: Statement) => string } = {
    "no-witness": () => i18n._("Whether it is the match that you saw: this browser has kept nothing of it."),
    "told-later": ({ entries }) =>
      i18n._("Whether these were so when they happened, for you were told of them later: {entries}.", {
        entries: listRanges(entries),
      }),
    unseen: ({ entries }) =>
      i18n._("Whether the entries that you did not see are as they were played: {entries}.", {
        entries: listRanges(entries),
      }),
    unsigned: ({ seats }) =>
      i18n._("Who played here, for not all of it is signed: {seats}.", { seats: listSeats(seats) }),
    unsealed: ({ seats }) =>
      i18n._("Whether these knew the parts of others before they gave theirs: {seats}.", {
        seats: listSeats(seats),
      }),
    withheld: ({ seats }) =>
      i18n._("Whether these really did not reveal their part in time: {seats}.", {
        seats: listSeats(seats),
      }),
    "played-for": ({ entries }) =>
      i18n._("Whether others had to play these entries for their players: {entries}.", {
        entries: listRanges(entries),
      }),
    "taken-back": ({ entries }) =>
      i18n._("Whether the others agreed that these acts were taken back: {entries}.", {
        entries: listRanges(entries),
      }),
    paused: ({ entries }) =>
      i18n._("Whether the others agreed to these pauses and gifts of time: {entries}.", {
        entries: listRanges(entries),
      }),
    "handed-over": ({ entries }) =>
      i18n._("Who has played since these entries, with which seats were handed over: {entries}.", {
        entries: listRanges(entries),
      }),
    judged: ({ entries }) =>
      i18n._("Whether a judge did this, and freed seats of players who were away: {entries}.", {
        entries: listRanges(entries),
      }),
    agreed: () => i18n._("Whether the people of the table agreed to this end."),
    secret: () => i18n._("Whether the server told a player the secret during the match."),
  };
  const said = open.map((statement) => words[statement.code](statement));
  if (witness === null || witness.leftOut.length === 0) return said;
  return [
    ...said,
    i18n._("Where your signatures are that the record leaves out: {entries}.", {
      entries: witness.leftOut.join(", "),
    }),
  ];
}

/** Flaws that mean that the record is not that of the match that was seen. */
const OTHER: readonly string[] = [
  "other-match",
  "other-commitment",
  "other-nonce",
  "other-seal",
  "other-key",
  "other-terms",
  "other-header",
];

/** Returns what is wrong with a record: first of all where. */
export function describeFlaw({ entry, reason, message }: Flawed): string {
  if (reason === "other-entry") {
    return i18n._("This is not the match that you saw. Entry {entry} is not what you were shown.", { entry });
  }
  if (reason === "missing-entry") {
    return i18n._("This is not the match that you saw. Entry {entry}, which you were shown, is missing.", {
      entry,
    });
  }
  if (OTHER.includes(reason)) {
    return i18n._("This is not the match that you saw. Its beginning differs, {reason}: {message}.", {
      reason,
      message,
    });
  }
  return typeof entry === "number"
    ? i18n._("Not correct. Entry {entry} of the record fails, {reason}: {message}.", {
        entry,
        reason,
        message,
      })
    : i18n._("Not correct. The record's {entry} fails, {reason}: {message}.", { entry, reason, message });
}

function listRanges(ranges: Ranges = []): string {
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

const listSeats = (
  seats: readonly string[] = [],
  type: Intl.ListFormatOptions["type"] & string = "conjunction",
): string => new Intl.ListFormat(i18n.locale, { type }).format(seats.map(seatName));
