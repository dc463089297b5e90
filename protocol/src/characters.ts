const SEGMENTER = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Printable characters of ASCII, each of which is one character for people too: they need no segmenter, which is slow. */
const ASCII = /^[ -~]*$/;

/** Counts the characters of a text as people do: a letter with its marks and an emoji are one (UAX 29, grapheme clusters). */
export function countGraphemes(text: string): number {
  return ASCII.test(text) ? text.length : [...SEGMENTER.segment(text)].length;
}

/** Returns the first `count` characters of a text, as people count them. */
export function takeGraphemes(text: string, count: number): string {
  if (ASCII.test(text)) return text.slice(0, count);
  return [...SEGMENTER.segment(text)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join("");
}

/** Formats, surrogates, controls and private characters, and all that are drawn as nothing: of a regular expression's class. */
export const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;

/**
 * Joiners that change how letters are drawn: after a virama of the Indic scripts, and between Arabic letters (RFC 5892,
 * appendix A).
 */
export const JOINER = String.raw`(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?=\p{L})|(?<=\p{scx=Arab})\u200c(?=\p{scx=Arab})`;

/** Sequences with joiners and selectors in them are one character that can be seen. */
export const EMOJI = String.raw`\p{RGI_Emoji}`;

/**
 * Emoji with invisible characters in them, by kind: joined ones, keycaps, flags of regions, and characters with a selector.
 * A search for `EMOJI` compares each character with thousands of sequences, one for these only what can begin one.
 */
export const JOINED_EMOJI = [
  String.raw`(?=\p{Emoji}\p{Emoji_Modifier}?\ufe0f?\u200d\p{Emoji})\p{RGI_Emoji_ZWJ_Sequence}`,
  String.raw`[#*0-9]\ufe0f\u20e3`,
  String.raw`(?=\u{1f3f4}[\u{e0061}-\u{e007a}])\p{RGI_Emoji_Tag_Sequence}`,
  String.raw`[\p{Emoji}--\p{Emoji_Presentation}--[#*0-9]]\ufe0f`,
].join("|");
