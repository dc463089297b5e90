import { MemoryStore } from "../src/journal/memory-journal.ts";
import { journalSuite } from "./support/journal-suite.ts";

journalSuite("memory", async (keeping, now) => new MemoryStore(keeping, now));
