import type { Time } from "@flower-war/protocol/ports";
import type { Timers } from "./timers.ts";

/** ms between two requests for entries that can wait, and until a refused one is repeated. */
const PAUSE = 2000;

interface GapReaderPorts {
  readonly time: Time;
  readonly timers: Timers;
  /** Reads the match's log up to this entry. */
  readonly read: (n: number) => Promise<unknown>;
  /** It was read, or may be read again after a refusal. */
  readonly done: () => void;
}

/** Reads the log of a match where entries are missing: once at a time, and not too often. */
export class GapReader {
  readonly #ports: GapReaderPorts;
  #isReading = false;
  /** When it was read last, by the monotonic clock, and because of which entry. */
  #readAt = Number.NEGATIVE_INFINITY;
  #readFor = 0;

  constructor(ports: GapReaderPorts) {
    this.#ports = ports;
  }

  /** Reads the log up to an entry. Does nothing if it is being read. @param isUrgent whether it is read at once, the first time */
  read(n: number, isUrgent: boolean): void {
    if (this.#isReading) return;
    const { time, timers } = this.#ports;
    const wait = isUrgent && n !== this.#readFor ? 0 : this.#readAt + PAUSE - time.monotonic();
    this.#isReading = true;
    this.#readFor = n;
    if (wait > 0) timers.after(wait, () => this.#read(n));
    else this.#read(n);
  }

  #read(n: number): void {
    const { time, timers, read, done } = this.#ports;
    this.#readAt = time.monotonic();
    const isDone = () => {
      this.#isReading = false;
      done();
    };
    read(n).then(isDone, () => timers.after(PAUSE, isDone));
  }
}
