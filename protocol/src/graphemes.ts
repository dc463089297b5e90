const SEGMENTER = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Counts the characters of a text as people do: a letter with its marks and an emoji are one (UAX 29, grapheme clusters). */
export function countGraphemes(text: string): number {
  return [...SEGMENTER.segment(text)].length;
}

/** Returns the first `count` characters of a text, as people count them. */
export function takeGraphemes(text: string, count: number): string {
  return [...SEGMENTER.segment(text)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join("");
}
