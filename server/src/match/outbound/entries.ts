import { getMessageBytes, Protocol } from "@colyseus/core";
import { type Entry, formatEntry, type MatchMessages } from "@flower-war/protocol";
import { type Game, type GameTypes, type RecordEntry, tableEntries, type Viewer } from "@flower-war/rules";
import { isStream } from "../seats/client-auth.ts";
import type { Receiver } from "./crowd.ts";

/** Sends every client with a WebSocket an entry, redacted for its seat. Clients that see only the public events get the same bytes. */
export function sendEntry<T extends GameTypes>(
  game: Game<T>,
  entry: RecordEntry<T>,
  clients: Iterable<Receiver>,
  seatOf: (client: Receiver) => T["seat"] | null,
): void {
  const { n, seat } = entry;
  const messageOf = (events: Entry["events"]): Buffer => {
    const type: keyof MatchMessages = "entry";
    return getMessageBytes.raw(Protocol.ROOM_DATA, type, formatEntry(game.name, { n, seat, events }));
  };
  const seenByAll = entry.events.map((event) => tableEntries.redactEvent(game, event, "public"));
  const messageForAll = messageOf(seenByAll.filter((event) => event !== null));
  // No seat sees more of an event that is wholly public.
  const seesMore = (viewer: T["seat"]) =>
    entry.events.some((event, i) => {
      const seen = seenByAll[i] ?? null;
      return seen !== event && !areEqual(tableEntries.redactEvent(game, event, viewer), seen);
    });
  for (const client of clients) {
    if (isStream(client)) continue;
    const viewer = seatOf(client);
    const knowsMore = viewer !== null && seesMore(viewer);
    client.enqueueRaw(knowsMore ? messageOf(redactEntry(game, entry, viewer)) : messageForAll);
  }
}

/** Returns an entry's events as a viewer may see them. */
export function redactEntry<T extends GameTypes>(
  game: Pick<Game<T>, "redact" | "quiet">,
  { events }: RecordEntry<T>,
  viewer: Viewer<T>,
): readonly T["event"][] {
  return events
    .map((event) => tableEntries.redactEvent(game, event, viewer))
    .filter((event) => event !== null);
}

/** Whether two events have the same fields with the same objects in them, or are both hidden. */
function areEqual(one: object | null, other: object | null): boolean {
  if (one === null || other === null) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && Reflect.get(other, name) === Reflect.get(one, name))
  );
}
