import { type Flaw, type Flawed, type PublicEntry, seedOf } from "../../src/index.ts";
import { canonical, publicKeyOf, sealOf, type Witness } from "../../src/witness/index.ts";
import { type Parts, textOf } from "./records.ts";
import { secretKeyOf, withSignatures, witnessedRecord, witnessOf } from "./witnessed.ts";

/*
 * Forgeries of a record of format 3 in which all people signed: each is refused at the line that differs. A cheating server can make
 * a record that agrees with itself; those are told from the match by a witness.
 */

/** The record that is forged: all people sign, one seat is a bot's. */
export const FAIR = witnessedRecord({ count: 3, bots: ["west"], options: { rackSize: 4 } });
const { header, entries, end } = FAIR;
export const text = textOf(FAIR);
export const lines = text.split("\n");
export const last = entries.length;
const { signatures = {} } = end;
const [east, north, west] = header.seats;
if (!east || !north || !west) throw new Error("three seats");

/** The number of the first entry for which this is true. */
function find(holds: (entry: PublicEntry) => boolean): number {
  const n = entries.find(holds)?.n;
  if (n === undefined) throw new Error("no such entry in this match");
  return n;
}

const rolled = find(
  ({ n, events }) => n > 20 && events.some((event) => Reflect.get(event, "type") === "rolled"),
);
const ofEast = find(({ n, seat, by }) => n > 20 && seat === "east" && by === undefined);
const byClock = find(({ n, seat, by }) => n > 20 && seat === "east" && by === "clock");
const ofBot = find(({ n, seat }) => n > 20 && seat === "west");

export const withLine = (at: number, change: (line: string) => string): string =>
  lines.map((line, i) => (i === at ? change(line) : line)).join("\n");
const withEntry = (n: number, change: (entry: PublicEntry) => PublicEntry): Parts => ({
  ...FAIR,
  entries: entries.map((entry) => (entry.n === n ? change(entry) : entry)),
});
export const withEnd = (fields: Partial<Parts["end"]>): string =>
  textOf({ ...FAIR, end: { ...end, ...fields } });
const withHeader = (fields: Partial<Parts["header"]>): Parts => ({
  ...FAIR,
  header: { ...header, ...fields },
});
const withEast = (fields: object): Parts => withHeader({ seats: [{ ...east, ...fields }, north, west] });
const { by: _played, ...unplayed } = entries[byClock - 1] ?? ({} as PublicEntry);

/** A play of the same match with other moves: the same secret, nonces and seats, and all signed. */
const otherPlay = (() => {
  const shorter = {
    ...FAIR,
    entries: entries.slice(0, 10),
    end: { ...end, outcome: { by: "draw", winner: null } },
  };
  return withSignatures(shorter);
})();

/** Cards that another seat drew are not shown, so a witness of one seat cannot tell those of another. */
function drawnBy(seat: string): number {
  return find(({ events }) => events.some((event) => isDrawnBy(event, seat)));
}

const isDrawnBy = (event: object, seat: string): boolean =>
  Reflect.get(event, "type") === "card-drawn" && Reflect.get(event, "seat") === seat;

export function withDrawn(seat: string): Parts {
  const other = { id: "c999", card: "eagle" };
  return withEntry(drawnBy(seat), (entry) => ({
    ...entry,
    events: entry.events.map((event) => (isDrawnBy(event, seat) ? { ...event, held: other } : event)),
  }));
}

function changeEvent(fields: object): (entry: PublicEntry) => PublicEntry {
  return (entry) => ({
    ...entry,
    events: entry.events.map((event) =>
      Reflect.get(event, "type") === "rolled" ? { ...event, ...fields } : event,
    ),
  });
}

/** Gives east this key, and the signature without a secret that such keys take: of the neutral point, and 0. */
function weaklySigned(key: string): string {
  const resigned = withSignatures(withEast({ key }));
  const neutral = "01".padEnd(128, "0");
  return textOf({
    ...resigned,
    end: { ...resigned.end, signatures: { ...resigned.end.signatures, east: { "64": neutral } } },
  });
}

export function turn(line: string): string {
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).toReversed()));
}

export function add(field: string): (line: string) => string {
  return (line) => canonical({ ...JSON.parse(line), [field]: "x" });
}

