import { differenceFrom, refusedWith, type TableEntry, type TableFlaw } from "./table-flaw.ts";

/*
 * Holidays of players (docs/fair-dice.md, "Holidays"), in any game: entries of their own, by which nothing of the game changes. When a holiday
 * ends by itself, because its seat acts or because it is handed over, no entry says so.
 */

/** The command of such an entry: its seat's player takes so many days off, or is back. */
export type HolidayCommand =
  | { readonly type: "table-take-holiday"; readonly days: number }
  | { readonly type: "table-end-holiday" };

/** The one event of such an entry, which all viewers see alike. */
export type HolidayEvent =
  | { readonly type: "table-holiday-taken"; readonly days: number }
  | { readonly type: "table-holiday-ended" };

/** Returns the event of an entry that begins or ends a holiday; `null`: it is another entry. */
export function holidayBy([event]: readonly object[]): HolidayEvent | null {
  const type: unknown = event && Reflect.get(event, "type");
  return type === "table-holiday-taken" || type === "table-holiday-ended" ? (event as HolidayEvent) : null;
}

/** Whether a command is that of such an entry. */
export function isHolidayCommand(command: object): boolean {
  const type: unknown = Reflect.get(command, "type");
  return type === "table-take-holiday" || type === "table-end-holiday";
}

/** Returns the event of an entry. */
export function eventOfHoliday(command: HolidayCommand): HolidayEvent {
  if (command.type === "table-end-holiday") return { type: "table-holiday-ended" };
  return { type: "table-holiday-taken", days: command.days };
}

/**
 * Returns what is wrong with such an entry of a record; `null`: nothing. When it was made is the server's word.
 * @param most days of a holiday
 * @param isOn whether the seat may be on holiday: it took one, and has not acted since
 */
export function flawOfHoliday(most: number, isOn: boolean, entry: TableEntry): TableFlaw | null {
  const { type, days } = entry.command as { type: HolidayCommand["type"]; days?: unknown };
  const isRight =
    type === "table-end-holiday" ? isOn : Number.isInteger(days) && Number(days) > 0 && Number(days) <= most;
  if (entry.by !== undefined || !isRight) return refusedWith("no-holidays");
  const fields = { type, ...(type === "table-take-holiday" && { days }) };
  return differenceFrom(fields, eventOfHoliday(fields as HolidayCommand), entry);
}
