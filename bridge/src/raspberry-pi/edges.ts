/** A line of the chip went up or down. */
export interface Edge {
  readonly line: number;
  readonly rising: boolean;
  /** ms on the kernel's own clock. */
  readonly at: number;
}

/** `event:  RISING EDGE offset: 17 timestamp: [    1623.123456789]`: gpiomon of libgpiod 1.x. */
const FIRST = /^event:\s+(RISING|FALLING) EDGE offset: (\d+) timestamp: \[\s*(\d+\.\d+)\]$/;
/** `1623.123456789 rising gpiochip0 17 "GPIO17"`, tabs between: gpiomon of libgpiod 2.x. */
const SECOND = /^\[?(\d+\.\d+)\]?\s+(rising|falling)\s+\S+\s+(\d+)\b/;

/** What a line of `gpiomon`'s output tells; `null`: nothing that we know. */
export function parseEdge(text: string): Edge | null {
  const [, type, offset, seconds] = FIRST.exec(text.trim()) ?? [];
  if (type !== undefined) return edgeOf(type, offset, seconds);
  const [, at, edge, line] = SECOND.exec(text.trim()) ?? [];
  return edge === undefined ? null : edgeOf(edge, line, at);
}

function edgeOf(type: string, offset = "", seconds = ""): Edge {
  return { line: Number(offset), rising: type.toLowerCase() === "rising", at: Number(seconds) * 1000 };
}
