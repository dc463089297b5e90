import { type Client, getMessageBytes, Protocol } from "@colyseus/core";
import { type Entry, formatEntry, type MatchMessages } from "@flower-war/protocol";
import type { Game, GameTypes, RecordEntry, Viewer } from "@flower-war/rules";
import { isStream } from "../seats/client-auth.ts";

/** Sends every client with a WebSocket an entry, redacted for its seat. Clients that may know no more than everybody get the same bytes. */
export function sendEntry<T extends GameTypes>(
  game: Game<T>,
  entry: RecordEntry<T>,
  clients: Iterable<Client>,
  seatOf: (client: Client) => T["seat"] | null,
): void {
  const { n, seat } = entry;
  const frameOf = (events: Entry["events"]): Buffer => {
    const type: keyof MatchMessages = "entry";
    return getMessageBytes.raw(Protocol.ROOM_DATA, type, formatEntry(game.name, { n, seat, events }));
  };
  const forAll = redactEntry(game, entry, "public");
  const frameForAll = frameOf(forAll);
  for (const client of clients) {
    if (isStream(client)) continue;
    const viewer = seatOf(client);
    const seen = viewer === null ? forAll : redactEntry(game, entry, viewer);
    client.enqueueRaw(areEqual(seen, forAll) ? frameForAll : frameOf(seen));
  }
}

/** Returns an entry's events as a viewer may see them. */
export function redactEntry<T extends GameTypes>(
  game: Pick<Game<T>, "redact">,
  { events }: RecordEntry<T>,
  viewer: Viewer<T>,
): readonly T["event"][] {
  return events.map((event) => game.redact(event, viewer)).filter((event) => event !== null);
}

/** Whether two lists of events have the same fields with the same objects in them. */
function areEqual(some: readonly object[], others: readonly object[]): boolean {
  return (
    some === others ||
    (some.length === others.length && some.every((one, i) => haveSameFields(one, others[i])))
  );
}

function haveSameFields(one: object, other: object | undefined): boolean {
  if (one === other) return true;
  if (other === undefined) return false;
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => Object.hasOwn(other, name) && Reflect.get(other, name) === value)
  );
}
