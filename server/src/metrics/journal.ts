import { type Journal, JournalConflict } from "../journal/journal.ts";
import { journalFailures, journalSeconds } from "./counts.ts";

/** The same journal, timed. */
export function timed(journal: Journal): Journal {
  return {
    begin: (header) => counted(() => journal.begin(header)),
    append: (match, entry) => counted(() => journal.append(match, entry)),
    read: (match) => journal.read(match),
    release: (match) => journal.release(match),
    close: () => journal.close(),
  };
}

async function counted(write: () => Promise<void>): Promise<void> {
  const durable = journalSeconds.startTimer();
  try {
    await write();
    durable();
  } catch (error) {
    journalFailures.inc({ kind: error instanceof JournalConflict ? "conflict" : "error" });
    throw error;
  }
}
