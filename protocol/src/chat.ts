import { countGraphemes, INVISIBLE, JOINED_EMOJI, JOINER } from "./characters.ts";
import { LIMITS } from "./limits.ts";

export type ReadText =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly fault: "missing" | "too-long"; readonly text?: undefined };

/** An emoji or joiner to keep, or an invisible character. */
const INVISIBLES = new RegExp(`(${JOINED_EMOJI}|${JOINER})|[${INVISIBLE}]`, "gv");

/**
 * Reads what a person says. Returns it as NFC with single spaces, without invisible, control and bidirectional characters, and
 * with at most 4 marks on a letter; or what is wrong with it. It takes time in proportion to the text, of which it reads no more than
 * `LIMITS.chat.bytes`, or as much more as it may be longer.
 * @param length characters that it may have, as people count them
 */
export function readChatText(said: string, length: number = LIMITS.chat.length): ReadText {
  const bytes = (LIMITS.chat.bytes * length) / LIMITS.chat.length;
  if (isLonger(said, bytes)) return { fault: "too-long" };
  const text = said
    .normalize("NFC")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(INVISIBLES, (_, kept: string | undefined) => kept ?? "")
    .replaceAll(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();
  if (text === "") return { fault: "missing" };
  if (isLonger(text, bytes) || countGraphemes(text) > length) return { fault: "too-long" };
  return { text };
}

/** Whether a text has more bytes in UTF-8. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || new TextEncoder().encode(text).length > bytes;
}
