import { type Journal, JournalConflict } from "../journal/journal.ts";
import { journalFailures, journalSeconds } from "./counts.ts";

/** The same journal, timed. */
export function timed(journal: Journal): Journal {
  return {
    create: (name, facts) => counted(() => journal.create(name, facts)),
    append: (match, at, facts, over) => counted(() => journal.append(match, at, facts, over)),
    takeOver: (match) => journal.takeOver(match),
    read: (match) => journal.read(match),
    headOf: (idOrCode) => journal.headOf(idOrCode),
    headsOf: (matches) => journal.headsOf(matches),
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
