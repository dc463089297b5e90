/** How a match gathers its players (docs/protocol.md, "Start"). */
import { CLOSE, LIMITS, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { verifyRecord } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { Queue } from "../../src/queue.ts";
import { Journal } from "../../src/storage/journal/journal.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { LobbyClient, untilShown } from "../support/lobby.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
afterEach(() => server.stop());

const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const quickPlay = async (name: string): Promise<TestClient> =>
  join((await post<SeatReservation>(server.url, PATHS.quickPlay, { game: "flower-war", name })).body);
const create = async (settings: object = {}): Promise<TestClient> =>
  join(await createMatch(server.url, { start: "host", ...settings }));
const sitDown = async (table: TestClient, seat?: string): Promise<TestClient> =>
  join(await requestSeat(server.url, table.reserved.invitation ?? table.reserved.match, { name: "B", seat }));

const kinds = ({ state }: TestClient) =>
  Object.fromEntries([...state.seats.entries()].map(([seat, { kind }]) => [seat, kind]));
const hostOf = ({ state }: TestClient) =>
  [...state.seats.entries()].find(([, { host }]) => host)?.[0] ?? null;
const untilPlaying = (...clients: TestClient[]) =>
  until(() => clients.every(({ state }) => state.status === "playing"), "the match to begin");

/** Takes the seat again that a client was moved away from. */
async function comeBack(client: TestClient): Promise<TestClient> {
  await until(() => client.closeCode !== null, "the connection to be closed");
  expect(client.closeCode).toBe(CLOSE.moved);
  const { match, token } = client.reserved;
  return join(await requestSeat(server.url, match, { token }));
}

describe("the host of a table", () => {
  test("is its creator, and seats bots, changes their kind and removes them", async () => {
    const east = await create();
    expect(hostOf(east)).toBe("east");
    await east.request("seat-bot", { seat: "south", kind: "easy" });
    await east.request("seat-bot", { seat: "south", kind: "skilled" });
    expect(east.state.seats.get("south")).toMatchObject({
      kind: "bot",
      name: expect.stringMatching(/\(skilled bot\)$/),
      ready: true,
    });
    await east.request("free-seat", { seat: "south" });
    expect(kinds(east)).toEqual({ east: "human", north: "open", south: "open", west: "open" });
  });

  test("frees a player's seat: the connection closes with code 4013, and the token is refused bad-token", async () => {
    const east = await create();
    const north = await sitDown(east);
    await east.request("free-seat", { seat: "north" });
    await until(() => north.closeCode === CLOSE.removed, "north to be sent away");
    expect(kinds(east)).toMatchObject({ north: "open" });
    const again = requestSeat(server.url, north.reserved.match, { token: north.reserved.token });
    await expect(again).rejects.toThrow(/bad-token/);
  });

  test("hands the table over, and then may no longer decide", async () => {
    const east = await create();
    const north = await sitDown(east);
    await east.request("hand-over", { seat: "north" });
    expect(hostOf(east)).toBe("north");
    expect((await expectRefusal(east.request("start"))).code).toBe("not-host");
    await north.request("free-seat", { seat: "east" });
    await until(() => east.closeCode === CLOSE.removed, "east to be sent away");
  });

  test("who leaves is followed by the next player in turn order", async () => {
    const east = await create();
    const south = await sitDown(east, "south");
    const north = await sitDown(east, "north");
    await east.leave();
    await until(() => hostOf(north) === "north", "north to own the table");
    expect(hostOf(south)).toBe("north");
  });

  test("of a private table who is away for 20 s is followed by a player who is there; the seat stays theirs", async () => {
    const east = await create({ private: true });
    const north = await sitDown(east, "north");
    const south = await sitDown(east, "south");
    await Promise.all([east.room.leave(false), north.room.leave(false)]);
    const isAway = (seat: string) => south.state.seats.get(seat)?.connected === false;
    await until(() => isAway("east") && isAway("north"), "east and north to be away");
    await time.pass(LIMITS.absence);
    await until(() => hostOf(south) === "south", "south to own the table");
    expect(kinds(south)).toMatchObject({ east: "human", north: "human" });
    expect((await requestSeat(server.url, east.reserved.match, { token: east.reserved.token })).seat).toBe(
      "east",
    );
  });

  test("starts with those who sit: open seats vanish, and people keep their token where they are moved", async () => {
    const east = await create({ seats: 6 });
    const mictlan = await sitDown(east, "mictlan");
    await east.request("seat-bot", { seat: "topan", kind: "easy" });
    await east.request("start");
    await comeBack(mictlan);
    await untilPlaying(east);
    // Three play at east, north and west (canon section 2): topan's bot and mictlan's player are moved there.
    expect(kinds(east)).toEqual({ east: "human", north: "bot", west: "human" });
    expect([...east.state.hands.keys()]).toEqual(["east", "north", "west"]);
    const west = await comeBack(mictlan);
    expect(west.reserved.seat).toBe("west");
    await east.play({ type: "concede" });
    await west.play({ type: "concede" });
    await until(() => east.state.status === "over", "the end");
    const record = await (await fetch(server.url + PATHS.record.replace(":id", east.reserved.match))).text();
    expect(verifyRecord(record)).toMatchObject({ ok: true, seats: { length: 3 } });
  });

  test.each([
    ["start", {}, "too-few-players"],
    ["free-seat", { seat: "east" }, "own-seat"],
    ["free-seat", { seat: "nowhere" }, "unknown-seat"],
    ["hand-over", { seat: "west" }, "no-player"],
    ["hand-over", { seat: "nowhere" }, "unknown-seat"],
    ["seat-bot", { seat: "east", kind: "easy" }, "seat-taken"],
    ["seat-bot", { seat: "west", kind: "brilliant" }, "bad-request"],
    ["seat-bot", { seat: 3, kind: "easy" }, "bad-request"],
  ] as const)("is refused %s of %o with %s, and nothing changes", async (type, payload, code) => {
    const east = await create();
    const before = kinds(east);
    expect((await expectRefusal(east.request(type, payload))).code).toBe(code);
    expect(kinds(east)).toEqual(before);
  });

  test("can change nothing once the match has begun", async () => {
    const east = await create({ seats: 2 });
    await east.request("seat-bot", { seat: "west", kind: "easy" });
    await east.request("start");
    const requests: [Parameters<TestClient["request"]>[0], object][] = [
      ["free-seat", { seat: "west" }],
      ["seat-bot", { seat: "west", kind: "skilled" }],
      ["hand-over", { seat: "west" }],
      ["move-seat", { seat: "west" }],
    ];
    for (const [type, payload] of requests) {
      expect((await expectRefusal(east.request(type, payload))).code, type).toBe("match-begun");
    }
  });
});

test("what is requested again, as after a lost answer, changes nothing and is not refused", async () => {
  const east = await create({ seats: 2 });
  const west = await sitDown(east);
  const repeat = async (client: TestClient, ...request: Parameters<TestClient["request"]>) => {
    for (const time of ["first", "again"]) expect(await client.request(...request), time).toEqual({});
  };
  await repeat(east, "hand-over", { seat: "west" });
  await repeat(west, "free-seat", { seat: "east" });
  await repeat(west, "seat-bot", { seat: "east", kind: "easy" });
  await repeat(west, "move-seat", { seat: "west" });
  await repeat(west, "start");
  await repeat(west, "ready", { ready: true });
  expect(kinds(west)).toEqual({ east: "bot", west: "human" });
});

describe("other players", () => {
  test("may neither seat bots, free seats, hand over nor start", async () => {
    const east = await create();
    const north = await sitDown(east);
    const requests: [Parameters<TestClient["request"]>[0], object][] = [
      ["start", {}],
      ["free-seat", { seat: "east" }],
      ["seat-bot", { seat: "west", kind: "easy" }],
      ["hand-over", { seat: "north" }],
    ];
    for (const [type, payload] of requests) {
      expect((await expectRefusal(north.request(type, payload))).code, type).toBe("not-host");
    }
  });

  test("choose another open seat, and keep token, nonce and ready mark", async () => {
    const east = await create();
    const north = await sitDown(east);
    await north.request("ready", { ready: true });
    const nonce = east.state.seats.get("north")?.nonce;
    await north.request("move-seat", { seat: "west" }).catch(() => {});
    const west = await comeBack(north);
    expect(west.reserved.seat).toBe("west");
    expect(kinds(east)).toMatchObject({ north: "open", west: "human" });
    expect(east.state.seats.get("west")).toMatchObject({ name: "B", nonce, ready: true });
  });

  test("keep in their new seat that they chose the nonce that they gave", async () => {
    const created = await createMatch(server.url, { start: "host", openNonces: true });
    const east = await TestClient.joinOpenly(server.url, created, "E");
    const reserved = await requestSeat(server.url, created.match, { name: "B", seat: "north" });
    const north = await TestClient.joinOpenly(server.url, reserved, "N");
    await north.request("move-seat", { seat: "west" }).catch(() => {});
    await east.request("start");
    await untilPlaying(east);
    const { header } = await east.request("header");
    expect(JSON.parse(header)).toMatchObject({
      seats: [
        { seat: "east", nonce: "E", from: "player" },
        { seat: "west", nonce: "N", from: "player" },
      ],
    });
  });

  test("who ask for two seats at once move no other player who takes theirs meanwhile", async () => {
    const east = await create();
    const north = await sitDown(east);
    const append = vi.spyOn(Journal.prototype, "append");
    const queued = vi.spyOn(Queue.prototype, "run");
    onTestFinished(() => void vi.restoreAllMocks());
    const untilNextIsQueued = async () => {
      const { length } = queued.mock.calls;
      await until(() => queued.mock.calls.length > length, "the next request to be queued");
    };
    const journal = Promise.withResolvers<void>();
    append.mockImplementationOnce(async function (this: Journal, ...args) {
      await journal.promise;
      return this.append(...args);
    });
    const moving = north.request("move-seat", { seat: "west" }).catch(() => {});
    await until(() => append.mock.calls.length === 1, "the first move");
    const guest = requestSeat(server.url, east.reserved.match, { name: "C", seat: "north" });
    await untilNextIsQueued();
    const again = north.request("move-seat", { seat: "south" }).catch(() => {});
    await untilNextIsQueued();
    journal.resolve();
    await Promise.all([moving, again]);
    expect((await guest).seat).toBe("north");
    expect((await comeBack(north)).seat).toBe("south");
    expect(kinds(east)).toEqual({ east: "human", north: "human", south: "human", west: "open" });
  });

  test("are refused a taken seat, and stay where they are", async () => {
    const east = await create();
    const north = await sitDown(east);
    expect((await expectRefusal(north.request("move-seat", { seat: "east" }))).code).toBe("seat-taken");
    expect((await expectRefusal(north.request("move-seat", { seat: "up" }))).code).toBe("unknown-seat");
    expect(kinds(east)).toMatchObject({ east: "human", north: "human" });
  });

  test("who are all ready begin a full table without its host", async () => {
    const east = await create({ seats: 2 });
    const west = await sitDown(east);
    await east.request("ready", { ready: true });
    expect(east.state.status).toBe("gathering");
    await west.request("ready", { ready: true });
    await untilPlaying(east, west);
  });
});

describe("play now", () => {
  test("begins with bots after 20 s if no player comes", async () => {
    const east = await quickPlay("A");
    expect(east.details).toMatchObject({ start: "countdown", startsAt: time.now() + LIMITS.countdown });
    await time.pass(LIMITS.countdown - 1);
    await east.request("time");
    expect(kinds(east)).toMatchObject({ north: "open", south: "open", west: "open" });
    await time.pass(1);
    await untilPlaying(east);
    expect(kinds(east)).toEqual({ east: "human", north: "bot", south: "bot", west: "bot" });
  });

  test("leads to the table where most people wait", async () => {
    const two = await create({ start: "full" });
    await sitDown(two);
    await create({ start: "full" });
    expect((await quickPlay("C")).reserved.match).toBe(two.reserved.match);
  });

  test("begins at once when its creator starts it, with bots in the open seats", async () => {
    const east = await quickPlay("A");
    await east.request("start");
    await untilPlaying(east);
    expect(kinds(east)).toMatchObject({ north: "bot", south: "bot", west: "bot" });
  });

  test("lets a person replace a bot before it begins, who chooses a nonce of their own", async () => {
    const east = await create({ start: "countdown", seats: 3, bots: 1 });
    const [seat] = Object.entries(kinds(east)).find(([, kind]) => kind === "bot") ?? [];
    expect(east.state.seats.get(seat ?? "")?.nonce).toBe(seat);
    const reserved = await requestSeat(server.url, east.reserved.match, { name: "B", seat });
    const person = await TestClient.watch(server.url, reserved);
    expect(person.state.status).toBe("gathering");
    expect(person.state.seats.get(seat ?? "")).toMatchObject({ kind: "human", name: "B", nonce: "" });
  });

  test("lets a person replace a bot until the first command", async () => {
    const east = await quickPlay("A");
    await time.pass(LIMITS.countdown);
    await untilPlaying(east);
    const north = await quickPlay("B");
    expect(north.reserved).toMatchObject({ match: east.reserved.match, seat: "north" });
    // The dice are fixed: the bot's nonce stays.
    const person = { kind: "human", name: "B", connected: true, nonce: "north" };
    expect(north.state.seats.get("north")).toMatchObject(person);
    expect([...north.state.clocks.keys()]).toEqual(["east", "north"]);

    await east.play({ type: "roll" });
    expect((await quickPlay("C")).reserved.match).not.toBe(east.reserved.match);
    const path = PATHS.seats.replace(":id", east.reserved.match);
    const refused = await post<RefusalBody>(server.url, path, { name: "C", seat: "west" });
    expect(refused.body.code).toBe("seat-taken");
  });

  test("has a result and a proven record with the people who replaced bots", async () => {
    const east = await quickPlay("A");
    await time.pass(LIMITS.countdown);
    await untilPlaying(east);
    const others = [await quickPlay("B"), await quickPlay("C"), await quickPlay("D")];
    for (const player of others) await player.play({ type: "concede" });
    await until(() => east.state.status === "over", "the end");
    const path = PATHS.match.replace(":id", east.reserved.match);
    const { result } = (await (await fetch(server.url + path)).json()) as {
      result: { seats: readonly { seat: string; kind: string; name: string }[] };
    };
    expect(result.seats.map(({ seat, kind, name }) => [seat, kind, name])).toEqual([
      ["east", "human", "A"],
      ["north", "human", "B"],
      ["south", "human", "C"],
      ["west", "human", "D"],
    ]);
    const record = await fetch(server.url + PATHS.record.replace(":id", east.reserved.match));
    expect(verifyRecord(await record.text())).toMatchObject({ ok: true });
  });
});

describe("an empty table", () => {
  test("vanishes from the lobby within 10 s of the last player, and catches no other", async () => {
    const lobby = await LobbyClient.join(server.url);
    const east = await quickPlay("A");
    const { match } = east.reserved;
    await untilShown(time, () => lobby.get(match) !== undefined, "the listing");
    await east.leave();
    await until(() => time.isDueIn(LIMITS.deserted), "the timeout to start");
    await time.pass(LIMITS.deserted);
    await untilShown(time, () => lobby.get(match) === undefined, "the listing to go");
    expect((await quickPlay("B")).reserved.match).not.toBe(match);
  });

  test("vanishes also when it is played", async () => {
    const lobby = await LobbyClient.join(server.url);
    const east = await create({ seats: 2, start: "full" });
    const { match } = east.reserved;
    const west = await join(await requestSeat(server.url, match, { name: "B" }));
    await untilShown(time, () => lobby.get(match)?.status === "playing", "the listing");
    await Promise.all([east.leave(), west.leave()]);
    await until(() => time.isDueIn(LIMITS.deserted), "the timeout to start");
    await time.pass(LIMITS.deserted);
    await untilShown(time, () => lobby.get(match) === undefined, "the listing to go");
  });

  test("is listed again when its player comes back to it", async () => {
    const lobby = await LobbyClient.join(server.url);
    const east = await create();
    const { match, token } = east.reserved;
    await east.room.leave(false);
    await until(() => time.isDueIn(LIMITS.deserted), "the timeout to start");
    await time.pass(LIMITS.deserted);
    await untilShown(time, () => lobby.get(match) === undefined, "the listing to go");
    await join(await requestSeat(server.url, match, { token }));
    await untilShown(time, () => lobby.get(match) !== undefined, "the listing");
  });
});
