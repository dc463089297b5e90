import type { Cancel, Time } from "@flower-war/protocol/ports";
import type { Tone, Tune } from "../sounds.ts";

/** ms of silence after a sound. */
export const PAUSE = 150;
/** Sounds that wait at most. A listener learns nothing from more. */
const MAX_WAITING = 4;

/** Plays sounds one after the other. */
export class Buzzer {
  readonly #time: Time;
  readonly #playTone: (hertz: number) => Cancel;
  readonly #waiting: Tune[] = [];
  #isPlaying = false;

  /** @param playTone starts a tone; returns the function that ends it */
  constructor(time: Time, playTone: (hertz: number) => Cancel) {
    this.#time = time;
    this.#playTone = playTone;
  }

  play(tune: Tune): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(tune);
    if (!this.#isPlaying) this.#playNext();
  }

  #playNext(): void {
    const tune = this.#waiting.shift();
    this.#isPlaying = tune !== undefined;
    if (tune !== undefined) this.#playTones([...tune.tones, [0, PAUSE]]);
  }

  #playTones([first, ...others]: readonly Tone[]): void {
    if (first === undefined) return this.#playNext();
    const [hertz, ms] = first;
    const stop = hertz === 0 ? () => {} : this.#playTone(hertz);
    this.#time.after(
      ms,
      () => {
        stop();
        this.#playTones(others);
      },
      { background: true },
    );
  }
}
