import type { RandomBelow } from "../../src/bots/index.ts";
import type { PublicEntry } from "../../src/index.ts";
import { canonical } from "../../src/witness/index.ts";
import { add, FAIR, last, type Line, lines, renumber, text, turn, withEnd, withLine } from "./forgeries.ts";
import { textOf } from "./records.ts";

const { entries, end } = FAIR;
const { signatures = {} } = end;

/** A random forgery: another text than the record's. */
export function forge(random: RandomBelow): { readonly name: string; readonly forged: string } {
  for (;;) {
    const name = pick(random, Object.keys(MUTATIONS));
    const forged = MUTATIONS[name]?.(random) ?? text;
    if (forged !== text) return { name, forged };
  }
}

/** Mutations of the record's text; some leave it as it is. */
const MUTATIONS: { readonly [name: string]: (random: RandomBelow) => string } = {
  "a character replaced": (random) => splice(random(text.length), 1, CHARACTERS[random(CHARACTERS.length)]),
  "a character dropped": (random) => splice(random(text.length), 1),
  "a character inserted": (random) => splice(random(text.length), 0, CHARACTERS[random(CHARACTERS.length)]),
  "text cut off": (random) => text.slice(0, random(text.length)),
  "a part dropped": (random) => splice(random(text.length), 1 + random(200)),
  "a line dropped": (random) => lines.toSpliced(random(lines.length - 1), 1).join("\n"),
  "a line twice": (random) => {
    const at = random(lines.length - 1);
    return lines.toSpliced(at, 0, lines[at] ?? "").join("\n");
  },
  "lines exchanged": (random) => {
    const [a, b] = [random(lines.length - 1), random(lines.length - 1)];
    return lines
      .with(a, lines[b] ?? "")
      .with(b, lines[a] ?? "")
      .join("\n");
  },
  "a line of elsewhere": (random) =>
    lines.with(random(lines.length - 1), lines[random(lines.length - 1)] ?? "").join("\n"),
  "a line appended": (random) => `${text}${lines[random(lines.length - 1)]}\n`,
  "an entry dropped, the others renumbered": (random) =>
    textOf({ ...FAIR, entries: renumber(entries.toSpliced(random(last), 1)) }),
  "two entries exchanged and renumbered": (random) => {
    const [a, b] = [random(last), random(last)];
    const other = entries.with(a, entries[b] as PublicEntry).with(b, entries[a] as PublicEntry);
    return textOf({ ...FAIR, entries: renumber(other) });
  },
  "a field twice": (random) =>
    mutateLine(random, (line) => line.replace("{", `{"${pick(random, NAMES)}":1,`)),
  "keys in another order": (random) => mutateLine(random, turn),
  "an escape": (random) =>
    mutateLine(random, (line) =>
      line.replaceAll(
        pick(random, ["a", "e", "i", "n", "o", "r", "s", "t"]),
        (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
      ),
    ),
  "a field added": (random) => mutateLine(random, add(pick(random, NAMES))),
  "a value changed": (random) => mutateLine(random, (line) => canonical(mutated(JSON.parse(line), random))),
  "signatures exchanged": (random) => {
    const [a, b] = [pick(random, ["east", "north"]), pick(random, ["east", "north"])];
    const [n, m] = [
      pick(random, Object.keys(signatures[a] ?? {})),
      pick(random, Object.keys(signatures[b] ?? {})),
    ];
    const changed = structuredClone(signatures) as Record<string, Record<string, string>>;
    Object.assign(changed[a] ?? {}, { [n]: signatures[b]?.[m] });
    Object.assign(changed[b] ?? {}, { [m]: signatures[a]?.[n] });
    return withEnd({ signatures: changed });
  },
};

const CHARACTERS = [
  "0",
  "1",
  "7",
  "a",
  "e",
  '"',
  "{",
  "}",
  "[",
  ",",
  ":",
  " ",
  "\n",
  "\r",
  "-",
  ".",
  "\u00e9",
  "\u0000",
];
const NAMES = ["n", "seat", "by", "match", "secret", "kind", "events", "__proto__", "note", "type"];

const pick = <T>(random: RandomBelow, items: readonly T[]): T => items[random(items.length)] as T;

const splice = (at: number, dropped: number, inserted = ""): string =>
  text.slice(0, at) + inserted + text.slice(at + dropped);

const mutateLine = (random: RandomBelow, change: (line: string) => string): string =>
  withLine(random(lines.length - 1), change);

/** Changes one value somewhere in an object: but who played an entry, which is not of the line alone, and signatures left out. */
function mutated(value: unknown, random: RandomBelow): unknown {
  if (typeof value === "number") return value + pick(random, [1, -1, 0.5, 2 ** 32]);
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") {
    return pick(random, [
      `${value}x`,
      value.slice(1),
      value.toUpperCase(),
      "east",
      "west",
      "",
      "\ud83d\ude00",
    ]);
  }
  if (typeof value !== "object" || value === null) return pick(random, [0, "", false, {}]);
  if (Array.isArray(value)) {
    if (value.length === 0 || random(4) === 0) return [...value, pick(random, [null, 1, "east", {}, []])];
    const at = random(value.length);
    return random(4) === 0 ? value.toSpliced(at, 1) : value.with(at, mutated(value[at], random));
  }
  const names = Object.keys(value).filter((name) => name !== "by");
  if (names.length === 0) return { more: 1 };
  const name = pick(random, names);
  const { [name]: field, ...others } = value as Record<string, unknown>;
  const isSigned = /^\d+$/.test(name) || name === "signatures" || typeof field === "object";
  return random(6) === 0 && !isSigned ? others : { ...others, [name]: mutated(field, random) };
}

/** Returns the line in which a text first differs from the record. */
export function firstChange(forged: string): Line {
  let at = 0;
  while (at < text.length && forged[at] === text[at]) at += 1;
  const line = text.slice(0, at).split("\n").length - 1;
  if (line === 0) return "header";
  return line > last ? "end" : line;
}
