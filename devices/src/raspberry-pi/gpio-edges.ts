/** A line of the chip went up or down. */
export interface Edge {
  readonly line: number;
  readonly rising: boolean;
  /** ms on the kernel's clock. */
  readonly at: number;
}

/** gpiomon of libgpiod 1.x: `event:  RISING EDGE offset: 17 timestamp: [    1623.123456789]`. */
const VERSION_1 = /^event:\s+(RISING|FALLING) EDGE offset: (\d+) timestamp: \[\s*(\d+\.\d+)\]$/;
/** gpiomon of libgpiod 2.x: `1623.123456789 rising gpiochip0 17 "GPIO17"`, separated by tabs. */
const VERSION_2 = /^\[?(\d+\.\d+)\]?\s+(rising|falling)\s+\S+\s+(\d+)\b/;

/** Parses a line of `gpiomon`'s output; returns `null` for an unknown one. */
export function parseEdge(text: string): Edge | null {
  const [, type, offset, seconds] = VERSION_1.exec(text.trim()) ?? [];
  if (type !== undefined) return toEdge(type, offset, seconds);
  const [, at, edge, line] = VERSION_2.exec(text.trim()) ?? [];
  return edge === undefined ? null : toEdge(edge, line, at);
}

function toEdge(type: string, offset = "", seconds = ""): Edge {
  return { line: Number(offset), rising: type.toLowerCase() === "rising", at: Number(seconds) * 1000 };
}
