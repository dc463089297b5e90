import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { journalSuite } from "./support/journal-suite.ts";

journalSuite("memory", async () => new MemoryJournal());
