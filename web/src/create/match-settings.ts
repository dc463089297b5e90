import {
  type BotKind,
  type ClockProfile,
  type CreateOptions,
  type GameName,
  hostOptions,
  type OptionRange,
  type OptionValue,
} from "@flower-war/client-sdk";
import { CATALOG } from "../games/catalog.ts";
import type { ChosenOptions } from "../presets/presets.ts";
import { currentLanguage } from "../texts/index.ts";

/** The match that the viewer asks for. */
export interface MatchSettings {
  readonly game: GameName;
  readonly options: ChosenOptions;
  readonly seats: number;
  readonly bots: number;
  readonly botKind: BotKind;
  readonly clock: ClockProfile;
  readonly private: boolean;
  readonly admission: NonNullable<CreateOptions<GameName>["admission"]>;
  readonly silent: boolean;
}

/** Returns the settings with some changes; seats and bots are kept within what the game takes. */
export function change(settings: MatchSettings, changes: Partial<MatchSettings>): MatchSettings {
  const next = { ...settings, ...changes };
  const { min, max } = CATALOG[next.game].seats;
  const seats = Math.min(max, Math.max(min, next.seats));
  return { ...next, seats, bots: Math.min(next.bots, seats - 1) };
}

/** Returns what the server is asked for. */
export function requestOf(settings: MatchSettings, name: string): CreateOptions<GameName> {
  const { game, options, seats, bots, botKind, clock } = settings;
  return {
    game,
    name,
    options,
    seats,
    bots: Array.from({ length: bots }, () => botKind),
    private: settings.private,
    admission: settings.admission,
    silent: settings.silent,
    language: currentLanguage(),
    clock: { profile: clock },
    // With people to wait for, the host says when it begins.
    start: bots === seats - 1 ? "full" : "host",
  };
}

/** Returns every option of a game with its value in the settings. */
export function optionsOf({ game, options }: MatchSettings): readonly {
  readonly name: string;
  readonly option: OptionRange;
  readonly value: OptionValue;
}[] {
  return Object.entries<OptionRange>(hostOptions(game)).map(([name, option]) => ({
    name,
    option,
    value: options[name] ?? option.default,
  }));
}
