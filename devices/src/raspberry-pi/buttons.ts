import type { Edge } from "./gpio-edges.ts";

/** ms below which a press is contact bounce. */
const DEBOUNCE_TIME = 30;

/** Buttons that close to ground, by the edges of their lines. */
export class Buttons {
  readonly #pressedAt = new Map<number, number>();

  /** Returns for how many ms the button was held that is released now; `null`: none is, or it bounced. */
  recordEdge({ line, rising, at }: Edge): number | null {
    if (!rising) {
      this.#pressedAt.set(line, at);
      return null;
    }
    const held = at - (this.#pressedAt.get(line) ?? at);
    this.#pressedAt.delete(line);
    return held < DEBOUNCE_TIME ? null : held;
  }
}
