/**
 * `readName` and `readChatText` as they were in 0.2.0, which took quadratic time: today's read every text of a person alike. Names alone:
 * what is checked after the text is trimmed has not changed.
 */
import { INVISIBLE, JOINER } from "../../src/characters.ts";

const EDGES = new RegExp(`^[${INVISIBLE}\\p{Cn}\\s]+|[${INVISIBLE}\\p{Cn}\\s]+$`, "gu");
const SELECTOR = "\ufe0f";
const INVISIBLES = new RegExp(`(\\p{RGI_Emoji}|${JOINER})|[${INVISIBLE}]`, "gv");

/** Returns a text as NFKC, trimmed and with single spaces. */
export function trimName(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(EDGES, (edge) => (edge.startsWith(SELECTOR) ? SELECTOR : ""))
    .replaceAll(/\s+/gu, " ");
}

/** Returns what is left of a line of a chat, before its length is checked. */
export function cleanLine(said: string): string {
  return said
    .normalize("NFC")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(INVISIBLES, (_, kept: string | undefined) => kept ?? "")
    .replaceAll(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();
}
