import { MINUTES } from "./minutes.ts";

/** A choice of host options that has a name. */
export interface Preset<O extends object> {
  /** Unique in the game; its default options have the game's own name. */
  readonly name: string;
  /** Complete. */
  readonly options: O;
  /**
   * How many minutes a match takes, by number of seats: half of all matches end sooner. Measured with bots at the pace of people
   * who know the game (docs/performance-rules.md, "Minutes"). Empty if it was not measured.
   */
  readonly minutes: { readonly [seats: number]: number };
}

/** Adds the measured minutes to presets of a game. Bundlers drop presets that no code reads. */
// #__NO_SIDE_EFFECTS__
export function withMinutes<O extends object>(
  game: string,
  presets: readonly Omit<Preset<O>, "minutes">[],
): readonly Preset<O>[] {
  return presets.map((preset) => ({ ...preset, minutes: MINUTES[game]?.[preset.name] ?? {} }));
}
