import { type HandOverCommand, handOverOf } from "../../src/hand-over.ts";
import type { PublicEntry } from "../../src/index.ts";
import type { Parts } from "./records.ts";
import { type WitnessedSetting, witnessedRecord, withSignatures } from "./witnessed.ts";

/**
 * Returns the record of format 4 of a match between easy bots, as `witnessedRecord` plays it, in which the first seat is offered, kept, offered
 * again and handed over, twice; it signs nothing from then on.
 */
export function handedRecord(setting: WitnessedSetting): Parts {
  const { header, entries: played, end } = witnessedRecord(setting);
  const [seat = ""] = header.seats.map((each) => each.seat);
  const steps: readonly HandOverCommand[] = [
    "table-offer-seat",
    "table-keep-seat",
    "table-offer-seat",
    "table-hand-seat",
  ];
  const queue = [...steps, ...steps];
  const entries: PublicEntry[] = [];
  for (const [i, entry] of played.entries()) {
    const step = i % 5 === 3 ? queue.shift() : undefined;
    if (step !== undefined) {
      const { command, event } = handOverOf(step);
      entries.push({ n: entries.length + 1, seat, command, events: [event] });
    }
    entries.push({ ...entry, n: entries.length + 1 });
  }
  const handed = withSignatures({
    header: { ...header, format: "flower-war-record-4", handOvers: true },
    entries,
    end: { ...end, signatures: {} },
  });
  const { [seat]: _former, ...signatures } = handed.end.signatures ?? {};
  return { ...handed, end: { ...handed.end, signatures } };
}
