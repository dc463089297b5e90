/** A match is resumed from its journal, in another room (docs/reliability.md). */
import { matchMaker } from "@colyseus/core";
import { CLOSE, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { LocalRooms } from "../../src/cluster/local-rooms.ts";
import { LocalLocks } from "../../src/cluster/locks.ts";
import { MatchMaker } from "../../src/cluster/match-maker.ts";
import { GAMES } from "../../src/games/index.ts";
import { MatchRooms } from "../../src/lobby/match-rooms.ts";
import { OwnershipMonitor } from "../../src/match/ownership-monitor.ts";
import { epochOf, roomIdOf } from "../../src/match/room-id.ts";
import { systemRandom } from "../../src/random.ts";
import { JournalDamaged } from "../../src/storage/journal/journal.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand, readRecord } from "../support/expected-views.ts";
import { FakeTime } from "../support/fake-time.ts";
import { LobbyClient, untilShown } from "../support/lobby.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

class TestJournal extends MemoryJournal {
  /** Matches whose logs cannot be read. */
  readonly damaged = new Set<string>();
  /** Every append waits for this. */
  gate: Promise<void> = Promise.resolve();

  override async append(...fact: Parameters<MemoryJournal["append"]>): Promise<void> {
    await this.gate;
    await super.append(...fact);
  }

  override async takeOver(match: string) {
    if (this.damaged.has(match)) throw new JournalDamaged(match);
    return super.takeOver(match);
  }
}

const MINUTE = 60_000;

const SECRETS = { authSecret: "auth-secret-of-these-tests" };

let journal: TestJournal;
let time: FakeTime;
let server: RunningServer;
const start = async () => {
  server = await startOnFakeTime(time, { ...SECRETS, journal });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new TestJournal(systemTime);
  await start();
});
afterEach(() => server.stop());

async function restart(): Promise<void> {
  await server.stop();
  await start();
}

const requestSeatIn = (match: string, body: object) => requestSeat(server.url, match, body);
const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const rejoin = async ({ reserved: { match, token } }: TestClient) =>
  join(await requestSeatIn(match, { token }));
/** Requests a seat, and returns the refusal. */
const seatRefusal = async (match: string, request: object) => {
  const path = PATHS.seats.replace(":id", match);
  const { status, body } = await post<RefusalBody>(server.url, path, request);
  return { status, code: body.code };
};

/** Plays some commands. Returns the number of the last entry. */
async function playSome(players: readonly TestClient[], commands: number): Promise<number> {
  let n = players[0]?.state.n ?? 0;
  for (let i = 0; i < commands && players[0]?.state.status === "playing"; i++) {
    const awaited = findAwaited(players);
    n = await awaited.play(pickCommand(awaited, i));
    for (const player of players) await player.waitForEntry(n);
  }
  return n;
}

/** Returns what a client is shown of a match, apart from who is connected. */
function shownTo(client: TestClient): object {
  const { seats, details: _, ...rest } = JSON.parse(JSON.stringify(client.state));
  for (const seat of Object.values<{ connected: boolean }>(seats)) seat.connected = true;
  // Since when others are away counts from when the server opened the match.
  const { claimsAt: __, ...details } = client.details;
  return { ...rest, seats, details };
}

