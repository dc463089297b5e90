import { eventOfHoliday, type HolidayCommand } from "../../src/holiday.ts";
import type { PublicEntry } from "../../src/index.ts";
import type { Parts } from "./records.ts";
import { type WitnessedSetting, witnessedRecord, withSignatures } from "./witnessed.ts";

/**
 * Returns the record of format 4 of a match between easy bots, as `witnessedRecord` plays it, in which the player of the first seat takes days off
 * and is back after every seventh entry, and takes another one.
 */
export function holidayRecord(setting: WitnessedSetting): Parts {
  const { header, entries: played, end } = witnessedRecord(setting);
  const [seat = ""] = header.seats.map((each) => each.seat);
  const commands: readonly HolidayCommand[] = [
    { type: "table-take-holiday", days: 3 },
    { type: "table-end-holiday" },
    { type: "table-take-holiday", days: 1 },
  ];
  const entries: PublicEntry[] = [];
  for (const [i, entry] of played.entries()) {
    const added = i % 7 === 3 ? commands : [];
    for (const command of added)
      entries.push({ n: entries.length + 1, seat, command, events: [eventOfHoliday(command)] });
    entries.push({ ...entry, n: entries.length + 1 });
  }
  return withSignatures({
    header: { ...header, format: "flower-war-record-4", holidays: 3 },
    entries,
    end: { ...end, signatures: {} },
  });
}
