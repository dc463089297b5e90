/** A match goes on from its journal, in another room than the one that it was begun in. */
import { matchMaker } from "@colyseus/core";
import { CLOSE, type Fault, PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, type ServerOptions, startServer } from "../src/app.ts";
import { LocalRooms } from "../src/cluster/local-rooms.ts";
import { LocalLocks } from "../src/cluster/locks.ts";
import { GAMES } from "../src/games/index.ts";
import { JournalDamaged } from "../src/journal/journal.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { MatchRooms } from "../src/lobby/match-rooms.ts";
import { Fence } from "../src/match/fence.ts";
import { epochOf, roomIdOf } from "../src/match/room-id.ts";
import { TestClient } from "./support/client.ts";
import { LobbyWatcher } from "./support/lobby.ts";
import { askForSeat, createMatch, post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";
import { awaitedOf, someCommand, Truth } from "./support/truth.ts";
import { until } from "./support/until.ts";

/** A journal that outlives its server, as one on disk does. */
class KeptJournal extends MemoryJournal {
  readonly damaged = new Set<string>();
  /** What writing waits for. */
  gate: Promise<void> = Promise.resolve();

  override async close(): Promise<void> {}

  override async append(...fact: Parameters<MemoryJournal["append"]>): Promise<void> {
    await this.gate;
    await super.append(...fact);
  }

  override async takeOver(match: string) {
    if (this.damaged.has(match)) throw new JournalDamaged(match);
    return super.takeOver(match);
  }
}

const SECRETS = { authSecret: "auth-secret-of-these-tests" };

let journal: KeptJournal;
let server: RunningServer;
const start = async (options: ServerOptions = {}) => {
  server = await startServer({ ...SECRETS, journal, ...options });
};
beforeEach(async () => {
  journal = new KeptJournal();
  await start();
});
afterEach(() => server.stop());

async function restart(options: ServerOptions = {}): Promise<void> {
  await server.stop();
  await start(options);
}

const seatIn = (match: string, wish: object) => askForSeat(server.url, match, wish);
const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const comeBack = async ({ reserved: { match, token } }: TestClient) => join(await seatIn(match, { token }));
const refusedSeat = async (match: string, wish: object) => {
  const { status, body } = await post<Fault>(server.url, PATHS.seats.replace(":id", match), wish);
  return { status, code: body.code };
};

/** Plays some commands, and says how many entries there are then. */
async function playSome(players: readonly TestClient[], commands: number): Promise<number> {
  let n = players[0]?.state.n ?? 0;
  for (let i = 0; i < commands && players[0]?.state.status === "playing"; i++) {
    const awaited = awaitedOf(players);
    n = await awaited.play(someCommand(awaited, i));
    for (const player of players) await player.reached(n);
  }
  return n;
}

/** What a client sees of a match, apart from who is there. */
function seenOf({ state }: TestClient): object {
  const { seats, ...rest } = JSON.parse(JSON.stringify(state));
  for (const seat of Object.values<{ connected: boolean }>(seats)) seat.connected = true;
  return { ...rest, seats };
}

describe("a match whose server was restarted", () => {
  test("goes on as it was, for the same players in the same seats", async () => {
    const { match, code, players } = await sitDown(server.url, { seats: 2, options: { rackSize: 8 } });
    const n = await playSome(players, 4);
    const watcher = await join(await seatIn(match, { spectate: true }));
    for (const player of [...players, watcher]) await player.reached(n);
    await restart();
    const [east, west] = await Promise.all(players.map(comeBack));
    if (!east || !west) throw new Error("two sit here");
    const again = await join(await seatIn(code.toLowerCase(), { spectate: true }));
    const truth = new Truth(journal, match);
    await truth.seenBy([east, west, again], n);
    expect(new Set([east, west, again].map(({ reserved }) => reserved.reservation.roomId)).size).toBe(1);
    expect(east.reserved.commitment).toBe(players[0]?.reserved.commitment);
    await until(() => east.state.seats.get("west")?.connected === true, "west to be seen");
    expect([...east.state.seats.entries()].map(([seat, { kind, name }]) => [seat, kind, name])).toEqual([
      ["east", "human", "Citlali"],
      ["west", "human", "Player 2"],
    ]);
    const last = await playSome([east, west], 6);
    await truth.seenBy([east, west, again], last);
  });

  test("shows every viewer what it showed before", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const watcher = await join(await seatIn(match, { spectate: true }));
    const n = await playSome(players, 12);
    await watcher.reached(n);
    const before = [...players, watcher].map(seenOf);
    await restart();
    const back = await Promise.all(players.map(comeBack));
    const watching = await join(await seatIn(match, { spectate: true }));
    expect([...back, watching].map(seenOf)).toEqual(before);
  });

  test("gives a repeated command its first answer, and plays it once", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const roller = awaitedOf(players);
    const command = someCommand(roller, 0);
    expect(await roller.play(command, "mine")).toBe(1);
    await restart();
    const again = await comeBack(roller);
    expect(await again.play(command, "mine")).toBe(1);
    expect((await new Truth(journal, match).record()).entries).toHaveLength(1);
  });

  test("has the nonces that were given, and begins with the last one", async () => {
    const east = await join(await createMatch(server.url, { seats: 2 }));
    const west = await TestClient.watch(server.url, await seatIn(east.reserved.match, { name: "B" }));
    await restart();
    const again = await comeBack(west);
    await again.reached(0);
    const { header } = await new Truth(journal, east.reserved.match).record();
    expect(header.players.map(({ from }) => from)).toEqual(["player", "player"]);
    expect(header.players[0]?.nonce).not.toBe("east");
  });

  test("that had just gathered begins although nobody gives a nonce any more", async () => {
    const east = await join(await createMatch(server.url, { seats: 2 }));
    const { match } = east.reserved;
    const west = await seatIn(match, { name: "B" });
    await server.stop();
    const head = await journal.takeOver(match);
    const at = { epoch: head?.epoch ?? 0, n: head?.facts.length ?? 0 };
    await journal.append(match, at, [{ type: "nonce", seat: "west", nonce: "W" }]);
    await start();
    await (await TestClient.watch(server.url, await seatIn(match, { token: west.token }))).reached(0);
  });

  test("lets its bots go on", async () => {
    const { players } = await sitDown(server.url, { seats: 2, bots: 1 });
    const n = await playSome(players, 1);
    await restart();
    const [east] = await Promise.all(players.map(comeBack));
    if (!east) throw new Error("one sits here");
    for (let i = 0; i < 200 && east.state.table.awaiting.seat === "east"; i++) {
      await east.reached(await east.play(someCommand(east, i)));
    }
    await until(() => east.state.n > n + 1, "the bot to have moved");
  });

  test("is listed when somebody comes back, and not before", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    await restart();
    const lobby = await LobbyWatcher.join(server.url);
    expect(lobby.ids).toEqual([]);
    await Promise.all(players.map(comeBack));
    await until(() => lobby.get(match)?.status === "playing", "the match in the lobby");
  });

  test("is one match to all who come back at once", async () => {
    const { match, players } = await sitDown(server.url, { seats: 4 });
    await restart();
    const asked = players.map(({ reserved }) => seatIn(match, { token: reserved.token }));
    const rooms = (await Promise.all([...asked, ...asked])).map(({ reservation }) => reservation.roomId);
    expect(new Set(rooms)).toEqual(new Set([`${match}_2`]));
    expect((await matchMaker.query({ name: "match" })).length).toBe(1);
  });

  test("keeps a renewed token the only one of its seat", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const token = players[1]?.reserved.token;
    const renewed = await seatIn(match, { token, renew: "a-fresh-and-random-name" });
    await restart();
    expect(await refusedSeat(match, { token })).toEqual({ status: 403, code: "bad-token" });
    expect((await join(await seatIn(match, { token: renewed.token }))).seat).toBe("west");
  });

  test("keeps seats open for who comes by code", async () => {
    const first = await join(await createMatch(server.url, { seats: 3 }));
    await restart();
    const last = await join(await seatIn(first.reserved.code, { name: "B" }));
    expect(last.seat).toBe("north");
    expect((await comeBack(first)).seat).toBe("east");
    expect((await refusedSeat(first.reserved.match, { name: "C", seat: "east" })).code).toBe("seat-taken");
  });
});

