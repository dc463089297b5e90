import type { Client } from "@colyseus/core";
import type { Entry } from "@flower-war/client-sdk/protocol";
import type { Game, GameTypes, RecordEntry } from "@flower-war/rules";

/** Tells every client of an entry as much as its seat may know. */
export function sendEntry<T extends GameTypes>(
  game: Game<T>,
  { n, seat, events }: RecordEntry<T>,
  clients: Iterable<Client>,
  seatOf: (client: Client) => T["seat"] | null,
): void {
  const told = new Map<string, Entry>();
  for (const client of clients) {
    const viewer = seatOf(client) ?? "public";
    const entry = told.get(viewer) ?? { n, seat, events: redact(game, events, viewer) };
    told.set(viewer, entry);
    client.send("entry", entry);
  }
}

function redact<T extends GameTypes>(
  game: Game<T>,
  events: readonly T["event"][],
  viewer: T["seat"] | "public",
) {
  return events.map((event) => game.redact(event, viewer)).filter((event) => event !== null);
}
