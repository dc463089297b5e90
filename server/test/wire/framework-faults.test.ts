/** Faults of Colyseus 0.18 that the server works around (docs/colyseus.md). Each test fails without its workaround. */
import { matchMaker } from "@colyseus/core";
import { NAME_LENGTH, type Reservation, type SeatReservation } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type RunningServer, startServer } from "../../src/app.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand } from "../support/expected-views.ts";
import { LobbyClient } from "../support/lobby.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { callRoom } from "../support/rooms.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { tcpSocketOf } from "../support/tcp-socket.ts";
import { until } from "../support/until.ts";

const journal = new MemoryJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

const requestSeatIn = (match: string, body: object) => requestSeat(server.url, match, body);

describe("joining with pending changes", () => {
  test("does not happen: a client that joins just after the last seat was taken sees each change once", async () => {
    const first = await createMatch(server.url, { seats: 2 });
    const last = await requestSeatIn(first.match, { name: "B" });
    const players = [await TestClient.join(server.url, first), await TestClient.join(server.url, last)];
    const views = new ExpectedViews(journal, first.match);
    await views.expectShownTo(players, 0);
    await findAwaited(players).play({ type: "roll" });
    await views.expectShownTo(players, 1);
  });

  test("does not happen: a client that rejoins and discards a card shows the rest of its hand", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const views = new ExpectedViews(journal, match);
    const { n, discard } = await playUntilDiscard(players);
    const { token, seat } = findAwaited(players).reserved;
    const again = await TestClient.join(server.url, await requestSeatIn(match, { token }));
    await again.play(discard);
    await views.expectShownTo([again, ...players.filter((player) => player.seat !== seat)], n + 1);
  });
});

/** Plays until the awaited seat may discard one of several cards. Returns that command, and the entries so far. */
async function playUntilDiscard(players: TestClient[]): Promise<{ n: number; discard: object }> {
  for (let n = 0; ; n++) {
    for (const player of players) await player.waitForEntry(n);
    const awaited = findAwaited(players);
    const { commands } = await awaited.request("legal");
    const [discard, another] = commands.filter(({ type }) => type === "discard");
    if (discard && another) return { n, discard };
    const sacrifice = commands.find(({ type }) => type === "sacrifice");
    await awaited.play(sacrifice ?? pickCommand(awaited, 0));
  }
}

describe("one shared buffer", () => {
  test("overwrites no frame of a client whose TCP window is full", async () => {
    const client = await LobbyClient.join(server.url);
    const tcp = tcpSocketOf(socketOf(client.reservation));
    tcp.cork();
    const matches: SeatReservation[] = [];
    for (let i = 0; i < 20; i++) matches.push(await createMatch(server.url, { name: `Izel ${i}` }));
    expect(matches.some(({ match }) => client.get(match))).toBe(false);
    tcp.uncork();
    await until(() => client.get(matches.at(-1)?.match ?? "") !== undefined, "the last listing");
    matches.forEach(({ match, code }, i) => {
      expect(client.get(match)).toMatchObject({ id: match, code, host: `Izel ${i}`, open: 3 });
    });
  });
});

/** Returns the server's end of a connection. */
function socketOf({ roomId, sessionId }: Reservation): WebSocket {
  const socket = matchMaker.getLocalRoomById(roomId).clients.get(sessionId)?.ref;
  if (!(socket instanceof WebSocket)) throw new Error("no client is connected there");
  return socket;
}

describe("shared buffers", () => {
  test("hold the full state of 6 seats with the longest names, in less than 4096 bytes", async () => {
    const names = "一二三四五六".split("").map((digit) => digit + "字".repeat(NAME_LENGTH - 1));
    const [name = "", ...others] = names;
    const first = await createMatch(server.url, { seats: 6, name });
    const joining = [TestClient.join(server.url, first)];
    for (const other of others)
      joining.push(TestClient.join(server.url, await requestSeat(server.url, first.match, { name: other })));
    const players = await Promise.all(joining);
    for (const { seat } of players) {
      if (seat) await callRoom(first.reservation.roomId, "bindSeat", seat, null, "t".repeat(24), true);
    }
    const views = new ExpectedViews(journal, first.match);
    let n = 0;
    while (players[0]?.state.status === "playing") {
      const awaited = findAwaited(players);
      n = await awaited.play(pickCommand(awaited, n));
      for (const player of players) await player.waitForEntry(n);
    }
    const late = await TestClient.join(server.url, await requestSeatIn(first.match, { token: first.token }));
    await views.expectShownTo([late], n);
    expect([...late.state.seats.entries()].map(([, seat]) => seat.name)).toEqual(names);
    const [fullState] = late.frames;
    expect(fullState?.length).toBeLessThan(4096);
  });

  test("send each client its own match, whatever else was encoded in between", async () => {
    const hosts = ["Citlali", "Xochitl", "Itzel"];
    const matches = await Promise.all(hosts.map((name) => createMatch(server.url, { seats: 2, name })));
    for (const { match } of [...matches, ...matches.toReversed()]) {
      const watcher = await TestClient.join(server.url, await requestSeatIn(match, { spectate: true }));
      expect(watcher.state.id).toBe(match);
      expect([...watcher.state.seats.entries()].map(([, { name }]) => name)).toContain(
        hosts[matches.findIndex((each) => each.match === match)],
      );
    }
  });
});
