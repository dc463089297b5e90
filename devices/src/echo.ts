import { type BeadsAck, type BySlot, type Display, SLOTS, type Slot } from "@flower-war/protocol/temple";
import { heartbeatOf, offeringsOf, type Tune, tuneOfEnd } from "./sounds.ts";

/* The ESP32 has the same: devices/esp32/lib/templo/src/echo.cpp. */

/** Turns what changes between displays of one match into sounds (J-18): offerings of others, the apocalypse, the end. */
export class Echo {
  #before: Display | null = null;
  /** Beads of its own that may be among the next offerings: they have a sound already. */
  readonly #own = { h: 0, t: 0 };

  /** A bead of its own fell. */
  countBead(slot: Slot): void {
    this.#own[slot] += 1;
  }

  /** A verdict arrived: refused beads are no offerings. */
  countVerdict({ slot, from, to, verdict }: BeadsAck): void {
    if (verdict === "accepted" || verdict === "pending") return;
    this.#own[slot] = Math.max(0, this.#own[slot] - (to - from + 1));
  }

  /** Returns what to play for a new display, in this order; `null`: it is empty. */
  hear(display: Display | null): readonly Tune[] {
    const before = this.#before;
    this.#before = display;
    if (display === null || before === null || display.match !== before.match || display.match === null) {
      Object.assign(this.#own, { h: 0, t: 0 });
      return [];
    }
    const { offerings } = display;
    const offered = SLOTS.flatMap((slot) => {
      const beats = this.#takeOwn(slot, offerings[slot] - before.offerings[slot]);
      return beats === 0 ? [] : [offeringsOf(slot, beats)];
    });
    return [...offered, ...tellEnd(before, display), ...tellDay(before, display)];
  }

  /** Returns how many of these new offerings are of others. */
  #takeOwn(slot: Slot, rise: number): number {
    const own = Math.min(Math.max(0, rise), this.#own[slot]);
    this.#own[slot] -= own;
    return Math.max(0, rise - own);
  }
}

function tellEnd(before: Display, { end = null }: Display): Tune[] {
  if (end === null || (before.end ?? null) !== null) return [];
  return [tuneOfEnd(end)];
}

/** The heart beats when the apocalypse begins, with each of its days, and with each disc; the faster, the more discs are off the board. */
function tellDay({ apocalypse: before }: Display, { apocalypse, end = null }: Display): Tune[] {
  if (apocalypse.state !== "running" || end !== null) return [];
  const discs = apocalypse.discs ?? 0;
  const isNews = before.state !== "running" || apocalypse.count > before.count || discs > (before.discs ?? 0);
  return isNews ? [heartbeatOf(discs)] : [];
}

/** The lamps that a temple shows while a tune plays: those of the tune's gods blink with its tones. */
export function blinkWith(
  lamps: BySlot<boolean>,
  blinking: readonly Slot[],
  isSounding: boolean,
): BySlot<boolean> {
  const lampOf = (slot: Slot) => (blinking.includes(slot) ? isSounding : lamps[slot]);
  return { h: lampOf("h"), t: lampOf("t") };
}
