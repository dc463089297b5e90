/** Names and lines are read in linear time, and as they always were: `former-readers.ts` has the old way. */
import { expect, test } from "vitest";
import { seedTest } from "../../test/support/seeded-random.ts";
import { readChatText } from "../src/chat.ts";
import { LIMITS, NAME_BYTES, NAME_TEXT } from "../src/limits.ts";
import { readName } from "../src/names.ts";
import { cleanLine, trimName } from "./support/former-readers.ts";

/** Texts that each test compares; more by FLOWER_WAR_RUNS. */
const RUNS = Number(process.env["FLOWER_WAR_RUNS"] ?? 1_500);

const LETTERS = Array.from("aZñé ßşди王さ김ا\u0646ठी\u094dက1#0*.-_$@|");
const MARKS = ["\u0301", "\u0308", "\u0327", "\u20e3", "\u20dd", "\u0e31", "\u0336"];
const BLANK = Array.from(
  " \t\n\u00a0\u3000\u2003\u200b\u200c\u200d\u200e\u202e\u2060\u00ad\u034f\ufeff\u2800\u3164\u007f\u0000\ue000\u0378",
);
const BROKEN = ["\ud83d", "\udc68", "\ufffe", "\u{e0100}", "\u{1d173}", "\u{f0000}"];
const EMOJI = [
  ...Array.from("👨👩🧑👧👦🏻🏽🏿💋🚀🦰🌈🏴🏳❤👁🗨☠⚧♀♂⛹☝©™🇲🇽🇺🐕🦺🐻❄🔥😀🌺"),
  "👨‍👩‍👧‍👦",
  "👩🏽‍🚀",
  "👩‍❤️‍💋‍👨",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  "1️⃣",
];
const JOINERS = ["\u200d", "\u200d", "\ufe0f", "\ufe0f", "\ufe0e", "\u20e3", "\u{e0067}", "\u{e007f}"];
const WIDE = ["\ufdfa", "ﬁ", "Ⓐ", "㎓", "𝕬", "ｆ", "\u1100\u1161\u11a8", "½"];
const KINDS = [LETTERS, LETTERS, MARKS, BLANK, BROKEN, EMOJI, EMOJI, JOINERS, WIDE];

const random = seedTest("same texts");

/** Draws a text of a few kinds of characters, some of them in runs, between runs of what is trimmed. */
function drawText(): string {
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
  const kinds = Array.from({ length: 1 + random.below(4) }, () => pick(KINDS));
  const edge = () => (random.happens(0.4) ? pick(BLANK).repeat(random.below(6)) + pick(JOINERS) : "");
  let text = random.happens(0.5) ? edge() : "";
  for (let left = random.below(30); left > 0; left--)
    text += pick(pick(kinds)).repeat(random.happens(0.1) ? 1 + random.below(20) : 1);
  return text + edge();
}

test("names are read as they were", () => {
  for (let run = 0; run < RUNS; run++) {
    const text = drawText();
    const trimmed = trimName(text);
    const read = readName(text);
    if (text.length > NAME_TEXT || trimmed.length > NAME_BYTES) {
      expect(read, JSON.stringify(text)).toEqual({ fault: "too-long" });
      continue;
    }
    expect(read, JSON.stringify(text)).toEqual(readName(trimmed));
    if (read.fault === undefined) expect(read.name, JSON.stringify(text)).toBe(trimmed);
    else expect(read.fault === "missing", JSON.stringify(text)).toBe(trimmed === "");
  }
});

test("lines of a chat are read as they were", () => {
  for (let run = 0; run < RUNS; run++) {
    const text = drawText();
    const cleaned = cleanLine(text);
    if (Math.max(Buffer.byteLength(text), Buffer.byteLength(cleaned)) > LIMITS.chat.bytes) continue;
    const read = readChatText(text);
    if (read.text !== undefined) expect(read.text, JSON.stringify(text)).toBe(cleaned);
    else expect(read.fault === "missing", JSON.stringify(text)).toBe(cleaned === "");
  }
});

test("each character keeps a selector, a joiner and a key that it kept", () => {
  const changed: string[] = [];
  for (let code = 0; code <= 0x10_ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!/[\p{Emoji}\p{M}\p{Cf}]/u.test(character) && code % 97 !== 0) continue;
    for (const after of [
      "\ufe0f",
      "\ufe0f\u20e3",
      "\u200d",
      "\ufe0f\u200d♂\ufe0f",
      "\u200d♂\ufe0f",
      "🏽\u200d🚀",
      "\u{e0067}",
    ]) {
      const text = `x${character}${after}x`;
      if (readChatText(text).text !== cleanLine(text)) changed.push(JSON.stringify(text));
    }
  }
  expect(changed).toEqual([]);
});
