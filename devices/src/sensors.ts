import { type BySlot, SLOTS, type Slot } from "@flower-war/protocol/temple";
import { Beam } from "./beam.ts";
import type { ConnectedTemple } from "./connected-temple.ts";

/** The light barriers of a temple's slots: beads that fall are counted, blocked beams reported (V-3). */
export class Sensors {
  readonly #temple: ConnectedTemple;
  readonly #beams: BySlot<Beam>;

  /** @param isDark the beams' states at power-up */
  constructor(temple: ConnectedTemple, isDark: BySlot<boolean>) {
    this.#temple = temple;
    this.#beams = { h: new Beam(isDark.h), t: new Beam(isDark.t) };
  }

  /** Handles a beam that was interrupted or cleared. @param at ms, on one clock for all calls */
  recordEdge(slot: Slot, isDark: boolean, at: number): void {
    if (this.#beams[slot].recordEdge(isDark, at)) this.#temple.drop(slot);
  }

  /** Reports the faults as of now. Call it after edges and continually. @param others faults of other causes */
  reportFaults(now: number, others: readonly string[] = []): void {
    const blocked = SLOTS.filter((slot) => this.#beams[slot].isBlocked(now)).map((slot) => `blocked-${slot}`);
    this.#temple.setFaults([...blocked, ...others]);
  }
}
