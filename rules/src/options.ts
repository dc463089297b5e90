export type OptionValue = string | number | boolean;

/** The values that a host option can have, and its default. */
export interface OptionRange<V = OptionValue> {
  readonly values: readonly V[];
  readonly default: V;
  /**
   * How matches were played before the option existed. An option that is added to a game with stored matches has it: such a match lacks
   * the option, and goes on, is verified and is replayed with this value.
   */
  readonly before?: V;
}

/** Every host option of a game by its name. */
export type OptionRanges<O extends object> = { readonly [N in keyof O]-?: OptionRange<O[N]> };

/** The part of a game that its options need. */
interface WithOptions<O extends object> {
  readonly options: OptionRanges<O>;
}

/** The result of reading a host's options: complete options, or the first wrong option and what it expects. */
export type OptionsRead<O extends object> =
  | { readonly options: O; readonly option?: undefined }
  | { readonly option: string; readonly expected: string; readonly options?: undefined };

/** Completes a host's options from any value. Names the first wrong option and what it expects; never throws. */
export function readOptions<O extends object>(game: WithOptions<O>, input: unknown = {}): OptionsRead<O> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { option: "options", expected: "an object" };
  }
  const ranges: ReadonlyMap<string, OptionRange> = new Map(Object.entries(game.options));
  for (const [option, value] of Object.entries(input)) {
    const range = ranges.get(option);
    if (range === undefined) return { option, expected: "nothing: there is no such option" };
    if (!range.values.includes(value)) return { option, expected: expectedOf(range.values) };
  }
  return { options: { ...defaultsOf(game), ...input } };
}

/** Returns the options of a match whose host chooses nothing. */
// #__NO_SIDE_EFFECTS__
export function defaultsOf<O extends object>({ options }: WithOptions<O>): O {
  const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(options);
  return Object.fromEntries(ranges.map(([name, range]) => [name, range.default])) as O;
}

/** Completes the options of a stored match: an option that did not exist when the match was created has its `before`. */
export function completeOptions<O extends object>({ options }: WithOptions<O>, stored: Partial<O>): O {
  const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(options);
  const younger = ranges.filter(([name, { before }]) => before !== undefined && !Object.hasOwn(stored, name));
  return { ...stored, ...Object.fromEntries(younger.map(([name, { before }]) => [name, before])) } as O;
}

/** Describes the values of an option, for people. */
function expectedOf(values: readonly OptionValue[]): string {
  const range = integersOf(values);
  if (range !== null) return `an integer from ${range.min} to ${range.max}`;
  return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

/** Returns the first and last of consecutive integers; `null` if the values are anything else. */
export function integersOf(
  values: readonly OptionValue[],
): { readonly min: number; readonly max: number } | null {
  const [min] = values;
  const max = values.at(-1);
  if (typeof min !== "number" || typeof max !== "number" || min === max) return null;
  return values.every((value, index) => value === min + index) ? { min, max } : null;
}
