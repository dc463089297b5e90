import { type Client, getMessageBytes, Protocol } from "@colyseus/core";
import { type Entry, formatEntry, type MatchMessages } from "@flower-war/client-sdk/protocol";
import type { Game, GameTypes, RecordEntry } from "@flower-war/rules";

/** Tells every client of an entry as much as its seat may know. */
export function sendEntry<T extends GameTypes>(
  game: Game<T>,
  { n, seat, events }: RecordEntry<T>,
  clients: Iterable<Client>,
  seatOf: (client: Client) => T["seat"] | null,
): void {
  const frames = new Map<string, Buffer>();
  for (const client of clients) {
    const viewer = seatOf(client) ?? "public";
    const frame = frames.get(viewer) ?? frameOf(game.name, { n, seat, events: redact(game, events, viewer) });
    frames.set(viewer, frame);
    client.enqueueRaw(frame);
  }
}

/** The frame that `client.send` would make of it for each client anew. */
function frameOf(game: string, entry: Entry): Buffer {
  const type: keyof MatchMessages = "entry";
  return getMessageBytes.raw(Protocol.ROOM_DATA, type, formatEntry(game, entry));
}

function redact<T extends GameTypes>(
  game: Game<T>,
  events: readonly T["event"][],
  viewer: T["seat"] | "public",
) {
  return events.map((event) => game.redact(event, viewer)).filter((event) => event !== null);
}
