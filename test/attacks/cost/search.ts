/** Searches for the bytes that cost a format the most processor time. */
import type { SeededRandom } from "../../support/seeded-random.ts";
import { mutateBytes, mutateValue, pick } from "../fuzz/inputs/mutate.ts";
import { type Format, MOST_BYTES } from "./formats/index.ts";

/** The costliest bytes that were found, and the ms that they cost. */
export interface Costliest {
  readonly bytes: Uint8Array;
  readonly ms: number;
  /** Inputs that were tried. */
  readonly tried: number;
}

/** Inputs that are kept: the costliest ones. */
const KEPT = 16;
/** Measurements of an input that seems costly: the least counts, since collecting garbage costs too. */
const REPEATS = 7;

/** What costs much somewhere: in a regular expression, in Unicode's tables, in a parser. */
const COSTLY = [
  ...Array.from(
    "\u007f \t\n\u200b\u200d\ufe0f界é\u0301\u0327ا\u094d\u200c\ufdfa\u1100㎓ｆ1a@$_-/.:\\\"'<[{%&=;,",
  ),
  "👨\u200d",
  "👨\u200d👩\u200d",
  "👨",
  "🏴\u{e0067}",
  "🇲",
  "1\ufe0f",
  "e\u0301",
  "a ",
  "fu ",
  "ass",
  "ff",
  "__proto__",
  "1e308",
  "\ud83d",
] as const;

/**
 * Returns ms that a format needs for bytes. It is the least of several times, which is that of the processor alone: others run in between,
 * and the clock of a thread's own time is too coarse.
 * @param enough does not measure again what takes less
 */
export function costOf({ read }: Format, bytes: Uint8Array, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPEATS; i++) {
    const copy = Buffer.from(bytes);
    const before = performance.now();
    try {
      read(copy);
    } catch {
      // What is refused has cost something too.
    }
    least = Math.min(least, performance.now() - before);
    if (least < enough) break;
  }
  return least;
}

/** Searches for so many ms. */
export function searchCostliest(format: Format, random: SeededRandom, ms: number): Costliest {
  const end = performance.now() + ms;
  let kept = format.seeds.map((value) => measure(format, value, null, 0));
  let tried = kept.length;
  while (performance.now() < end) {
    const value = mutate(random, pick(random, kept).value);
    const written = write(format, value);
    const bytes = random.happens(0.15) ? mutateBytes(random, written).subarray(0, MOST_BYTES) : written;
    tried += 1;
    const found = measure(format, value, bytes, kept.length < KEPT ? 0 : (kept.at(-1)?.ms ?? 0));
    if (kept.length >= KEPT && found.ms <= (kept.at(-1)?.ms ?? 0)) continue;
    kept = [...kept, found].sort((a, b) => b.ms - a.ms).slice(0, KEPT);
  }
  const [worst] = kept;
  return { bytes: worst?.bytes ?? Buffer.alloc(0), ms: worst?.ms ?? 0, tried };
}

interface Measured {
  readonly value: unknown;
  readonly bytes: Uint8Array;
  readonly ms: number;
}

function measure(format: Format, value: unknown, bytes: Uint8Array | null, enough: number): Measured {
  const written = bytes ?? write(format, value);
  return { value, bytes: written, ms: costOf(format, written, enough) };
}

/** Writes a value; one that is too long is cut, and is then no JSON. */
function write(format: Format, value: unknown): Uint8Array {
  try {
    return format.write(value).subarray(0, MOST_BYTES);
  } catch {
    // Not every value can be written: a query takes no half of a character.
    return Buffer.alloc(0);
  }
}

/** Changes a value: often a text in it becomes a run of what is costly. */
function mutate(random: SeededRandom, value: unknown): unknown {
  if (random.happens(0.2)) return mutateValue(random, value);
  if (typeof value === "string") return mutateText(random, value);
  if (Array.isArray(value)) return mutateList(random, value);
  if (typeof value !== "object" || value === null)
    return random.happens(0.5) ? drawRun(random, 3_000) : value;
  const entries = Object.entries(value);
  if (random.happens(0.1) || entries.length === 0) {
    const length = random.below(400);
    const more = Array.from({ length }, (_, i) => [pick(random, COSTLY) + i.toString(36), i % 2 ? [] : {}]);
    return { ...value, ...(Object.fromEntries(more) as object) };
  }
  const [key, old] = pick(random, entries);
  return { ...value, [key]: mutate(random, old) };
}

function mutateList(random: SeededRandom, list: readonly unknown[]): unknown {
  if (list.length > 0 && random.happens(0.4))
    return list.flatMap((item) => Array.from({ length: 1 + random.below(8) }, () => item)).slice(0, 1_500);
  let deep: unknown = list;
  for (let depth = random.below(600); depth > 0; depth--) deep = [deep];
  return random.happens(0.5) ? deep : [...list, drawRun(random, 300)];
}

function mutateText(random: SeededRandom, text: string): string {
  const at = random.below(text.length + 1);
  const length = random.below(8);
  const [head, part, tail] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
  return pick(random, [
    () => drawRun(random, 4_000),
    () => head + drawRun(random, 1_000) + tail,
    () => head + part.repeat(1 + random.below(300)) + tail,
    () => head + pick(random, COSTLY) + tail,
    () => head + tail,
    () => text + pick(random, COSTLY),
    () => text.slice(0, Math.ceil(text.length / 2)),
    () => text.repeat(2).slice(0, 4_000),
  ])();
}

/** Draws a run of a few costly texts in turn, and sometimes something else at its end. */
function drawRun(random: SeededRandom, bytes: number): string {
  const unit = Array.from({ length: 1 + random.below(3) }, () => pick(random, COSTLY)).join("");
  const times = Math.floor((bytes * (0.1 + 0.9 * random.fraction())) / Buffer.byteLength(unit));
  return (
    (random.happens(0.3) ? "a" : "") +
    unit.repeat(Math.max(1, times)) +
    (random.happens(0.6) ? pick(random, COSTLY) : "")
  );
}
