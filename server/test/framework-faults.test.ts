/** Faults of Colyseus 0.18 (docs/colyseus.md), each held closed by a test that fails without its cure. */
import { matchMaker } from "@colyseus/core";
import { NAME_LENGTH, type Reservation, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { TestClient } from "./support/client.ts";
import { lineOf } from "./support/line.ts";
import { LobbyWatcher } from "./support/lobby.ts";
import { askForSeat, createMatch } from "./support/post.ts";
import { callRoom } from "./support/rooms.ts";
import { sitDown } from "./support/table.ts";
import { awaitedOf, someCommand, Truth } from "./support/truth.ts";
import { until } from "./support/until.ts";

const journal = new MemoryJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

const takeSeat = (match: string, wish: object) => askForSeat(server.url, match, wish);

describe("joining with pending changes", () => {
  test("does not happen: who joins when the last seat was just taken sees each change once", async () => {
    const first = await createMatch(server.url, { seats: 2 });
    const last = await takeSeat(first.match, { name: "B" });
    const players = [await TestClient.join(server.url, first), await TestClient.join(server.url, last)];
    const truth = new Truth(journal, first.match);
    await truth.seenBy(players, 0);
    await awaitedOf(players).play({ type: "roll" });
    await truth.seenBy(players, 1);
  });

  test("does not happen: who joins and then gives a card away holds the hand that is left", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const truth = new Truth(journal, match);
    const { n, discard } = await playUntilDiscard(players);
    const { token, seat } = awaitedOf(players).reserved;
    const again = await TestClient.join(server.url, await takeSeat(match, { token }));
    await again.play(discard);
    await truth.seenBy([again, ...players.filter((player) => player.seat !== seat)], n + 1);
  });
});

/** Plays until the awaited seat may discard the first of several cards. */
async function playUntilDiscard(players: TestClient[]): Promise<{ n: number; discard: object }> {
  for (let n = 0; ; n++) {
    for (const player of players) await player.reached(n);
    const awaited = awaitedOf(players);
    const { commands } = (await awaited.ask("legal")) as { commands: { type: string }[] };
    const [discard, another] = commands.filter(({ type }) => type === "discard");
    if (discard && another) return { n, discard };
    const offering = commands.find(({ type }) => type === "sacrifice");
    await awaited.play(offering ?? someCommand(awaited, 0));
  }
}

describe("one shared buffer", () => {
  test("overwrites no frame of a client whose line is full", async () => {
    const watcher = await LobbyWatcher.join(server.url);
    const line = lineOf(socketOf(watcher.reservation));
    line.cork();
    const matches: SeatReservation[] = [];
    for (let i = 0; i < 20; i++) matches.push(await createMatch(server.url, { name: `Host ${i}` }));
    expect(matches.some(({ match }) => watcher.get(match))).toBe(false);
    line.uncork();
    await until(() => watcher.get(matches.at(-1)?.match ?? "") !== undefined, "the last listing");
    matches.forEach(({ match, code }, i) => {
      expect(watcher.get(match)).toMatchObject({ id: match, code, host: `Host ${i}`, open: 3 });
    });
  });
});

/** The server's end of a connection. */
function socketOf({ roomId, sessionId }: Reservation): WebSocket {
  const socket = matchMaker.getLocalRoomById(roomId).clients.get(sessionId)?.ref;
  if (!(socket instanceof WebSocket)) throw new Error("nobody is connected there");
  return socket;
}

describe("shared buffers", () => {
  test("hold the fullest table with the longest names: who joins it gets all of it", async () => {
    const name = "字".repeat(NAME_LENGTH);
    const first = await createMatch(server.url, { seats: 6, name });
    const places = [first];
    for (let i = 1; i < 6; i++) places.push(await takeSeat(first.match, { name }));
    const players = await Promise.all(places.map((place) => TestClient.join(server.url, place)));
    for (const { seat } of players) {
      if (seat) await callRoom(first.reservation.roomId, "bindSeat", seat, null, "t".repeat(24), true);
    }
    const truth = new Truth(journal, first.match);
    let n = 0;
    while (players[0]?.state.status === "playing") {
      const awaited = awaitedOf(players);
      n = await awaited.play(someCommand(awaited, n));
      for (const player of players) await player.reached(n);
    }
    const late = await TestClient.join(server.url, await takeSeat(first.match, { token: first.token }));
    await truth.seenBy([late], n);
    expect([...late.state.seats.entries()].every(([, seat]) => seat.name === name)).toBe(true);
    const [fullState] = late.frames;
    expect(fullState?.length).toBeLessThan(4096);
  });

  test("give everybody his own match, whoever came in between", async () => {
    const hosts = ["Citlali", "Xochitl", "Itzel"];
    const matches = await Promise.all(hosts.map((name) => createMatch(server.url, { seats: 2, name })));
    for (const { match } of [...matches, ...matches.toReversed()]) {
      const watcher = await TestClient.join(server.url, await takeSeat(match, { spectate: true }));
      expect(watcher.state.id).toBe(match);
      expect([...watcher.state.seats.entries()].map(([, { name }]) => name)).toContain(
        hosts[matches.findIndex((each) => each.match === match)],
      );
    }
  });
});
