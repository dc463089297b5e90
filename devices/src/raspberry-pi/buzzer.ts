import type { Cancel, Time } from "@flower-war/protocol/ports";
import type { Slot } from "@flower-war/protocol/temple";
import type { Tone, Tune } from "../sounds.ts";

/** ms of silence after a sound. */
export const PAUSE = 150;
/** Sounds that wait at most. A listener learns nothing from more. */
const MAX_WAITING = 4;

/** Plays sounds one after the other. */
export class Buzzer {
  readonly #time: Time;
  readonly #playTone: (hertz: number) => Cancel;
  readonly #blink: (lamps: readonly Slot[], isSounding: boolean) => void;
  readonly #waiting: Tune[] = [];
  #isPlaying = false;

  /**
   * @param playTone starts a tone; returns the function that ends it
   * @param blink is told of each tone and silence of a sound with its lamps, and of its end without
   */
  constructor(
    time: Time,
    playTone: (hertz: number) => Cancel,
    blink: (lamps: readonly Slot[], isSounding: boolean) => void = () => {},
  ) {
    this.#time = time;
    this.#playTone = playTone;
    this.#blink = blink;
  }

  play(tune: Tune): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(tune);
    if (!this.#isPlaying) this.#playNext();
  }

  #playNext(): void {
    const tune = this.#waiting.shift();
    this.#isPlaying = tune !== undefined;
    if (tune === undefined) this.#blink([], false);
    else this.#playTones(tune, [...tune.tones, [0, PAUSE]]);
  }

  #playTones(tune: Tune, [first, ...others]: readonly Tone[]): void {
    if (first === undefined) return this.#playNext();
    const [hertz, ms] = first;
    this.#blink(tune.lamps, hertz > 0);
    const stop = hertz === 0 ? () => {} : this.#playTone(hertz);
    this.#time.after(
      ms,
      () => {
        stop();
        this.#playTones(tune, others);
      },
      { background: true },
    );
  }
}
