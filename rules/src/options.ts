export type OptionValue = string | number | boolean;

/** What a host option takes, and what a match has whose host says nothing about it. */
export interface OptionRange<V = OptionValue> {
  readonly values: readonly V[];
  readonly default: V;
}

/** Every host option of a game by its name. */
export type OptionRanges<O extends object> = { readonly [N in keyof O]-?: OptionRange<O[N]> };

/** A game as far as its options go. */
interface Optional<O extends object> {
  readonly options: OptionRanges<O>;
}

/** Host options as asked for: complete ones, or the option at fault and what it takes. */
export type OptionsRead<O extends object> =
  | { readonly options: O; readonly option?: undefined }
  | { readonly option: string; readonly expected: string; readonly options?: undefined };

/** Completes a host's options from any value, or names the first one at fault and what it takes; never throws. */
export function readOptions<O extends object>(game: Optional<O>, input: unknown = {}): OptionsRead<O> {
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

/** The options of a match whose host chooses nothing. */
export function defaultsOf<O extends object>({ options }: Optional<O>): O {
  const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(options);
  return Object.fromEntries(ranges.map(([name, range]) => [name, range.default])) as O;
}

/** What an option takes, for people. */
function expectedOf(values: readonly OptionValue[]): string {
  const range = integersOf(values);
  if (range !== null) return `an integer from ${range.min} to ${range.max}`;
  return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

/** The first and last of values that are integers in a row; `null`: they are something else. */
export function integersOf(
  values: readonly OptionValue[],
): { readonly min: number; readonly max: number } | null {
  const [min] = values;
  const max = values.at(-1);
  if (typeof min !== "number" || typeof max !== "number" || min === max) return null;
  return values.every((value, index) => value === min + index) ? { min, max } : null;
}
