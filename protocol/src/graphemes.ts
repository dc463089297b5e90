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
