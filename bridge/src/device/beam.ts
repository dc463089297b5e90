/** V-3, in ms. */
const DARK = { least: 2, most: 2_000 };
const APART = 60;

/**
 * The light barrier of one slot, as the firmware for the ESP32 reads it too (lib/templo/src/beam.hpp): a bead counts when
 * the beam clears after 2-2000 ms of darkness; interruptions less than 60 ms apart are one bead, since skull beads have
 * holes; darker than 2 s is a fault, and one bead when it clears; dark at power-up is a fault, and no bead (V-3).
 */
export class Beam {
  #dark: boolean;
  /** It was dark at power-up, and has not cleared since. */
  #covered: boolean;
  #since = 0;
  #cleared = Number.NEGATIVE_INFINITY;
  /** Whether the bead that falls now was counted. */
  #counted = false;

  /** @param dark as it is at power-up */
  constructor(dark: boolean) {
    this.#dark = dark;
    this.#covered = dark;
  }

  /**
   * The beam was interrupted, or cleared.
   * @param at ms
   * @returns whether a bead has fallen
   */
  edge(dark: boolean, at: number): boolean {
    if (dark === this.#dark) return false;
    this.#dark = dark;
    if (dark) {
      if (at - this.#cleared >= APART) this.#counted = false;
      this.#since = at;
      return false;
    }
    this.#cleared = at;
    if (this.#covered) {
      this.#covered = false;
      this.#counted = true;
      return false;
    }
    if (this.#counted || at - this.#since < DARK.least) return false;
    this.#counted = true;
    return true;
  }

  /** Whether it has been dark for too long. */
  isBlocked(at: number): boolean {
    return this.#dark && (this.#covered || at - this.#since > DARK.most);
  }
}
