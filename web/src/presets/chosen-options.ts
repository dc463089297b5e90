import { type GameName, hostOptions, type OptionRange, type OptionValue } from "@flower-war/client-sdk";

/** The host options that the viewer changed, by their names. */
export type ChosenOptions = { readonly [option: string]: OptionValue };

/** Whether two choices of a game's options come to the same. */
function isChosenOptions(game: GameName, one: ChosenOptions, other: ChosenOptions): boolean {
  return Object.entries<OptionRange>(hostOptions(game)).every(
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
