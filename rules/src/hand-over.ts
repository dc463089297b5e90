import { differenceFrom, refusedWith, type TableEntry, type TableFlaw } from "./table-flaw.ts";

/*
 * Handing a seat over (docs/fair-dice.md, "Handing a seat over"), in any game: entries of their own, by which nothing of the game changes. They
 * are customs of the table as pauses are.
 */

/** What such an entry does: its seat can be taken over by a link, no longer can, or has another person from here on. */
const EVENTS = {
  "table-offer-seat": "table-seat-offered",
  "table-keep-seat": "table-seat-kept",
  "table-hand-seat": "table-seat-handed",
} as const;

const TYPES: ReadonlySet<unknown> = new Set(Object.values(EVENTS));

/** The type of the command of such an entry, which has no other field. */
export type HandOverCommand = keyof typeof EVENTS;

/** The type of its one event, which has no other field and which all viewers see alike. */
export type HandOverEvent = (typeof EVENTS)[HandOverCommand];

/** Returns the type of the event of an entry that hands a seat over, or is about that; `null`: it is another entry. */
export function handOverBy([event]: readonly object[]): HandOverEvent | null {
  const type: unknown = event && Reflect.get(event, "type");
  return TYPES.has(type) ? (type as HandOverEvent) : null;
}

/** Whether a command is that of such an entry. */
export function isHandOver(command: object): boolean {
  const type: unknown = Reflect.get(command, "type");
  return typeof type === "string" && Object.hasOwn(EVENTS, type);
}

/** Returns the command and the event of an entry. */
export const handOverOf = (type: HandOverCommand) => ({ command: { type }, event: { type: EVENTS[type] } });

/** Whether a seat can be taken over after such an entry. */
export const isOfferedBy = (event: HandOverEvent): boolean => event === "table-seat-offered";

/** Whether an entry gives its seat to another person. */
export const handsSeat = ({ command }: { readonly command: object }): boolean =>
  Reflect.get(command, "type") === ("table-hand-seat" satisfies HandOverCommand);

/**
 * Returns what is wrong with such an entry of a record; `null`: nothing. A seat is offered, then kept or handed over. Who has it is the
 * server's word.
 * @param isOffered whether the seat can be taken over
 */
export function flawOfHandOver(isOffered: boolean, entry: TableEntry): TableFlaw | null {
  const type = Reflect.get(entry.command, "type") as HandOverCommand;
  if (entry.by !== undefined || isOffered === (type === "table-offer-seat"))
    return refusedWith("no-hand-overs");
  const { command, event } = handOverOf(type);
  return differenceFrom(command, event, entry);
}