describe("a match whose server was restarted", () => {
  test("gathers on with the same seats, host and tokens, and begins with the seats that it began with", async () => {
    const east = await join(await createMatch(server.url, { seats: 6, start: "host" }));
    const topan = await join(await requestSeatIn(east.reserved.match, { name: "B", seat: "topan" }));
    await east.request("seat-bot", { seat: "south", kind: "skilled" });
    await east.request("hand-over", { seat: "topan" });
    await topan.request("move-seat", { seat: "west" }).catch(() => {});
    const west = await rejoin(topan);
    const gathered = shownTo(west);
    await restart();
    const again = await rejoin(west);
    await rejoin(east);
    await until(() => again.state.seats.get("east")?.connected === true, "east to be connected");
    expect(shownTo(again)).toEqual(gathered);

    await again.request("start");
    await until(() => again.state.status === "playing", "the match to begin");
    const began = shownTo(again);
    await restart();
    const last = await rejoin(again);
    expect(shownTo(last)).toEqual(began);
    expect([...last.state.seats.keys()]).toEqual(["east", "north", "west"]);
  });

  test("is resumed as it was, with the same players in the same seats", async () => {
    const { match, code, players } = await seatPlayers(server.url, { seats: 2, options: { rackSize: 8 } });
    const n = await playSome(players, 4);
    const watcher = await join(await requestSeatIn(match, { spectate: true }));
    for (const player of [...players, watcher]) await player.waitForEntry(n);
    await restart();
    const [east, west] = await Promise.all(players.map(rejoin));
    if (!east || !west) throw new Error("the match has two players");
    const again = await join(await requestSeatIn(code.toLowerCase(), { spectate: true }));
    const views = new ExpectedViews(journal, match);
    await views.expectShownTo([east, west, again], n);
    expect(new Set([east, west, again].map(({ reserved }) => reserved.reservation.roomId)).size).toBe(1);
    expect(east.reserved.commitment).toBe(players[0]?.reserved.commitment);
    await until(() => east.state.seats.get("west")?.connected === true, "west to be shown as connected");
    expect([...east.state.seats.entries()].map(([seat, { kind, name }]) => [seat, kind, name])).toEqual([
      ["east", "human", "Citlali"],
      ["west", "human", "Player 2"],
    ]);
    const last = await playSome([east, west], 6);
    await views.expectShownTo([east, west, again], last);
  });

  test("shows every player and spectator what it showed before", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const watcher = await join(await requestSeatIn(match, { spectate: true }));
    const n = await playSome(players, 12);
    await watcher.waitForEntry(n);
    const before = [...players, watcher].map(shownTo);
    await restart();
    const back = await Promise.all(players.map(rejoin));
    const watching = await join(await requestSeatIn(match, { spectate: true }));
    expect([...back, watching].map(shownTo)).toEqual(before);
  });

  test("answers a repeated command as before, and plays it once", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const roller = findAwaited(players);
    const command = pickCommand(roller, 0);
    expect(await roller.play(command, "mine")).toBe(1);
    await restart();
    const again = await rejoin(roller);
    expect(await again.play(command, "mine")).toBe(1);
    expect((await readRecord(journal, match)).entries).toHaveLength(1);
  });

  test("still has the nonces given so far, and begins with the last one", async () => {
    const east = await TestClient.joinOpenly(
      server.url,
      await createMatch(server.url, { seats: 2, openNonces: true }),
      "E",
    );
    const west = await TestClient.watch(server.url, await requestSeatIn(east.reserved.match, { name: "B" }));
    await restart();
    const again = await rejoin(west);
    await again.waitForEntry(0);
    const { header } = await readRecord(journal, east.reserved.match);
    expect(header.players.map(({ from }) => from)).toEqual(["player", "player"]);
    expect(header.players[0]?.nonce).not.toBe("east");
  });

  test("begins if all nonces were given before it stopped", async () => {
    const east = await TestClient.joinOpenly(
      server.url,
      await createMatch(server.url, { seats: 2, openNonces: true }),
      "E",
    );
    const { match } = east.reserved;
    const west = await requestSeatIn(match, { name: "B" });
    await server.stop();
    const head = await journal.takeOver(match);
    const at = { epoch: head?.epoch ?? 0, n: head?.facts.length ?? 0 };
    await journal.append(match, at, [{ at: Date.now(), type: "nonce", seat: "west", nonce: "W" }]);
    await start();
    await (
      await TestClient.watch(server.url, await requestSeatIn(match, { token: west.token }))
    ).waitForEntry(0);
  });

  test("is played on by its bots", async () => {
    const { players } = await seatPlayers(server.url, { seats: 2, bots: 1 });
    const n = await playSome(players, 1);
    await restart();
    const [east] = await Promise.all(players.map(rejoin));
    if (!east) throw new Error("the match has one player");
    for (let i = 0; i < 200 && east.state.table.awaiting.seat === "east"; i++) {
      await east.waitForEntry(await east.play(pickCommand(east, i)));
    }
    await until(() => east.state.n > n + 1, "the bot's move");
  });

  test("is listed again once a player rejoins, not before", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    await restart();
    const lobby = await LobbyClient.join(server.url);
    expect(lobby.ids).toEqual([]);
    await Promise.all(players.map(rejoin));
    await untilShown(time, () => lobby.get(match)?.status === "playing", "the match in the lobby");
  });

  test("is resumed once when all players rejoin at the same time", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 4 });
    await restart();
    const requests = players.map(({ reserved }) => requestSeatIn(match, { token: reserved.token }));
    const rooms = (await Promise.all([...requests, ...requests])).map(
      ({ reservation }) => reservation.roomId,
    );
    expect(new Set(rooms)).toEqual(new Set([`${match}_2`]));
    expect((await matchMaker.query({ name: "match" })).length).toBe(1);
  });

  test("accepts only the renewed token of a seat, not the one before it", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const token = players[1]?.reserved.token;
    const renewed = await requestSeatIn(match, { token, renew: "a-fresh-and-random-name" });
    await restart();
    expect(await seatRefusal(match, { token })).toEqual({ status: 403, code: "bad-token" });
    expect((await join(await requestSeatIn(match, { token: renewed.token }))).seat).toBe("west");
  });

  test("still has its open seats, which its code leads to", async () => {
    const first = await join(await createMatch(server.url, { seats: 3 }));
    await restart();
    const last = await join(await requestSeatIn(first.reserved.code, { name: "B" }));
    expect(last.seat).toBe("north");
    expect((await rejoin(first)).seat).toBe("east");
    expect((await seatRefusal(first.reserved.match, { name: "C", seat: "east" })).code).toBe("seat-taken");
  });
});