function withRemoved(removed: string, field = "removed"): string {
  const [before, after] = field === "joined" ? ["", '"outcome"'] : ["", '"secret"'];
  return withLine(last + 1, (line) => line.replace(after, `${before}"${field}":${removed},${after}`));
}

function exchanged() {
  return { east: signatures["north"] ?? {}, north: signatures["east"] ?? {} };
}

function renumbered(number: string) {
  return { east: { [number]: signatures["east"]?.["64"] ?? "" } };
}

export function renumber(some: readonly PublicEntry[]): PublicEntry[] {
  return some.map((entry, i) => ({ ...entry, n: i + 1 }));
}

export type Line = Flawed["entry"];
export type Forgery = [what: string, forged: string, line: Line, reason: Flaw];

/** Forgeries that the record alone shows. */
export const SEEN_BY_ALL: readonly Forgery[] = [
  [
    "a key twice in the header",
    withLine(0, (line) => line.replace("{", '{"rules":1,')),
    "header",
    "not-canonical",
  ],
  ["the header's keys in another order", withLine(0, turn), "header", "not-canonical"],
  ["a field more in the header", withLine(0, add("note")), "header", "unknown-field"],
  [
    "a field more in a seat",
    withLine(0, (line) => line.replace('"seat":"north"', '"seat":"north","stars":5')),
    "header",
    "unknown-field",
  ],
  ["a byte order mark", `\ufeff${text}`, "header", "unreadable"],
  ["line ends of Windows", text.replaceAll("\n", "\r\n"), "header", "not-canonical"],
  [
    "an id that no match has",
    withLine(0, (line) => line.replace(header.match, "../../record")),
    "header",
    "unreadable",
  ],
  ["format 1 written over it", text.replace("record-3", "record-1"), "header", "unknown-field"],
  ["a format of the future", text.replace("record-3", "record-9"), "header", "unknown-format"],
  ["format 4 written over it", text.replace("record-3", "record-4"), "end", "bad-signature"],
  ["no format", text.replace("record-3", "record-x"), "header", "unreadable"],
  ["another id", textOf(withHeader({ match: "AAAAAAAAAAAA" })), "end", "bad-signature"],
  ["another nonce", textOf(withEast({ nonce: "other" })), "header", "bad-seal"],
  [
    "another nonce with its seal, seed and no more",
    textOf({
      ...withEast({ nonce: "other", seal: sealOf("other") }),
      end: { ...end, seed: seedOf(end.secret, ["other", north.nonce, west.nonce]) },
    }),
    1,
    "other-events",
  ],
  ["another seal", textOf(withEast({ seal: sealOf("other") })), "header", "bad-seal"],
  ["a seal left out", textOf(withEast({ seal: undefined })), "header", "bad-seal"],
  [
    "a withheld nonce, which this format does not have",
    textOf(withEast({ from: "withheld" })),
    "header",
    "unreadable",
  ],
  ["a nonce that a stand-in gave", textOf(withEast({ from: "stand-in" })), "header", "bad-nonce"],
  ["a bot that gave its nonce", textOf(withEast({ kind: "bot" })), "header", "bad-nonce"],
  [
    "a bot made human",
    textOf(withHeader({ seats: [east, north, { ...west, kind: "human" }] })),
    "header",
    "bad-nonce",
  ],
  [
    "a bot with a key",
    textOf(withHeader({ seats: [east, north, { ...west, key: publicKeyOf(secretKeyOf("west")) }] })),
    "header",
    "bad-seal",
  ],
  ["another key", textOf(withEast({ key: publicKeyOf(secretKeyOf("west")) })), "end", "bad-signature"],
  ["a key that fits signatures of anyone", weaklySigned("01".padEnd(64, "0")), "end", "bad-signature"],
  ["such a key in another encoding", weaklySigned("ee".padEnd(62, "f").concat("7f")), "end", "bad-signature"],
  [
    "keys of two seats exchanged",
    textOf(
      withHeader({ seats: [{ ...east, key: north.key ?? "" }, { ...north, key: east.key ?? "" }, west] }),
    ),
    "end",
    "bad-signature",
  ],
  ["white space in an entry", withLine(rolled, (line) => line.replace(",", ", ")), rolled, "not-canonical"],
  [
    "an escape in an entry",
    withLine(rolled, (line) => line.replace("r", "\\u0072")),
    rolled,
    "not-canonical",
  ],
  [
    "a key twice in an entry",
    withLine(rolled, (line) => line.replace("{", `{"n":${rolled},`)),
    rolled,
    "not-canonical",
  ],
  ["a field more in an entry", withLine(rolled, add("id")), rolled, "unknown-field"],
  [
    "an unknown player of an entry",
    textOf(withEntry(rolled, (entry) => ({ ...entry, by: "fate" as never }))),
    rolled,
    "unreadable",
  ],
  ["an empty line", lines.toSpliced(rolled, 0, "").join("\n"), rolled, "unreadable"],
  ["an event with a field more", textOf(withEntry(rolled, changeEvent({ more: 1 }))), rolled, "other-events"],
  ["other dice", textOf(withEntry(rolled, changeEvent({ dice: [7] }))), rolled, "other-events"],
  [
    "a command with a field more",
    textOf(withEntry(ofEast, (entry) => ({ ...entry, command: { ...entry.command, more: 1 } }))),
    ofEast,
    "other-command",
  ],
  ["an entry twice", lines.toSpliced(5, 0, lines[5] ?? "").join("\n"), 6, "wrong-number"],
  ["an entry dropped", lines.toSpliced(5, 1).join("\n"), 5, "wrong-number"],
  [
    "two entries exchanged",
    lines
      .with(5, lines[6] ?? "")
      .with(6, lines[5] ?? "")
      .join("\n"),
    5,
    "wrong-number",
  ],
  [
    "a person's entry said to be a clock's",
    textOf(withEntry(ofEast, (entry) => ({ ...entry, by: "clock" }))),
    "end",
    "bad-signature",
  ],
  [
    "a clock's entry said to be a person's",
    textOf(withEntry(byClock, () => unplayed)),
    "end",
    "bad-signature",
  ],
  [
    "a bot's entry said to be a clock's",
    textOf(withEntry(ofBot, (entry) => ({ ...entry, by: "clock" }))),
    ofBot,
    "wrong-by",
  ],
  [
    "a person's entry said to be a bot's",
    textOf(withEntry(ofEast, (entry) => ({ ...entry, by: "bot" }))),
    ofEast,
    "wrong-by",
  ],
  [
    "a person's entry said to be a bot's that replaced them, and later ones not",
    textOf({
      ...withEntry(ofEast, (entry) => ({ ...entry, by: "bot" })),
      end: { ...end, removed: { east: ofEast } },
    }),
    find(({ n, seat }) => n > ofEast && seat === "east"),
    "wrong-by",
  ],
  [
    "a person said to be removed for whom no bot plays",
    withEnd({ removed: { east: ofEast } }),
    "end",
    "bad-removed",
  ],
  ["a bot said to be removed", withEnd({ removed: { west: ofBot } }), "end", "bad-removed"],
  [
    "a person said to have joined at an entry of the bot",
    withEnd({ joined: { west: ofBot } }),
    ofBot,
    "wrong-by",
  ],
  ["a person said to have joined for a person", withEnd({ joined: { east: ofEast } }), "end", "bad-joined"],
  ["an empty list of joined players", withRemoved("{}", "joined"), "end", "unreadable"],
  ["an empty list of removed players", withRemoved("{}"), "end", "unreadable"],
  [
    "a hint that is not one",
    withLine(rolled, (line) => line.replace('"n":', '"hint":false,"n":')),
    rolled,
    "unreadable",
  ],
  [
    "a game's version that is none",
    withLine(0, (line) => canonical({ ...JSON.parse(line), version: "1 0" })),
    "header",
    "unreadable",
  ],
  ["a person said to have taken a bot's seat", withEnd({ replaced: ["east"] }), "end", "bad-replaced"],
  ["the secret of another match", withEnd({ secret: "0".repeat(64) }), "end", "wrong-secret"],
  ["another seed", withEnd({ seed: "0".repeat(64) }), "end", "wrong-seed"],
  ["another outcome", withEnd({ outcome: { by: "draw", winner: null } }), "end", "other-outcome"],
  ["the last entry dropped", lines.toSpliced(-3, 1).join("\n"), "end", "not-over"],
  ["a field more at the end", withLine(last + 1, add("note")), "end", "unknown-field"],
  ["signatures of two seats exchanged", withEnd({ signatures: exchanged() }), "end", "bad-signature"],
  ["a signature under another number", withEnd({ signatures: renumbered("63") }), "end", "bad-signature"],
  [
    "a signature under the number of a later entry",
    withEnd({ signatures: renumbered("128") }),
    "end",
    "bad-signature",
  ],
  [
    "a signature under a number with a zero before",
    withEnd({ signatures: renumbered("064") }),
    "end",
    "unknown-field",
  ],
  [
    "a signature of a seat without a key",
    withEnd({ signatures: { ...signatures, west: signatures["east"] ?? {} } }),
    "end",
    "bad-signature",
  ],
  [
    "a signature of no seat",
    withEnd({ signatures: { ...signatures, topan: signatures["east"] ?? {} } }),
    "end",
    "bad-signature",
  ],
  [
    "a seat that signs nothing, with an empty list",
    withEnd({ signatures: { ...signatures, west: {} } }),
    "end",
    "unreadable",
  ],
  [
    "a signature in capitals",
    withLine(last + 1, (line) => line.replace(/"64":"[^"]+"/, (one) => one.toUpperCase())),
    "end",
    "unreadable",
  ],
  ["the last line's end missing", text.slice(0, -1), "end", "not-canonical"],
  ["an empty line after the last", `${text}\n`, "end", "overlong"],
  ["a line after the last", `${text}{}\n`, "end", "overlong"],
  ["the last line twice", `${text}${lines.at(-2)}\n`, "end", "overlong"],
  ["the last line missing", `${lines.slice(0, -2).join("\n")}\n`, "end", "cut"],
];

/** The record in which north seals and signs nothing. */
const unsealed = textOf(
  withSignatures(
    withHeader({ seats: [east, { seat: "north", kind: "human", nonce: north.nonce, from: "player" }, west] }),
  ),
);

/** Forgeries that agree with themselves: a witness tells them. */
export const SEEN_BY_WITNESS: readonly [...Forgery, witness: Witness][] = [
  [
    "the true record of another match",
    textOf(withSignatures(withHeader({ match: "AAAAAAAAAAAA" }))),
    "header",
    "other-match",
    witnessOf(FAIR, "east"),
  ],
  [
    "another commitment",
    text,
    "header",
    "other-commitment",
    { ...witnessOf(FAIR, "east"), commitment: "0".repeat(64) },
  ],
  [
    "another nonce",
    text,
    "header",
    "other-nonce",
    { ...witnessOf(FAIR, "east"), nonce: "mine", seal: sealOf("mine") },
  ],
  [
    "another seal",
    text,
    "header",
    "other-seal",
    { ...witnessOf(FAIR, "public"), seat: "east", seal: sealOf("mine") },
  ],
  ["another key", text, "header", "other-key", { ...witnessOf(FAIR, "east"), key: "0".repeat(64) }],
  ["another seat without its seal and key", unsealed, "header", "other-terms", witnessOf(FAIR, "east")],
  ["the same, to a spectator", unsealed, "header", "other-header", witnessOf(FAIR, "public")],
  [
    "another play with the same dice, signed with all keys",
    textOf(otherPlay),
    11,
    "missing-entry",
    witnessOf(FAIR, "public"),
  ],
  [
    "dice that were rigged while it was played",
    text,
    rolled,
    "other-entry",
    witnessOf(withEntry(rolled, changeEvent({ dice: [6] })), "north"),
  ],
  [
    "an entry that this seat was not shown",
    text,
    30,
    "other-entry",
    witnessOf({ ...FAIR, entries: renumber(entries.toSpliced(29, 1)) }, "public"),
  ],
  [
    "another card in this seat's own hand",
    text,
    drawnBy("east"),
    "other-entry",
    witnessOf(withDrawn("east"), "east"),
  ],
  [
    "a command of this seat that its client did not send",
    text,
    ofEast,
    "other-entry",
    witnessOf(
      withEntry(ofEast, (entry) => ({ ...entry, by: "clock" })),
      "east",
    ),
  ],
  [
    "the last head, with heads that begin alike",
    text,
    last,
    "other-entry",
    {
      ...witnessOf(FAIR, "east"),
      head: witnessOf(FAIR, "east").head.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")),
    },
  ],
];
