import {
  type BotKind,
  type ClockProfile,
  type CreateOptions,
  type GameName,
  type OptionRange,
  type OptionValue,
} from "@flower-war/client-sdk";
import { CATALOG } from "../games/catalog.ts";
import { rangesOf } from "../games/option-ranges.ts";
import type { ChosenOptions } from "../presets/presets.ts";
import { currentLanguage } from "../texts/index.ts";

/** Who gets a seat at a new table: a person, for whom it is open, or a bot. */
export type Sitter = "person" | BotKind;

/** The match that the viewer asks for. */
export interface MatchSettings {
  readonly game: GameName;
  readonly options: ChosenOptions;
  readonly seats: number;
  /** Who sits beside the viewer, by seat; an easy bot where none is named. Seats that this match has not are kept. */
  readonly sitters: Readonly<Record<string, Sitter>>;
  /** The table's name; `""`: it is the viewer's table. */
  readonly title: string;
  readonly clock: ClockProfile;
  readonly private: boolean;
  readonly admission: NonNullable<CreateOptions<GameName>["admission"]>;
  readonly silent: boolean;
  /** Seconds after which spectators see what happens; -1: there are none. */
  readonly watching: number;
  /** Whether acts can be taken back, where that can be (`isUnrated`). */
  readonly takeBacks: boolean;
  /** Days that a player may take off in 30, with a clock by days; 0: none. */
  readonly holidays: number;
  /** Whether seats can be handed over, where acts can be taken back. */
  readonly handOvers: NonNullable<CreateOptions<GameName>["handOvers"]>;
  /** Whether the host may name a judge, where that can be (`canJudge`). */
  readonly judges: boolean;
  /** Seconds of the longest pause, at a table with clocks; 0: there are none. */
  readonly pauses: number;
}

/** Returns the settings with some changes; seats are kept within what the game takes. */
export function change(settings: MatchSettings, changes: Partial<MatchSettings>): MatchSettings {
  const next = { ...settings, ...changes };
  const { min, max } = CATALOG[next.game].seats;
  return { ...next, seats: Math.min(max, Math.max(min, next.seats)) };
}

/** Whether matches of such a table are never rated: then acts can be taken back, and seats handed over. */
export const isUnrated = (settings: MatchSettings): boolean => settings.private || settings.clock === "none";

/** Whether such a table may have a judge, who sees at once what happens there. */
export const canJudge = (settings: MatchSettings): boolean => isUnrated(settings) && settings.watching === 0;

/** Returns who sits in the seats after the viewer's, in turn order. */
export function othersOf({ game, seats, sitters }: MatchSettings): readonly Sitter[] {
  const [, ...others] = CATALOG[game].seatsFor(seats);
  return others.map((seat) => sitterIn(sitters, seat));
}

export const sitterIn = (sitters: MatchSettings["sitters"], seat: string): Sitter => sitters[seat] ?? "easy";

/** Returns what the server is asked for. */
export function requestOf(settings: MatchSettings, name: string): CreateOptions<GameName> {
  const { game, options, seats, clock, title } = settings;
  const others = othersOf(settings);
  return {
    game,
    name,
    title,
    options,
    seats,
    bots: others.map((sitter) => (sitter === "person" ? null : sitter)),
    private: settings.private,
    admission: settings.admission,
    silent: settings.silent,
    ...(settings.watching < 0 ? { unwatched: true } : { watchDelay: settings.watching }),
    takeBacks: settings.takeBacks && isUnrated(settings),
    holidays: clock === "days" ? settings.holidays : 0,
    handOvers: isUnrated(settings) ? settings.handOvers : "no",
    judges: settings.judges && canJudge(settings),
    pauses: clock === "none" ? 0 : settings.pauses,
    language: currentLanguage(),
    clock: { profile: clock },
    // With people to wait for, the host says when it begins.
    start: others.includes("person") ? "host" : "full",
  };
}

/** Returns every option of a game with its value in the settings. */
export function optionsOf({ game, options }: MatchSettings): readonly {
  readonly name: string;
  readonly option: OptionRange;
  readonly value: OptionValue;
}[] {
  return Object.entries(rangesOf(game)).map(([name, option]) => ({
    name,
    option,
    value: options[name] ?? option.default,
  }));
}
