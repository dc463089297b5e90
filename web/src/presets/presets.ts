import { type GameListing, type GameName, type OptionValue } from "@flower-war/client-sdk";
import { catalogEntry } from "../games/catalog.ts";
import { rangesOf } from "../games/option-ranges.ts";
import { rackOf } from "../games/rack.ts";
import { OWN_GAMES } from "../session/own-games.ts";
import { i18n } from "../texts/index.ts";

/** A way to play a game that a host can choose with one press. */
export interface Preset {
  readonly id: string;
  readonly game: GameName;
  /** Options that differ from the game's defaults, or all of them. */
  readonly options: ChosenOptions;
  readonly title: () => string;
  readonly about: () => string;
  /** Skulls drawn as its picture; `null`: it has none. */
  readonly skulls: number | null;
  /** Expected minutes of a match, by number of seats; empty: not known. `null`: the server has not answered yet. */
  readonly minutes: { readonly [seats: string]: number } | null;
}

interface Known extends Pick<Preset, "id" | "game" | "title"> {
  /** @param rack skulls on each rack, where there are racks */
  readonly about: (rack: number) => string;
}

/** The presets of this version, by game and name: what is offered until the server has answered, and their words. */
const KNOWN: readonly Known[] = [
  {
    id: "short-evening",
    game: "flower-war",
    title: () => i18n._("Short evening"),
    about: (rack) =>
      i18n._("Racks of {rack} skulls: the first disc soon begins the end, and the best tribe wins it.", {
        rack,
      }),
  },
  {
    id: "flower-war",
    game: "flower-war",
    title: () => i18n._("Classic"),
    about: (rack) => i18n._("Racks of {rack}, cards cost skulls, two to six tribes. As printed.", { rack }),
  },
  {
    id: "mexica",
    game: "mexica",
    title: () => "Mexica",
    about: () =>
      i18n._("The first design: cards are free, a battle costs the lower die, 260 offerings end it."),
  },
  {
    id: "space-aztecs",
    game: "space-aztecs",
    title: () => "Space Aztecs",
    about: () =>
      i18n._("Two to six cities, with Codices; up to four leave one set at random in the box. As printed."),
  },
  {
    id: "tieqchieq",
    game: "tieqchieq",
    title: () => "Tıeqchıeq",
    about: () => i18n._("Two players, six tokens each; chance says who begins. As printed."),
  },
];

/** What is offered until the server has answered. */
export const PRESETS: readonly Preset[] = [
  ...KNOWN.map(({ id, game }) => addWords({ id, game, options: optionsOf(game, id), minutes: null })),
  ...readPresets([...OWN_GAMES.values()]),
];

/** Returns the options of a preset of this version. */
function optionsOf(game: GameName, preset: string): ChosenOptions {
  return Object.fromEntries(
    Object.entries(rangesOf(game, preset)).map(([name, option]) => [name, option.default]),
  );
}

/** Adds the words of this version to a preset, and its picture. */
function addWords(preset: Pick<Preset, "id" | "game" | "options" | "minutes">): Preset {
  const { id, game, options } = preset;
  const rack = rackOf(game, { options });
  const known = KNOWN.find((each) => each.id === id && each.game === game);
  return {
    ...preset,
    title: known?.title ?? (() => (id === game ? (catalogEntry(game)?.title ?? game) : id)),
    about: () => known?.about(rack ?? 0) ?? (id === game ? (catalogEntry(game)?.lead() ?? "") : ""),
    skulls: game === "flower-war" ? rack : null,
  };
}

/** Returns the presets that a server offers of the games that the page can show, of each the newcomer's first. */
export function readPresets(listings: readonly GameListing[]): readonly Preset[] {
  const shown = listings.filter(({ game }) => catalogEntry(game) !== undefined);
  return shown.flatMap(({ game, presets }) =>
    presets.map(({ name, options, minutes }) =>
      addWords({ id: name, game, options: options as ChosenOptions, minutes }),
    ),
  );
}

/** Returns what a match is called: its game, and its preset if that is known here and has a name of its own. */
export function matchTitle({ game, preset }: { readonly game: string; readonly preset: string }): string {
  const title = catalogEntry(game)?.title ?? game;
  const known = KNOWN.find(({ id, game: other }) => id === preset && other === game);
  const name = known?.title() ?? title;
  return name === title ? title : `${title}, ${name}`;
}

/** Returns the title of a match by its game and preset. @param preset `""`: its options are no preset's */
export function playTitle({ game, preset }: { readonly game: GameName; readonly preset: string }): string {
  return preset === ""
    ? i18n._("{game}, your way", { game: catalogEntry(game)?.title ?? game })
    : matchTitle({ game, preset });
}

/** Games that share a row of presets, under the name of the first. */
const FAMILIES: readonly (readonly GameName[])[] = [
  ["flower-war", "mexica"],
  ["space-aztecs"],
  ["tieqchieq"],
];

/** Returns the first game of a game's row of presets. */
export function familyOf(game: GameName): GameName {
  return FAMILIES.find((family) => family.includes(game))?.[0] ?? game;
}

export const FAMILY_NAMES: readonly GameName[] = [
  ...FAMILIES.flatMap(([first]) => first ?? []),
  ...([...OWN_GAMES.keys()] as GameName[]),
];

/** Returns those of some presets that are in the row of a game. */
export function presetsOf(game: GameName, presets: readonly Preset[]): readonly Preset[] {
  return presets.filter((preset) => familyOf(preset.game) === familyOf(game));
}

/** Returns how long a match of a preset takes: an ellipsis while the server is asked; `null`: it was never measured. */
export function describeMinutes({ minutes }: Preset, seats: number): string | null {
  if (minutes === null) return "…";
  const expected = minutes[String(seats)];
  return expected === undefined ? null : minutesWords(expected);
}

/** @param minutes that a match is expected to take */
export const minutesWords = (minutes: number): string => i18n._("about {minutes} min", { minutes });

/** The host options that the viewer changed, by their names. */
export type ChosenOptions = { readonly [option: string]: OptionValue };

/** Whether two choices of a game's options come to the same. */
function isChosenOptions(game: GameName, one: ChosenOptions, other: ChosenOptions): boolean {
  return Object.entries(rangesOf(game)).every(
    ([name, option]) => (one[name] ?? option.default) === (other[name] ?? option.default),
  );
}

/** Whether a match of a game with these options is played as a preset has it. */
export function isPreset(
  preset: { readonly game: GameName; readonly options: ChosenOptions },
  game: GameName,
  options: ChosenOptions,
): boolean {
  return preset.game === game && isChosenOptions(game, preset.options, options);
}