describe("a match that is over", () => {
  async function finishMatch(): Promise<TestClient[]> {
    const { players } = await seatPlayers(server.url, { seats: 2 });
    await players[0]?.play({ type: "concede" });
    await until(() => players.every(({ state }) => state.status === "over"), "the end");
    return players;
  }

  test("is resumed, and closes 5 min after its end as without the restart", async () => {
    const players = await finishMatch();
    await time.pass(2 * MINUTE);
    await restart();
    const [east] = await Promise.all(players.map(rejoin));
    expect(east?.state).toMatchObject({ status: "over", secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await time.pass(3 * MINUTE - 1);
    expect(await east?.request("legal")).toEqual({ commands: [] });
    await time.pass(1);
    await until(() => east?.closeCode === CLOSE.closed, "the clients to be disconnected");
  });

  test("is not resumed more than 10 min after its end, but refused match-ended", async () => {
    const [east] = await finishMatch();
    await server.stop();
    await time.pass(10 * MINUTE + 1);
    await start();
    const { match, token } = east?.reserved ?? { match: "", token: "" };
    for (const request of [{ token }, { spectate: true }, { name: "C" }]) {
      expect(await seatRefusal(match, request)).toEqual({ status: 409, code: "match-ended" });
    }
  });
});

describe("a request for a seat in a match that cannot be resumed", () => {
  test("is refused unknown-match if there is no such match, with a token or without", async () => {
    const { token } = await createMatch(server.url);
    for (const match of ["V1StGXR8Z5jd", "ZZZZ"]) {
      for (const request of [{ token }, { spectate: true }, { name: "C" }]) {
        expect(await seatRefusal(match, request)).toEqual({ status: 404, code: "unknown-match" });
      }
    }
  });

  test("is refused match-damaged if its log cannot be read; other matches are resumed", async () => {
    const [first, second] = [await createMatch(server.url), await createMatch(server.url)];
    journal.damaged.add(first.match);
    await restart();
    expect(await seatRefusal(first.match, { token: first.token })).toEqual({
      status: 409,
      code: "match-damaged",
    });
    expect((await requestSeatIn(second.match, { token: second.token })).seat).toBe("east");
  });

  test("is refused bad-token with another match's token", async () => {
    const [first, second] = [await createMatch(server.url), await createMatch(server.url)];
    await restart();
    expect(await seatRefusal(first.match, { token: second.token })).toEqual({
      status: 403,
      code: "bad-token",
    });
  });
});

describe("a match that another process owns now", () => {
  test("disconnects its players with code 4012 when one of them plays, and plays nothing twice", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const lobby = await LobbyClient.join(server.url);
    const n = await playSome(players, 3);
    await journal.takeOver(match);
    const awaited = findAwaited(players);
    const command = pickCommand(awaited, 0);
    const refused = await awaited.play(command, "mine").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    await until(
      () => players.every(({ closeCode }) => closeCode === CLOSE.moved),
      "code 4012 for all players",
    );
    const back = await Promise.all(players.map(rejoin));
    const again = back.find(({ seat }) => seat === awaited.seat);
    expect(await again?.play(command, "mine")).toBe(n + 1);
    await new ExpectedViews(journal, match).expectShownTo(back, n + 1);
    expect(lobby.get(match)?.status).toBe("playing");
  });

  test("disconnects its players with code 4012 at the next ownership check, even if no client plays", async () => {
    const other = await seatPlayers(server.url, { seats: 2 });
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    await journal.takeOver(match);
    const rooms = new LocalRooms();
    const here = [match, other.match].map((each) => matchMaker.getLocalRoomById(roomIdOf(each, 1)));
    Object.defineProperty(rooms, "all", { value: here });
    await new OwnershipMonitor({ journal, rooms, time, log: pino({ level: "silent" }) }).check();
    await until(
      () => players.every(({ closeCode }) => closeCode === CLOSE.moved),
      "code 4012 for all players",
    );
    expect(other.players.map(({ closeCode }) => closeCode)).toEqual([null, null]);
  });
});

describe("a server that stops", () => {
  test("journals earlier commands, then disconnects its players with code 4012", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const awaited = findAwaited(players);
    const played = awaited.play(pickCommand(awaited, 0));
    await awaited.request("legal");
    await Promise.all([played, server.stop()]);
    expect(await played).toBe(1);
    await until(
      () => players.every(({ closeCode }) => closeCode === CLOSE.moved),
      "code 4012 for all players",
    );
    expect((await readRecord(journal, match)).entries).toHaveLength(1);
    await start();
    expect((await Promise.all(players.map(rejoin))).map(({ state }) => state.n)).toEqual([1, 1]);
  });

  /** Sends a command whose append waits for `write`, and begins to stop the server. */
  async function stopWhileWriting() {
    const { players } = await seatPlayers(server.url, { seats: 2 });
    const { promise, resolve: write } = Promise.withResolvers<void>();
    journal.gate = promise;
    const awaited = findAwaited(players);
    const played = awaited.play(pickCommand(awaited, 0)).catch((error: unknown) => error);
    await awaited.request("legal");
    return { players, played, write, stopped: server.stop() };
  }

  test("refuses every request `draining` with `wait` while its matches settle, also with a token", async () => {
    const { players, played, write, stopped } = await stopWhileWriting();
    const ready = await fetch(server.url + PATHS.ready);
    const created = await post<RefusalBody>(server.url, PATHS.matches, { game: "flower-war", name: "Late" });
    const [{ match, token } = { match: "", token: null }] = players.map(({ reserved }) => reserved);
    const resumed = await post<RefusalBody>(server.url, PATHS.seats.replace(":id", match), { token });
    const watched = await post<RefusalBody>(server.url, PATHS.seats.replace(":id", match), {
      spectate: true,
    });
    expect([ready, created, resumed, watched].map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(await ready.json()).toMatchObject({ code: "draining", wait: expect.any(Number) });
    for (const { body } of [created, resumed, watched])
      expect(body).toMatchObject({ code: "draining", wait: expect.any(Number) });
    expect(players.map(({ closeCode }) => closeCode)).toEqual([null, null]);
    write();
    expect(await played).toBe(1);
    await stopped;
    expect(players.map(({ closeCode }) => closeCode)).toEqual([CLOSE.moved, CLOSE.moved]);
  });

  test("waits no longer than DRAIN_TIMEOUT, 5 s, for a match that does not settle", async () => {
    const { players, played, write, stopped } = await stopWhileWriting();
    await time.pass(4999);
    expect((await fetch(server.url + PATHS.ready)).status).toBe(503);
    expect(players.map(({ closeCode }) => closeCode)).toEqual([null, null]);
    await time.pass(1);
    await stopped;
    await until(
      () => players.every(({ closeCode }) => closeCode === CLOSE.moved),
      "code 4012 for all players",
    );
    expect(await played).toBeInstanceOf(Error);
    write();
  });
});

describe("a match that two processes take over at the same time", () => {
  test("is played in the process with the higher epoch", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const awaited = findAwaited(players);
    await restart();
    // Their locks know nothing of each other, as when one process was frozen while it held the lock.
    const rooms = [1, 2].map(() => {
      const cluster = { locks: new LocalLocks(), isAlive: async () => true, presence: matchMaker.presence };
      const { timeouts } = server.config;
      return new MatchRooms({
        games: GAMES,
        journal,
        cluster,
        timeouts,
        capacity: { require: async () => {} },
        isAlone: false,
        matchMaker: new MatchMaker(),
        time,
        random: systemRandom,
      });
    });
    const found = await Promise.all(rooms.map((each) => each.find(match)));
    expect(new Set(found.map(({ roomId }) => epochOf(roomId)))).toEqual(new Set([2, 3]));
    expect((await rejoin(awaited)).reserved.reservation.roomId).toBe(roomIdOf(match, 3));
  });
});
