/** How long a bead darkens the beam (V-3), ms. */
const DARK = { least: 2, most: 2_000 };
/** Interruptions less than this many ms apart are one bead (V-3). */
const MIN_GAP = 60;

/**
 * The light barrier of one slot, like the ESP32's (lib/templo/src/beam.hpp). A bead counts when the beam clears after
 * 2-2000 ms of darkness. Interruptions less than 60 ms apart are one bead, because skull beads have holes. More than 2 s
 * of darkness is a fault, and one bead when it clears. Darkness at power-up is a fault and no bead (V-3).
 */
export class Beam {
  #isDark: boolean;
  /** Whether it has been dark since power-up. */
  #isCovered: boolean;
  #darkSince = 0;
  #clearedAt = Number.NEGATIVE_INFINITY;
  /** Whether the bead that is falling now was counted already. */
  #isCounted = false;

  /** @param isDark the beam's state at power-up */
  constructor(isDark: boolean) {
    this.#isDark = isDark;
    this.#isCovered = isDark;
  }

  /**
   * Records that the beam was interrupted or cleared.
   * @param at ms
   * @returns whether a bead has fallen
   */
  recordEdge(isDark: boolean, at: number): boolean {
    if (isDark === this.#isDark) return false;
    this.#isDark = isDark;
    if (isDark) {
      if (at - this.#clearedAt >= MIN_GAP) this.#isCounted = false;
      this.#darkSince = at;
      return false;
    }
    this.#clearedAt = at;
    if (this.#isCovered) {
      this.#isCovered = false;
      this.#isCounted = true;
      return false;
    }
    if (this.#isCounted || at - this.#darkSince < DARK.least) return false;
    this.#isCounted = true;
    return true;
  }

  /** Whether it has been dark for longer than a bead takes. */
  isBlocked(at: number): boolean {
    return this.#isDark && (this.#isCovered || at - this.#darkSince > DARK.most);
  }
}
