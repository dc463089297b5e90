import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { programPath } from "../programs.ts";
import { makeTempFolder, type OnTestFinished } from "../temp-folder.ts";

/** The wall clock of a machine, which a test sets forth and back while processes run; their monotonic clocks stay true. */
export class SteppedClock {
  readonly #file: string;
  /** ms that it is ahead. */
  #ahead = 0;

  /** @param onFinished of a test that runs beside others */
  constructor(onFinished?: OnTestFinished) {
    this.#file = join(makeTempFolder(onFinished), "ahead");
    // PostgreSQL may run as another user.
    chmodSync(dirname(this.#file), 0o755);
    this.set(0);
  }

  /** What a process is started with that has this clock. */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: programPath("faketime"),
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
  }

  get ahead(): number {
    return this.#ahead;
  }

  /** Sets it to so many ms ahead of the true time, at once. */
  set(ahead: number): void {
    this.#ahead = ahead;
    // Each reading of the clock reads the file: it is always whole.
    writeFileSync(`${this.#file}.new`, `${ahead < 0 ? "" : "+"}${ahead / 1000}`);
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Sets it forth by `ms`; a negative number: back. */
  step(ms: number): void {
    this.set(this.#ahead + ms);
  }
}
