import { type Client, getMessageBytes, Protocol } from "@colyseus/core";
import { type Entry, formatEntry, type MatchMessages } from "@flower-war/client-sdk/protocol";
import type { Game, GameTypes, RecordEntry, Viewer } from "@flower-war/rules";

/** Tells every client of an entry as much as its seat may know. Who knows no more than everybody gets the same bytes. */
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
  const forAll = redact(game, entry, "public");
  const frameForAll = frameOf(forAll);
  for (const client of clients) {
    const viewer = seatOf(client);
    const seen = viewer === null ? forAll : redact(game, entry, viewer);
    client.enqueueRaw(tellTheSame(seen, forAll) ? frameForAll : frameOf(seen));
  }
}

function redact<T extends GameTypes>(
  game: Game<T>,
  { events }: RecordEntry<T>,
  viewer: Viewer<T>,
): readonly T["event"][] {
  return events.map((event) => game.redact(event, viewer)).filter((event) => event !== null);
}

/** Whether events have the same fields, or hold the same objects in them: then what they tell is surely the same. */
function tellTheSame(some: readonly object[], others: readonly object[]): boolean {
  return (
    some === others || (some.length === others.length && some.every((one, i) => holdSame(one, others[i])))
  );
}

function holdSame(one: object, other: object | undefined): boolean {
  if (one === other) return true;
  if (other === undefined) return false;
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => Object.hasOwn(other, name) && Reflect.get(other, name) === value)
  );
}
