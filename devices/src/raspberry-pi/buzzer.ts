import type { Cancel, Time } from "@flower-war/protocol/ports";
import { type Sound, TONES } from "../screen.ts";

/** ms of silence after a sound. */
const PAUSE = 150;
/** Sounds that wait at most. A listener learns nothing from more. */
const MAX_WAITING = 4;

/** Plays sounds one after the other. */
export class Buzzer {
  readonly #time: Time;
  readonly #playTone: (hertz: number) => Cancel;
  readonly #waiting: Sound[] = [];
  #isPlaying = false;

  /** @param playTone starts a tone; returns the function that ends it */
  constructor(time: Time, playTone: (hertz: number) => Cancel) {
    this.#time = time;
    this.#playTone = playTone;
  }

  play(sound: Sound): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(sound);
    if (!this.#isPlaying) this.#playNext();
  }

  #playNext(): void {
    const sound = this.#waiting.shift();
    this.#isPlaying = sound !== undefined;
    if (sound !== undefined) this.#playTones([...TONES[sound], [0, PAUSE]]);
  }

  #playTones([first, ...others]: readonly (readonly [hertz: number, ms: number])[]): void {
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
