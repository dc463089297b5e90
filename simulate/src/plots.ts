/** A row of a plot. */
export interface Row {
  readonly label: string;
  /** Where its bars begin and end, in the plot's unit, from left to right. */
  readonly bars: readonly { readonly from: number; readonly to: number; readonly kind: number }[];
}

/** What a plot shows. */
export interface Plot {
  readonly title: string;
  /** What the kinds of bars mean; their colours follow from the order. */
  readonly kinds: readonly string[];
  /** The numbers under the axis, the last of which ends it. */
  readonly ticks: readonly number[];
  readonly unit: string;
  readonly rows: readonly Row[];
}

const COLOURS = ["#b5482e", "#d9a441", "#8a8f98"];
const ROW = 18;
const LABEL = 250;
const WIDTH = 420;
const TOP = 56;

/** Draws horizontal bars as an SVG document, for light and dark pages. */
export function drawPlot({ title, kinds, ticks, unit, rows }: Plot): string {
  const end = ticks.at(-1) ?? 1;
  const x = (value: number) => (LABEL + (WIDTH * value) / end).toFixed(1);
  const bottom = TOP + rows.length * ROW;
  const text = (left: number | string, top: number, anchor: string, words: string) =>
    `<text x="${left}" y="${top}" text-anchor="${anchor}">${escapeText(words)}</text>`;
  const legend = kinds.map((kind, index) => {
    const left = LABEL + (WIDTH / kinds.length) * index;
    return `<rect x="${left}" y="30" width="10" height="10" fill="${COLOURS[index]}"/>${text(left + 15, 39, "start", kind)}`;
  });
  const grid = ticks.map(
    (tick) =>
      `<path d="M${x(tick)} ${TOP - 4}V${bottom}"/>${text(x(tick), bottom + 16, "middle", `${tick}${unit}`)}`,
  );
  const lines = rows.map(({ label, bars }, index) => {
    const top = TOP + index * ROW;
    const drawn = bars.map(
      ({ from, to, kind }) =>
        `<rect x="${x(from)}" y="${top + 2}" width="${((WIDTH * (to - from)) / end).toFixed(1)}" height="${ROW - 5}" fill="${COLOURS[kind]}"/>`,
    );
    return text(LABEL - 8, top + 13, "end", label) + drawn.join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL + WIDTH + 40} ${bottom + 26}" role="img" aria-label="${escapeText(title)}">`,
    "<style>text{font:12px sans-serif;fill:#333}path{stroke:#8888;fill:none}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>",
    text(LABEL, 18, "start", title),
    ...legend,
    ...grid,
    ...lines,
    "</svg>\n",
  ].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeText = (words: string): string => words.replace(/[&<>"]/g, (each) => ENTITIES[each] ?? each);