describe("a match that is over", () => {
  async function finished(): Promise<TestClient[]> {
    const { players } = await sitDown(server.url, { seats: 2 });
    await players[0]?.play({ type: "concede" });
    await until(() => players.every(({ state }) => state.status === "over"), "the end");
    return players;
  }

  test("is shown for as long as it would have been without the restart", async () => {
    const patience = { empty: 60_000, over: 2500, overAtTemple: 2500 };
    await restart({ patience });
    const players = await finished();
    const ended = Date.now();
    await restart({ patience });
    const [east] = await Promise.all(players.map(comeBack));
    expect(east?.state).toMatchObject({ status: "over", secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await until(() => east?.closed === CLOSE.closed, "the viewers to be shown out");
    expect(Date.now() - ended).toBeLessThan(2500 + 1500);
  });

  test("is resumed no more after that: match-ended", async () => {
    const [east] = await finished();
    await restart({ patience: { empty: 60_000, over: 0, overAtTemple: 0 } });
    const { match, token } = east?.reserved ?? { match: "", token: "" };
    for (const wish of [{ token }, { spectate: true }, { name: "C" }]) {
      expect(await refusedSeat(match, wish)).toEqual({ status: 409, code: "match-ended" });
    }
  });
});

describe("a match that cannot be resumed", () => {
  test("is refused unknown-match if there is none, whatever is asked with", async () => {
    const { token } = await createMatch(server.url);
    for (const match of ["V1StGXR8Z5jd", "ZZZZ"]) {
      for (const wish of [{ token }, { spectate: true }, { name: "C" }]) {
        expect(await refusedSeat(match, wish)).toEqual({ status: 404, code: "unknown-match" });
      }
    }
  });

  test("is refused match-damaged if its log cannot be read, and no other match with it", async () => {
    const [first, second] = [await createMatch(server.url), await createMatch(server.url)];
    journal.damaged.add(first.match);
    await restart();
    expect(await refusedSeat(first.match, { token: first.token })).toEqual({
      status: 409,
      code: "match-damaged",
    });
    expect((await seatIn(second.match, { token: second.token })).seat).toBe("east");
  });

  test("is not opened by a foreign token", async () => {
    const [first, second] = [await createMatch(server.url), await createMatch(server.url)];
    await restart();
    expect(await refusedSeat(first.match, { token: second.token })).toEqual({
      status: 403,
      code: "bad-token",
    });
  });
});

describe("a match that another process has taken over", () => {
  test("sends its players there as soon as somebody plays, and nothing is played twice", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const lobby = await LobbyWatcher.join(server.url);
    const n = await playSome(players, 3);
    await journal.takeOver(match);
    const awaited = awaitedOf(players);
    const command = someCommand(awaited, 0);
    const refused = await awaited.play(command, "mine").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    await until(() => players.every(({ closed }) => closed === CLOSE.moved), "all to be sent on");
    const back = await Promise.all(players.map(comeBack));
    const again = back.find(({ seat }) => seat === awaited.seat);
    expect(await again?.play(command, "mine")).toBe(n + 1);
    await new Truth(journal, match).seenBy(back, n + 1);
    expect(lobby.get(match)?.status).toBe("playing");
  });

  test("sends its players there although nobody plays, when it looks", async () => {
    const other = await sitDown(server.url, { seats: 2 });
    const { match, players } = await sitDown(server.url, { seats: 2 });
    await journal.takeOver(match);
    const rooms = new LocalRooms();
    const here = [match, other.match].map((each) => matchMaker.getLocalRoomById(roomIdOf(each, 1)));
    Object.defineProperty(rooms, "all", { value: here });
    await new Fence(journal, rooms, pino({ level: "silent" })).look();
    await until(() => players.every(({ closed }) => closed === CLOSE.moved), "all to be sent on");
    expect(other.players.map(({ closed }) => closed)).toEqual([null, null]);
  });
});

describe("a server that stops", () => {
  test("journals what was asked before, and tells its players to come back", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const awaited = awaitedOf(players);
    const played = awaited.play(someCommand(awaited, 0));
    await awaited.ask("legal");
    await Promise.all([played, server.stop()]);
    expect(await played).toBe(1);
    await until(() => players.every(({ closed }) => closed === CLOSE.moved), "all to be sent on");
    expect((await new Truth(journal, match).record()).entries).toHaveLength(1);
    await start();
    expect((await Promise.all(players.map(comeBack))).map(({ state }) => state.n)).toEqual([1, 1]);
  });

  /** Lets somebody play while the journal takes its time, and begins to stop the server. */
  async function stopWhileWriting() {
    const { players } = await sitDown(server.url, { seats: 2 });
    const { promise, resolve: write } = Promise.withResolvers<void>();
    journal.gate = promise;
    const awaited = awaitedOf(players);
    const played = awaited.play(someCommand(awaited, 0)).catch((error: unknown) => error);
    await awaited.ask("legal");
    return { players, played, write, stopped: server.stop() };
  }

  test("lets nobody in while its matches settle, not even who has a seat: `draining`, with the wait until the next server", async () => {
    const { players, played, write, stopped } = await stopWhileWriting();
    const ready = await fetch(server.url + PATHS.ready);
    const created = await post<Fault>(server.url, PATHS.matches, { game: "flower-war", name: "Late" });
    const [{ match, token } = { match: "", token: null }] = players.map(({ reserved }) => reserved);
    const resumed = await post<Fault>(server.url, PATHS.seats.replace(":id", match), { token });
    const watched = await post<Fault>(server.url, PATHS.seats.replace(":id", match), { spectate: true });
    expect([ready, created, resumed, watched].map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(await ready.json()).toMatchObject({ code: "draining", wait: expect.any(Number) });
    for (const { body } of [created, resumed, watched])
      expect(body).toMatchObject({ code: "draining", wait: expect.any(Number) });
    expect(players.map(({ closed }) => closed)).toEqual([null, null]);
    write();
    expect(await played).toBe(1);
    await stopped;
    expect(players.map(({ closed }) => closed)).toEqual([CLOSE.moved, CLOSE.moved]);
  });

  test("waits no longer than DRAIN_TIMEOUT for a match that does not settle", async () => {
    await restart({ drainTimeout: 300 });
    const { players, played, write, stopped } = await stopWhileWriting();
    await stopped;
    await until(() => players.every(({ closed }) => closed === CLOSE.moved), "all to be sent on");
    expect(await played).toBeInstanceOf(Error);
    write();
  });
});

describe("a match that two processes claim at once", () => {
  test("is played by the later one; the earlier one's clients are sent there", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const awaited = awaitedOf(players);
    await restart();
    // Two whose locks know nothing of each other, as when one of them was frozen while it held the lock.
    const rooms = [1, 2].map(() => {
      const cluster = { locks: new LocalLocks(), isAlive: async () => true, presence: matchMaker.presence };
      return new MatchRooms({ games: GAMES, journal, cluster, patience: server.config.patience });
    });
    const found = await Promise.all(rooms.map((each) => each.find(match)));
    expect(new Set(found.map(({ roomId }) => epochOf(roomId)))).toEqual(new Set([2, 3]));
    expect((await comeBack(awaited)).reserved.reservation.roomId).toBe(roomIdOf(match, 3));
  });
});
