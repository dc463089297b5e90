import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** Why the temple's program was started: `reset` of `up/state` (docs/temple-protocol.md section 3). */
export type StartCause = "power-on" | "restart" | "crash";

const RUN = z.object({
  /** The id of this run of the machine, from its start to its end. */
  machine: z.string(),
  /** Whether the program ended as it should. */
  ended: z.boolean(),
});

/** Notes in a file how the program ran, so that its next start knows its cause. What cannot be stored is not known then. */
export class RunFile {
  readonly #file: string;
  readonly #machine: string | null;

  /** @param machine what names this run of the machine, new at each of its starts; `null`: unknown */
  constructor(file: string, machine: string | null) {
    this.#file = file;
    this.#machine = machine;
  }

  /**
   * Notes that the program starts. Returns the cause: the machine was started since the last run (`power-on`), or that run ended as it
   * should (`restart`), or not (`crash`). `null`: unknown.
   */
  begin(): StartCause | null {
    const last = this.#read();
    this.#write(false);
    if (last === null || this.#machine === null) return null;
    if (last.machine !== this.#machine) return "power-on";
    return last.ended ? "restart" : "crash";
  }

  /** Notes that the program ends as it should. */
  end(): void {
    this.#write(true);
  }

  #read(): z.infer<typeof RUN> | null {
    try {
      return RUN.parse(JSON.parse(readFileSync(this.#file, "utf8")));
    } catch {
      return null;
    }
  }

  #write(ended: boolean): void {
    if (this.#machine === null) return;
    try {
      writeFileSync(this.#file, JSON.stringify({ machine: this.#machine, ended }), { mode: 0o600 });
    } catch {
      // Counters are in the same folder: the temple reports the fault `storage`.
    }
  }
}
