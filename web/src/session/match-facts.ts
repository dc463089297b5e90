import { type ClockRules, type GameName, isPlayer, type Match, type TableSeat } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import { botWords } from "./bot.tsx";
import { delayWords } from "./delay-words.ts";
import { seatName } from "./seat-names.ts";

/** Returns the name of the player who hosts the table; `null`: there is no host. */
export function hostOf({ seats }: { readonly seats: readonly TableSeat[] }): string | null {
  return seats.find(({ host }) => host)?.name ?? null;
}

/** Returns a table's name: its own, or its host's. @param host `null` or `""`: there is no host */
export function titleOfTable({
  title,
  host,
}: {
  readonly title?: string;
  readonly host: string | null;
}): string {
  if (title !== undefined && title !== "") return title;
  return host === null || host === "" ? i18n._("A table") : i18n._("{host}'s table", { host });
}

/** Returns the clocks of a match in a sentence. */
export function describeMatchClock<G extends GameName>({ state }: Match<G>): string {
  return describeClockRules(state.clockRules === "" ? null : JSON.parse(state.clockRules));
}

/** Returns clocks in a sentence. */
export function describeClockRules(rules: Pick<ClockRules, "turn" | "reserve"> | null): string {
  if (rules === null) return i18n._("No clock: take all the time you want");
  const { turn, reserve } = rules;
  const values = { turn: durationWords(turn), reserve: durationWords(reserve) };
  return reserve === 0
    ? i18n._("{turn} a turn, then the server plays", values)
    : i18n._("{turn} a turn and {reserve} in reserve, then the server plays", values);
}

/** Returns how a table is watched. @param delay s */
export function describeWatching(delay: number, unwatched: boolean): string {
  if (unwatched) return i18n._("no spectators");
  return delay === 0 ? i18n._("you can watch") : i18n._("watched {time} late", { time: delayWords(delay) });
}

/** Returns how long people can pause a match. @param seconds at most */
export const describePauses = (seconds: number): string =>
  i18n._("Pauses up to {time}", { time: delayWords(seconds) });

export const describeHolidays = (days: number): string =>
  i18n._("{days, plural, one {# day} other {# days}} off in 30", { days });

const SHAPES = new Map<string, () => string>([
  ["east", () => i18n._("red circle")],
  ["north", () => i18n._("black diamond")],
  ["south", () => i18n._("blue square")],
  ["west", () => i18n._("yellow triangle")],
  ["topan", () => i18n._("violet star")],
  ["mictlan", () => i18n._("green hexagon")],
]);

/** Returns the shape and colour of a seat's mark; `null`: it has none of its own. */
const seatShape = (seat: string): string | null => SHAPES.get(seat)?.() ?? null;

/** Returns a seat in a few words: its name or shape, and who is there. */
export function describeSeat({ seat, kind, name, connected, temple, host }: TableSeat, own: boolean): string {
  const shape = seatShape(seat);
  if (kind === "open") {
    return shape === null ? i18n._("free") : i18n._("free, {shape}", { shape });
  }
  const facts = [
    seatName(seat),
    own ? i18n._("you") : null,
    host ? i18n._("host") : null,
    kind === "bot" || kind === "bot-account" ? botWords(name) : null,
    isPlayer(kind) && !connected ? i18n._("away") : null,
    temple === "" ? null : i18n._("with a temple"),
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}

/** Returns which dot stands for a player's connection. */
export function dotKind({ kind, connected }: Pick<TableSeat, "kind" | "connected">): "on" | "off" | "bot" {
  if (isPlayer(kind) && !connected) return "off";
  return kind === "human" ? "on" : "bot";
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time to think in words, the two greatest units: `2 d 3 h`, `4:05 min`, `9 s`. Rounded up, so that 0 is over. */
export function durationWords(ms: number): string {
  const whole = Math.ceil(ms / SECOND) * SECOND;
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`;
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
  if (whole < MINUTE) return `${whole / SECOND} s`;
  const seconds = String((whole % MINUTE) / SECOND).padStart(2, "0");
  return `${Math.floor(whole / MINUTE)}:${seconds} min`;
}
