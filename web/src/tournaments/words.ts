import type { Tournament } from "@flower-war/client-sdk/tournaments";
import { i18n } from "../texts/index.ts";

/** What a list has of a tournament too. */
export type Summary = Pick<
  Tournament,
  | "id"
  | "name"
  | "kind"
  | "status"
  | "organiser"
  | "game"
  | "preset"
  | "startsAt"
  | "endsAt"
  | "endedAt"
  | "players"
>;

const timeWords = (ms: number): string =>
  i18n.date(ms, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

/** Returns when a tournament is played. */
export function describeWhen({ status, startsAt, endsAt, endedAt, organiser }: Summary): string {
  switch (status) {
    case "gathering":
      return startsAt === null
        ? i18n._("Begins when {name} starts it", { name: organiser.name })
        : i18n._("Begins {time}", { time: timeWords(startsAt) });
    case "running":
      return endsAt === null ? i18n._("Going on") : i18n._("Pairs until {time}", { time: timeWords(endsAt) });
    case "paused":
      return i18n._("Paused");
    case "over":
      return endedAt === null ? i18n._("Over") : i18n._("Ended {time}", { time: timeWords(endedAt) });
  }
}

/** Returns what kind of tournament it is, in a word. */
export const kindWord = (kind: Tournament["kind"]): string =>
  kind === "arena" ? i18n._("Arena") : i18n._("Rounds");

/** Returns what the kind means for those who play. */
export const aboutKind = (kind: Tournament["kind"]): string =>
  kind === "arena"
    ? i18n._("Whoever waits is paired at once, for as long as it lasts.")
    : i18n._("All are paired with different people, round after round.");

/** Returns how long it lasts. */
export const describeLength = ({ minutes, rounds }: Pick<Tournament, "minutes" | "rounds">): string =>
  minutes === null
    ? i18n._("{rounds, plural, one {# round} other {# rounds}}", { rounds: rounds ?? 0 })
    : i18n._("Arena of {minutes} minutes", { minutes });

export const playersWords = (players: number): string =>
  i18n._("{players, plural, one {# player} other {# players}}", { players });

const TIE_BREAKS: { readonly [T in Tournament["tieBreaks"][number]]: () => string } = {
  "median-buchholz": () => i18n._("Median Buchholz"),
  buchholz: () => i18n._("Buchholz"),
  "sonneborn-berger": () => i18n._("Sonneborn-Berger"),
  "direct-encounter": () => i18n._("Direct encounter"),
  wins: () => i18n._("Wins"),
};

/** Returns what tells players with the same points apart. A newer server may have another word for that. */
export const tieBreakWord = (tieBreak: Tournament["tieBreaks"][number]): string =>
  TIE_BREAKS[tieBreak]?.() ?? tieBreak;

/** Returns names as a list. */
export const listWords = (names: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(names);

/** Returns the names of those who share the first place; empty while none has won anything. */
export const leadersOf = ({ standings }: Tournament): readonly string[] =>
  standings.filter(({ place, points }) => place === 1 && points > 0).map(({ name }) => name);

/** Whether no one can register any more, as the last round is paired. */
export const isClosed = ({ rounds, round }: Pick<Tournament, "rounds" | "round">): boolean =>
  rounds !== null && round >= rounds;

type Standing = Tournament["standings"][number];

/** Returns why a player is not paired any more, and whether they can come back. */
export function describeLeaving({ left, mayReturn = true }: Standing, closed: boolean): string {
  const why =
    left === "removed"
      ? i18n._("The organiser has removed you.")
      : left === "absent"
        ? i18n._("You did not come to a match in time, and were withdrawn.")
        : i18n._("You have withdrawn.");
  const back =
    left === "removed"
      ? ""
      : closed
        ? i18n._("The last round is paired: no one can join any more.")
        : mayReturn
          ? i18n._("You can come back.")
          : i18n._("You came back as often as one can.");
  return [why, i18n._("You keep your points."), back].filter((part) => part !== "").join(" ");
}

/** Returns why a player who was never paired can take part no more. */
export const describeExclusion = (left: NonNullable<Standing["left"]>): string =>
  left === "removed"
    ? i18n._("The organiser has removed you.")
    : i18n._("You came back as often as one can.");

/** Returns the same as `describeLeaving` of another player, in a word or two. */
export const leftWord = ({ left }: Standing): string =>
  left === "removed"
    ? i18n._("was removed")
    : left === "absent"
      ? i18n._("did not come")
      : i18n._("has withdrawn");

/** Returns what a screen reader says as it changes, and only that: few words a minute. @param own the viewer's match */
export function announce(tournament: Tournament, own: string | null): string {
  const { status, kind, round, rounds } = tournament;
  const leaders = leadersOf(tournament);
  if (status === "over")
    return leaders.length === 0
      ? i18n._("The tournament is over.")
      : i18n._("The tournament is over. First: {names}.", { names: listWords(leaders) });
  if (own !== null) return i18n._("Your match is ready.");
  if (status === "paused") return i18n._("The tournament is paused.");
  if (status === "running" && kind === "rounds" && round > 0)
    return i18n._("Round {round} of {rounds}", { round, rounds: rounds ?? round });
  return "";
}
