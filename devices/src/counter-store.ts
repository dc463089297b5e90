import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { BySlot } from "@flower-war/protocol/temple";
import { z } from "zod";

/** The state that must survive a power cut. */
export interface StoredCounters {
  readonly epoch: string;
  readonly count: BySlot;
}

/** Storage for counters that outlive a power cut. */
export interface CounterStore {
  /** Returns `null` if nothing was stored yet. */
  load(): StoredCounters | null;
  /** Throws if the counters cannot be stored. */
  save(counters: StoredCounters): void;
}

const count = z.int().min(0).max(0xffff_ffff);
const COUNTERS = z.object({
  epoch: z.string().regex(/^[0-9a-f]{8,16}$/i),
  count: z.object({ h: count, t: count }),
});

/** Stores counters in a file; `save` returns when they are on disk (N-6). A damaged file counts as empty. */
export class FileCounterStore implements CounterStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  load(): StoredCounters | null {
    try {
      return COUNTERS.parse(JSON.parse(readFileSync(this.#file, "utf8")));
    } catch {
      return null;
    }
  }

  save(counters: StoredCounters): void {
    const next = `${this.#file}.new`;
    withFile(openSync(next, "w", 0o600), (file) => {
      writeSync(file, JSON.stringify(counters));
      fsyncSync(file);
    });
    renameSync(next, this.#file);
    // Without this, a power cut may bring back the previous file, with fewer beads.
    if (process.platform !== "win32") withFile(openSync(dirname(this.#file), "r"), fsyncSync);
  }
}

function withFile(descriptor: number, use: (descriptor: number) => void): void {
  try {
    use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
