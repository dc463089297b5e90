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

/** Returns the seat that an event names as its own; `null`: none. */
export function seatOf(event: AnyEvent): string | null {
  return "seat" in event && typeof event.seat === "string" ? event.seat : null;
}
