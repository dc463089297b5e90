import { type FieldBuilder, t } from "@colyseus/schema";
import type { OptionRange, OptionRanges, OptionValue } from "@flower-war/rules";

/*
 * The options of a match in its synced table: each is a field of its own name. A server that is older than an option does not send the
 * field, and plays as before it.
 */

/** The fields of a table's schema for a game's options. */
type OptionFields<O extends object> = { readonly [N in keyof O]-?: FieldBuilder<O[N], true> };

/** Returns the fields of a table's schema for a game's options, each with the value that an older server plays by. */
export function optionFields<O extends object>(ranges: OptionRanges<O>): OptionFields<O> {
  const entries: readonly (readonly [string, OptionRange])[] = Object.entries(ranges);
  const fields = entries.map(
    ([name, range]) => [name, fieldOf(range.values).default(valueWithout(range))] as const,
  );
  return Object.fromEntries(fields) as OptionFields<O>;
}

/** Returns the field of a schema for a value that is one of these, or like them. */
export function fieldOf(values: readonly OptionValue[]): FieldBuilder<OptionValue> {
  const [first] = values;
  if (typeof first === "boolean") return t.boolean();
  if (typeof first === "string") return t.string();
  return values.every((value) => Number(value) < 256) ? t.uint8() : t.uint16();
}

/** Reads a game's options from a synced table of a server of any version. */
export function readSyncedOptions<O extends object>(ranges: OptionRanges<O>, table: object): O {
  const entries: readonly (readonly [string, OptionRange])[] = Object.entries(ranges);
  return Object.fromEntries(
    entries.map(([name, range]) => [name, Reflect.get(table, name) ?? valueWithout(range)]),
  ) as O;
}

const valueWithout = (range: OptionRange): OptionValue => range.before ?? range.default;
