/** An event of any game. */
interface AnyEvent {
  readonly type: string;
}

/** Events with which a new turn or round begins; the first one of a match begins without. */
const BEGINNINGS: readonly string[] = ["turn-began", "round-began"];

/** Whether a new turn or round begins with an event. */
export const beginsTurn = ({ type }: AnyEvent): boolean => BEGINNINGS.includes(type);

/** Returns the number of the entry that an event takes back; `null`: it is another event. */
export function takenBackIn(event: unknown): number | null {
  const { type, n } = Object(event) as { readonly type?: unknown; readonly n?: unknown };
  return type === "taken-back" ? Number(n) : null;
}

/** What a judge alone does. */
const JUDGES_ACTS: readonly string[] = ["table-judge-named", "table-seat-freed", "table-end-asked"];

/** Whether the judge did what an event tells, and not the player of its entry's seat. */
export const isJudges = (event: AnyEvent & { readonly by?: unknown }): boolean =>
  JUDGES_ACTS.includes(event.type) || (event.type.startsWith("table-") && event.by === "judge");

/** Returns the seat that an event names as its own; `null`: none. */
export function seatOf(event: AnyEvent): string | null {
  return "seat" in event && typeof event.seat === "string" ? event.seat : null;
}
