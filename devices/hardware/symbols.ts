import { formatOhms, type Part } from "./netlist.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A part's picture: its shapes, and where its pins are. */
export interface Symbol {
  readonly shapes: string;
  readonly pins: Readonly<Record<string, Point>>;
}

/** Returns words in SVG. @param anchor `text-anchor` @param style a class of the drawing's styles */
export function text({ x, y }: Point, words: string, anchor = "start", style = ""): string {
  return `<text x="${x}" y="${y}"${anchor === "start" ? "" : ` text-anchor="${anchor}"`}${style && ` class="${style}"`}>${words}</text>`;
}

/** The names of a module's pins, by side. */
type ModulePins = Partial<Record<"left" | "right" | "below" | "above", readonly string[]>>;

/** A module: a box with named pins on its left, right, lower and upper side. */
export function drawModule(
  part: Part,
  { x, y, width, height }: Point & { readonly width: number; readonly height: number },
  { left = [], right = [], below = [], above = [] }: ModulePins,
): Symbol {
  const pins: Record<string, Point> = {};
  const labels: string[] = [];
  const spread = (count: number, index: number) =>
    y + (count === 1 ? height / 2 : 12 + index * Math.min(28, (height - 24) / (count - 1)));
  const shown = (pin: string) => (pin === "-" ? "−" : /^\d$/.test(pin) ? "" : pin);
  left.forEach((pin, index) => {
    const level = spread(Math.max(left.length, right.length), index);
    pins[pin] = { x, y: level };
    labels.push(text({ x: x + 5, y: level + 4 }, shown(pin)));
  });
  right.forEach((pin, index) => {
    const level = spread(right.length, index);
    pins[pin] = { x: x + width, y: level };
    labels.push(text({ x: x + width - 5, y: level + 4 }, shown(pin), "end"));
  });
  const across = (count: number, index: number) =>
    x + width * (count === 1 ? 0.5 : 0.25 + (index * 0.3) / (count - 1));
  below.forEach((pin, index) => {
    pins[pin] = { x: across(below.length, index), y: y + height };
    labels.push(text({ x: across(below.length, index), y: y + height - 5 }, shown(pin), "middle"));
  });
  above.forEach((pin, index) => {
    pins[pin] = { x: across(above.length, index), y };
    labels.push(text({ x: across(above.length, index), y: y + 13 }, shown(pin), "middle"));
  });
  return {
    pins,
    shapes: `<rect class="part" x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>
  ${text({ x: x + width / 2, y: y + height / 2 - 1 }, part.id, "middle", "head")}
  ${text({ x: x + width / 2, y: y + height / 2 + 12 }, part.name, "middle")}
  ${labels.join("\n  ")}`,
  };
}

/** A resistor, lying; `1` is left, or right if `flipped`. */
export function drawResistor(part: Part, { x, y }: Point, flipped = false): Symbol {
  const [left, right] = [
    { x, y },
    { x: x + 38, y },
  ];
  return {
    pins: flipped ? { "1": right, "2": left } : { "1": left, "2": right },
    shapes: `<rect class="part" x="${x}" y="${y - 6}" width="38" height="12"/>
  ${text({ x: x + 19, y: y - 10 }, `${part.id} ${formatOhms(part.ohms ?? 0)}`, "middle")}`,
  };
}

/** A resistor, standing, with its upper leg at `1`. */
export function drawPullDown(part: Part, { x, y }: Point): Symbol {
  return {
    pins: { "1": { x, y: y + 4 }, "2": { x: x + 6, y: y + 44 } },
    shapes: `<circle class="solid" cx="${x}" cy="${y - 4}" r="2.6"/><path class="mark" d="M${x} ${y - 4}V${y + 4}M${x} ${y + 38}V${y + 44}H${x + 6}"/>
  <rect class="part" x="${x - 6}" y="${y + 4}" width="12" height="34"/>
  ${text({ x: x - 11, y: y + 25 }, `${part.id} ${formatOhms(part.ohms ?? 0)}`, "end")}`,
  };
}

/** An NPN transistor, with its base on the left. */
export function drawNpn(part: Part, { x, y }: Point): Symbol {
  return {
    pins: { B: { x: x - 14, y }, C: { x: x + 8, y: y - 24 }, E: { x: x + 8, y: y + 24 } },
    shapes: `<circle class="part" cx="${x + 2}" cy="${y}" r="16"/>
  <path class="mark" d="M${x - 14} ${y}H${x - 4}M${x - 4} ${y - 9}V${y + 9}M${x - 4} ${y - 4}L${x + 8} ${y - 13}V${y - 24}M${x - 4} ${y + 4}L${x + 8} ${y + 13}V${y + 24}"/>
  <path class="solid" d="M${x + 8} ${y + 13}l-6.5 -1.2l3.4 -4.6z"/>
  ${text({ x: x - 16, y: y - 7 }, "B", "end")}
  ${text({ x: x + 1, y: y - 20 }, "C", "end")}
  ${text({ x: x + 1, y: y + 28 }, "E", "end")}
  ${text({ x: x + 24, y: y + 4 }, part.id, "start", "head")}
  ${text({ x: x + 46, y: y + 4 }, "2N3904")}`,
  };
}

/** An LED, lying, with + on the right. */
export function drawLed(part: Part, { x, y }: Point): Symbol {
  return {
    pins: { "-": { x, y }, "+": { x: x + 30, y } },
    shapes: `<path class="mark" d="M${x} ${y}H${x + 6}M${x + 6} ${y - 8}V${y + 8}M${x + 22} ${y}H${x + 30}"/>
  <path class="part" d="M${x + 22} ${y - 8}V${y + 8}L${x + 6} ${y}Z"/>
  <path class="mark" d="M${x + 10} ${y - 11}l-4 -6m0 0l0.6 3.4m-0.6 -3.4l3.2 1.4M${x + 17} ${y - 11}l-4 -6m4 6l-0.4 -3.4"/>
  ${text({ x: x + 28, y: y - 6 }, "+", "middle", "head")}
  ${text({ x: x - 2, y: y - 6 }, "−", "middle", "head")}
  ${text({ x: x - 14, y: y - 12 }, `${part.id} ${part.name}`, "end", "head")}`,
  };
}

/** A button, lying. */
export function drawButton(part: Part, { x, y }: Point): Symbol {
  return {
    pins: { "1": { x, y }, "2": { x: x + 60, y } },
    shapes: `<path class="mark" d="M${x} ${y}H${x + 16}M${x + 44} ${y}H${x + 60}M${x + 14} ${y - 9}H${x + 46}M${x + 30} ${y - 9}V${y - 17}M${x + 22} ${y - 17}H${x + 38}"/>
  <circle class="solid" cx="${x + 17}" cy="${y}" r="2.6"/><circle class="solid" cx="${x + 43}" cy="${y}" r="2.6"/>
  ${text({ x: x + 54, y: y - 8 }, part.id, "start", "head")}
  ${text({ x: x + 74, y: y - 8 }, part.name)}`,
  };
}
