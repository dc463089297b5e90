import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import type { BySlot } from "@flower-war/client-sdk/temple";
import { z } from "zod";
import type { Flash } from "./connected-temple.ts";

const count = z.int().min(0).max(0xffff_ffff);
const KEPT = z.object({
  epoch: z.string().regex(/^[0-9a-f]{8,16}$/i),
  count: z.object({ h: count, t: count }),
});

/** Counters in a file, on disk before `save` returns (N-6). A file that is no good is as good as none: a new epoch. */
export class FileFlash implements Flash {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  load(): { epoch: string; count: BySlot } | null {
    try {
      return KEPT.parse(JSON.parse(readFileSync(this.#file, "utf8")));
    } catch {
      return null;
    }
  }

  save(kept: { readonly epoch: string; readonly count: BySlot }): void {
    const fresh = `${this.#file}.new`;
    const file = openSync(fresh, "w", 0o600);
    writeSync(file, JSON.stringify(kept));
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, this.#file);
  }
}
