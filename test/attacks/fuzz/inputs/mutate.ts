import type { SeededRandom } from "../../../support/seeded-random.ts";

/** Values at which programs fail, in JSON and MessagePack alike. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  "",
  "__proto__",
  "constructor",
  "toString",
  "\u0000",
  "\u202e\u0301\ud83d\ude00",
  "east",
  "x".repeat(1_500),
  [],
  {},
  [[[[[[]]]]]],
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
];

const ODD_BYTES = [0, 1, 0x7f, 0x80, 0xc0, 0xc1, 0xd4, 0xdf, 0xff] as const;

/** Draws one of these. */
export function pick<T>(random: SeededRandom, values: readonly T[]): T {
  const [first] = values;
  return values[random.below(values.length)] ?? (first as T);
}

/** Replaces, adds or removes something anywhere in a value. */
export function mutateValue(random: SeededRandom, value: unknown): unknown {
  if (random.happens(0.15)) return pick(random, ODD_VALUES);
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    const at = random.below(items.length + 1);
    if (at === items.length || random.happens(0.2)) items.splice(at, 0, pick(random, ODD_VALUES));
    else items[at] = mutateValue(random, items[at]);
    return items;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const at = random.below(entries.length + 1);
    if (at === entries.length)
      return { ...value, [pick(random, ["x", "__proto__", "id", "seat"])]: pick(random, ODD_VALUES) };
    const [key, old] = entries[at] as [string, unknown];
    if (random.happens(0.2)) return Object.fromEntries(entries.filter(([other]) => other !== key));
    return { ...value, [key]: mutateValue(random, old) };
  }
  if (typeof value === "string" && value !== "" && random.happens(0.5)) {
    return Buffer.from(mutateBytes(random, Buffer.from(value))).toString("latin1");
  }
  return pick(random, ODD_VALUES);
}

/** Flips, replaces, adds, removes or repeats bytes, one to four times. */
export function mutateBytes(random: SeededRandom, bytes: Uint8Array): Uint8Array {
  let mutant = Buffer.from(bytes);
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(mutant.length + 1);
    const length = random.below(Math.min(16, mutant.length - at + 1));
    const [head, tail] = [mutant.subarray(0, at), mutant.subarray(at + length)];
    const middles = [
      Buffer.alloc(0),
      Buffer.of(pick(random, ODD_BYTES)),
      Buffer.from(random.hex(2 * length), "hex"),
      Buffer.concat([mutant.subarray(at, at + length), mutant.subarray(at, at + length)]),
      Buffer.from(mutant.subarray(at, at + length).map((byte) => byte ^ (1 << random.below(8)))),
    ];
    mutant = Buffer.concat([head, pick(random, middles), tail]);
  }
  return mutant;
}
