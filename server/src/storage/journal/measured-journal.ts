import { journalFailures, journalSeconds } from "../../metrics/counters.ts";
import { type Journal, JournalConflict } from "./journal.ts";

/** Wraps a journal so that its writes are measured. */
export function measureJournal(journal: Journal): Journal {
  return {
    create: (name, facts) => measure(() => journal.create(name, facts)),
    append: (...args) => measure(() => journal.append(...args)),
    takeOver: (match) => journal.takeOver(match),
    read: (match) => journal.read(match),
    readSince: (match, n) => journal.readSince(match, n),
    findHead: (idOrCode) => journal.findHead(idOrCode),
    findResult: (match) => journal.findResult(match),
    findHeads: (matches) => journal.findHeads(matches),
    findTakenOver: (owned) => journal.findTakenOver(owned),
    close: () => journal.close(),
  };
}

async function measure(write: () => Promise<void>): Promise<void> {
  const stopTimer = journalSeconds.startTimer();
  try {
    await write();
    stopTimer();
  } catch (error) {
    journalFailures.inc({ kind: error instanceof JournalConflict ? "conflict" : "error" });
    throw error;
  }
}
