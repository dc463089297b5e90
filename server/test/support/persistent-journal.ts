import { MemoryJournal } from "../../src/storage/journal/memory-journal.ts";

/** A journal that outlives its server, as one on disk does. */
export class PersistentJournal extends MemoryJournal {
  override async close(): Promise<void> {}
}
