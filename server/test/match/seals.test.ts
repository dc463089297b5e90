/** Nonces that are sealed first and revealed after all seals are in (docs/fair-dice.md). */
import { CLOSE, LIMITS, PATHS } from "@flower-war/protocol";
import { type PublicHeader, seedOf } from "@flower-war/rules";
import { formatTerms, sealOf } from "@flower-war/rules/witness";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import type { StoredFact } from "../../src/storage/journal/facts.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { readRecord } from "../support/expected-views.ts";
import { FakeTime } from "../support/fake-time.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const AUTH = { authSecret: "auth-secret-that-outlives-the-server" };
const KEY = "ab".repeat(32);

/** Waits before it stores that a second player moves, and stores no nonces while it is full. */
class SlowJournal extends MemoryJournal {
  delay: () => Promise<void> = async () => {};
  isFull = false;
  #moves = 0;

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [, , facts] = change;
    if (this.isFull && facts.some(({ type }) => type === "nonce")) throw new Error("the disk is full");
    if (facts.some(({ type }) => type === "seat-moved") && ++this.#moves === 2) await this.delay();
    await super.append(...change);
  }
}

let journal: SlowJournal;
let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  journal = new SlowJournal(time);
  server = await startOnFakeTime(time, { ...AUTH, journal });
});
afterEach(() => server.stop());

const create = (settings: object = {}, headers = {}) =>
  createMatch(server.url, { seats: 2, ...settings }, headers);
const watch = async (reserved: Parameters<typeof TestClient.watch>[1]) =>
  TestClient.watch(server.url, reserved);
const join = async (reserved: Parameters<typeof TestClient.watch>[1]) =>
  TestClient.join(server.url, reserved);
const sitDown = (match: string, body: object = { name: "B" }, headers = {}) =>
  requestSeat(server.url, match, body, headers);
const nonceOf = (client: TestClient, seat: string) => client.state.seats.get(seat)?.nonce;
const untilPlaying = (client: TestClient) =>
  until(() => client.state.status === "playing", "the match to begin");
const untilRevealing = (client: TestClient) => until(() => client.details.revealing, "the seals to be fixed");
const untilGathering = (client: TestClient) =>
  until(() => !client.details.revealing, "the seals to be open again");
const playersOf = async ({ reserved }: TestClient) =>
  (await readRecord(journal, reserved.match)).header.players;

/** Moves to another seat: the connection closes, often before the answer. */
const move = (client: TestClient, seat: string) => client.request("move-seat", { seat }).catch(() => {});

/** Seals a nonce, without revealing it later. */
const seal = (client: TestClient, nonce: string, key = KEY) =>
  client.request("seal", { seal: sealOf(nonce), key });

/** Connects two who do only what the test says. */
async function seatTwo(
  settings: object = {},
): Promise<{ match: string; east: TestClient; west: TestClient }> {
  const east = await watch(await create(settings));
  const { match, invitation } = east.reserved;
  const west = await watch(await sitDown(invitation ?? match, { name: "B", seat: "west" }));
  return { match, east, west };
}

/** The same, with both nonces sealed, E and W. */
async function sealTwo(settings: object = {}) {
  const seated = await seatTwo({ start: "host", ...settings });
  await seal(seated.east, "E");
  await seal(seated.west, "W");
  return seated;
}

describe("a sealed nonce", () => {
  test("is known to no client before all seals are fixed; the last reveal begins the match", async () => {
    const { match, east, west } = await seatTwo();
    expect(await seal(east, "E")).toEqual({ seal: sealOf("E"), key: KEY });
    await until(() => west.details.seals["east"] === sealOf("E"), "east's seal");
    expect(west.details.revealing).toBe(false);
    expect((await expectRefusal(east.request("nonce", { nonce: "E" }))).code).toBe("seals-open");
    await seal(west, "W", "");
    await untilRevealing(east);
    expect(east.details.seals).toEqual({ east: sealOf("E"), west: sealOf("W") });
    expect([nonceOf(east, "east"), nonceOf(east, "west")]).toEqual(["", ""]);
    expect(await expectRefusal(west.request("nonce", { nonce: "other" }))).toMatchObject({
      code: "bad-nonce",
      field: "nonce",
    });
    expect(await west.request("nonce", { nonce: "W" })).toEqual({ nonce: "W" });
    await until(() => nonceOf(east, "west") === "W", "west's nonce");
    expect(east.state.status).toBe("gathering");
    expect(await east.request("nonce", { nonce: "E" })).toEqual({ nonce: "E" });
    expect(east.state.status).toBe("playing");
    expect(east.details).toMatchObject({ seals: {}, revealing: false });
    const { header } = await readRecord(journal, match);
    expect(header.players).toMatchObject([
      { nonce: "E", from: "player", seal: sealOf("E"), key: KEY },
      { nonce: "W", from: "player", seal: sealOf("W") },
    ]);
    expect(header.players[1]).not.toHaveProperty("key");
    expect(header.seed).toBe(seedOf(header.secret, ["E", "W"]));
  });

  test("counts only if its seal is the seat's first, also after the seat was taken again", async () => {
    const { match, east, west } = await seatTwo();
    const first = await seal(east, "E");
    const again = await watch(await sitDown(match, { token: east.reserved.token }));
    expect(await seal(again, "other", "")).toEqual(first);
    await seal(west, "W");
    await untilRevealing(again);
    expect(await seal(again, "other", "")).toEqual(first);
    expect((await expectRefusal(again.request("nonce", { nonce: "other" }))).code).toBe("bad-nonce");
    await again.request("nonce", { nonce: "E" });
    expect(await seal(again, "E")).toEqual(first);
  });

  test("that is withheld for 10 s costs the seat, and the match does not begin", async () => {
    const { east, west } = await sealTwo({ start: "full" });
    const { match } = east.reserved;
    await untilRevealing(east);
    await east.request("nonce", { nonce: "E" });
    await time.pass(LIMITS.reveals - 1);
    await east.request("legal");
    expect(east.details.revealing).toBe(true);
    await time.pass(1);
    await untilGathering(east);
    expect(east.state.seats.get("west")?.kind).toBe("open");
    expect([east.details.seals, nonceOf(east, "east")]).toEqual([{}, ""]);
    await until(() => west.closeCode === CLOSE.withheld, "west's connection to close");
    await expect(sitDown(match, { token: west.reserved.token })).rejects.toThrow("bad-token");
    // Who is not known is told by where they come from.
    await expect(sitDown(match)).rejects.toThrow("withheld");
    expect(await seal(east, "E2")).toMatchObject({ seal: sealOf("E2") });
  });

  test("that the server could not store costs no seat: its player has 10 s more, and may sit down again", async () => {
    const { east, west } = await sealTwo({ start: "full" });
    const { match } = east.reserved;
    await untilRevealing(east);
    await east.request("nonce", { nonce: "E" });
    journal.isFull = true;
    await expectRefusal(west.request("nonce", { nonce: "W" }));
    await time.pass(LIMITS.reveals);
    await east.request("legal");
    expect([east.details.revealing, west.closeCode]).toEqual([true, null]);
    await time.pass(LIMITS.reveals);
    await untilGathering(east);
    await sitDown(match);
  });

  test("that the server could store only after 10 s begins the match", async () => {
    const { east, west } = await sealTwo({ start: "full" });
    await untilRevealing(east);
    await east.request("nonce", { nonce: "E" });
    journal.isFull = true;
    await expectRefusal(west.request("nonce", { nonce: "W" }));
    await time.pass(LIMITS.reveals);
    journal.isFull = false;
    await west.request("nonce", { nonce: "W" });
    await untilPlaying(west);
  });

  test("that a player withholds 3 times in ten minutes keeps them from taking seats", async () => {
    const { body } = await post<{ token: string }>(server.url, PATHS.players, { name: "B" });
    const asB = { authorization: `Bearer ${body.token}` };
    for (let i = 0; i < LIMITS.withheld.perPlayer; i += 1) {
      const east = await watch(await create());
      const { match } = east.reserved;
      const west = await watch(await sitDown(match, { name: "B" }, asB));
      await seal(east, "E");
      await seal(west, "W");
      await untilRevealing(east);
      await east.request("nonce", { nonce: "E" });
      await time.pass(LIMITS.reveals);
      await untilGathering(east);
      await expect(sitDown(match, { name: "B" }, asB)).rejects.toThrow(/withheld"/);
    }
    const { match } = await create();
    await expect(sitDown(match, { name: "B" }, asB)).rejects.toThrow("too-many-withheld");
    await expect(create({}, asB)).rejects.toThrow("too-many-withheld");
    await sitDown(match);
  });

  describe("of who is not connected", () => {
    /** East has sealed and is gone, west has sealed. */
    async function dropEast() {
      const { match, east, west } = await seatTwo({ private: true });
      await seal(east, "E");
      await east.room.leave(false);
      await until(() => west.state.seats.get("east")?.connected === false, "east to be away");
      await seal(west, "W");
      expect(west.details.revealing).toBe(false);
      return { match, east, west };
    }

    test("is waited for", async () => {
      const { match, east, west } = await dropEast();
      const again = await watch(await sitDown(match, { token: east.reserved.token }));
      await untilRevealing(again);
      expect(Object.keys(west.details.seals)).toEqual(["east", "west"]);
    });

    test("counts if the start itself has cut them off: they are moved to the seats of the match", async () => {
      const east = await watch(await create({ seats: 6, start: "host" }));
      const { match } = east.reserved;
      const moved = await Promise.all(
        ["topan", "mictlan"].map(async (seat) => watch(await sitDown(match, { name: seat, seat }))),
      );
      for (const [i, client] of [east, ...moved].entries()) await seal(client, `nonce-${i}`);
      // The journal is slow: when the second player moves, the first is gone already.
      journal.delay = () =>
        until(() => moved.some(({ closeCode }) => closeCode === CLOSE.moved), "one to be cut off");
      await east.request("start");
      await untilRevealing(east);
      const { seats } = JSON.parse(east.details.terms) as PublicHeader;
      expect(seats.map(({ from }) => from)).toEqual(["player", "player", "player"]);
    });

    test("does not count after 30 s: the terms say that the seat's id stands in for the nonce", async () => {
      const { east, west } = await dropEast();
      await time.pass(LIMITS.nonces);
      await untilRevealing(west);
      expect(west.details.seals).toEqual({ west: sealOf("W") });
      expect(JSON.parse(west.details.terms).seats).toEqual([
        { seat: "east", kind: "human", nonce: "east", from: "stand-in" },
        { seat: "west", kind: "human", nonce: "", from: "player", seal: sealOf("W"), key: KEY },
      ]);
      await west.request("nonce", { nonce: "W" });
      await untilPlaying(west);
      expect((await playersOf(east))[0]).toEqual({
        kind: "human",
        name: "Citlali",
        nonce: "east",
        from: "stand-in",
      });
    });
  });

  test.each([
    [{ seal: "AB".repeat(32), key: "" }, "seal"],
    [{ seal: "ab".repeat(31), key: "" }, "seal"],
    [{ seal: 7, key: "" }, "seal"],
    [{ seal: "ab".repeat(32), key: "ab" }, "key"],
    [{ seal: "ab".repeat(32), key: null }, "key"],
  ])("is refused bad-seal as %j, and changes nothing", async (payload, field) => {
    const { east } = await seatTwo();
    expect(await expectRefusal(east.request("seal", payload))).toMatchObject({ code: "bad-seal", field });
    expect(east.details.seals).toEqual({});
    await seal(east, "E");
  });

  test("from a spectator is refused not-seated", async () => {
    const { match } = (await seatTwo()).east.reserved;
    const watcher = await watch(await sitDown(match, { spectate: true }));
    expect((await expectRefusal(seal(watcher, "x"))).code).toBe("not-seated");
  });

  test("goes with its player to another seat, and is gone when they leave", async () => {
    const { east, west } = await seatTwo({ seats: 3 });
    await seal(east, "E");
    await seal(west, "W");
    await move(west, "north");
    await until(() => east.details.seals["north"] === sealOf("W"), "the moved seal");
    expect(east.details.seals).toEqual({ east: sealOf("E"), north: sealOf("W") });
    const north = await watch(await sitDown(east.reserved.match, { token: west.reserved.token }));
    await north.leave();
    await until(() => !("north" in east.details.seals), "the seal to be gone");
    expect(east.details.seals).toEqual({ east: sealOf("E") });
  });

  test("has to be sealed again by who renews the seat's token: it may be another client", async () => {
    const { match, east, west } = await seatTwo();
    await seal(east, "E");
    const renewed = await sitDown(match, { token: east.reserved.token, renew: "a-fresh-and-random-name" });
    await until(() => !("east" in west.details.seals), "the seal to be gone");
    const again = await watch(renewed);
    expect(await seal(again, "E2")).toMatchObject({ seal: sealOf("E2") });
  });
});

describe("a match whose seats are all taken", () => {
  test("waits 30 s for missing seals: the seat's id stands in for the nonce, and no other counts later", async () => {
    const { east, west } = await seatTwo();
    await seal(east, "E");
    await time.pass(LIMITS.nonces - 1);
    await east.request("legal");
    expect(east.details.revealing).toBe(false);
    await time.pass(1);
    await untilRevealing(west);
    expect((await expectRefusal(seal(west, "W"))).code).toBe("seals-fixed");
    expect(await west.request("nonce", { nonce: "W" })).toEqual({ nonce: "west" });
    await east.request("nonce", { nonce: "E" });
    await untilPlaying(west);
    expect(await playersOf(east)).toMatchObject([
      { nonce: "E", from: "player" },
      { nonce: "west", from: "stand-in" },
    ]);
    expect((await expectRefusal(seal(west, "W"))).code).toBe("seals-fixed");
  });

  test("begins with a client that seals and an older one that gives its nonce at once", async () => {
    const east = await TestClient.joinOpenly(server.url, await create({ openNonces: true }), "E");
    expect((await expectRefusal(seal(east, "E2"))).code).toBe("seals-fixed");
    const west = await join(await sitDown(east.reserved.match));
    await untilPlaying(west);
    const [first, second] = await playersOf(east);
    expect(first).toMatchObject({ nonce: "E", from: "player" });
    expect(first).not.toHaveProperty("seal");
    expect(second).toMatchObject({ from: "player", seal: sealOf(second?.nonce ?? "") });
  });

  test.each([
    ["full", {}],
    ["full", { bots: 1, seats: 3 }],
    ["countdown", { start: "countdown", seats: 3 }],
    ["host", { start: "host", seats: 4 }],
    ["private", { private: true }],
  ])("begins with sealed nonces whatever it waits for: %s %j", async (start, settings) => {
    const east = await join(await create(settings));
    const { match, invitation } = east.reserved;
    const west = await join(await sitDown(invitation ?? match, { name: "B", seat: "west" }));
    if (start === "countdown") await time.pass(LIMITS.countdown);
    if (start === "host") await east.request("start");
    await untilPlaying(west);
    const people = (await playersOf(east)).filter(({ kind }) => kind === "human");
    expect(people).toMatchObject([{ from: "player" }, { from: "player" }]);
    expect(people.every(({ seal, nonce }) => seal === sealOf(nonce))).toBe(true);
  });
});

describe("a match whose seals are fixed", () => {
  const start = async (settings: object = {}) => {
    const sealed = await sealTwo({ seats: 4, ...settings });
    await sealed.east.request("start");
    await untilRevealing(sealed.east);
    await sealed.west.request("nonce", { nonce: "W" });
    return sealed;
  };

  test("shows its terms: the first line of the record, in which sealed nonces are empty", async () => {
    const { east, west } = await start({ bots: 1 });
    const { terms } = east.details;
    expect(west.details.terms).toBe(terms);
    await east.request("nonce", { nonce: "E" });
    await untilPlaying(east);
    expect(east.details.terms).toBe("");
    const { header } = await east.request("header");
    expect(formatTerms(JSON.parse(header))).toBe(terms);
    expect(terms).not.toContain('"nonce":"E"');
    expect(terms).toContain('"nonce":"north"');
  });

  test("gathers again when a player leaves, who cannot sit there again: all seals and nonces are void", async () => {
    const { east, west } = await start();
    await west.leave();
    await untilGathering(east);
    expect(east.details).toMatchObject({ seals: {}, terms: "" });
    expect([nonceOf(east, "east"), nonceOf(east, "west")]).toEqual(["", ""]);
    await expect(sitDown(east.reserved.match, { name: "B", seat: "west" })).rejects.toThrow("withheld");
    // A reveal that was on its way would be an open nonce, known before others are sealed.
    expect((await expectRefusal(east.request("nonce", { nonce: "E" }))).code).toBe("seals-open");
    expect(await seal(east, "E2")).toMatchObject({ seal: sealOf("E2") });
    expect(east.state.status).toBe("gathering");
  });

  test.each<[string, (of: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>([
    ["the host removes a player", ({ east }) => east.request("free-seat", { seat: "west" })],
    ["a player moves", ({ west }) => west.request("move-seat", { seat: "north" })],
    ["the host seats a bot", ({ east }) => east.request("seat-bot", { seat: "north", kind: "easy" })],
  ])("refuses seals-fixed when %s, and begins as its terms say", async (_, change) => {
    const seated = await start();
    const { east } = seated;
    const { terms } = east.details;
    expect((await expectRefusal(change(seated))).code).toBe("seals-fixed");
    expect(east.details).toMatchObject({ revealing: true, terms });
    await east.request("nonce", { nonce: "E" });
    await untilPlaying(east);
  });

  test("lets no other player sit down; seated players may renew a token, hand the table over and be not ready", async () => {
    const { match, east, west } = await start();
    const refused = sitDown(match, { name: "C" });
    await expect(refused).rejects.toThrow("match-full");
    await east.request("hand-over", { seat: "west" });
    await west.request("ready", { ready: false });
    const renewed = await sitDown(match, { token: east.reserved.token, renew: "a-fresh-and-random-name" });
    const again = await watch(renewed);
    expect(again.details.revealing).toBe(true);
    await again.request("nonce", { nonce: "E" });
    await untilPlaying(again);
    expect([...again.state.seats.keys()]).toEqual(["east", "west"]);
  });

  test("begins when `start` is repeated no sooner, and once", async () => {
    const { east, west } = await start();
    await east.request("start");
    expect((await expectRefusal(west.request("start"))).code).toBe("not-host");
    expect(east.state.status).toBe("gathering");
    await east.request("nonce", { nonce: "E" });
    expect(east.state.status).toBe("playing");
    await east.request("start");
  });

  test("begins again after a change, with nonces that no client knew", async () => {
    const east = await join(await create({ seats: 3, start: "host" }));
    const { match } = east.reserved;
    const other = await watch(await sitDown(match, { name: "B", seat: "west" }));
    await seal(other, "W");
    await east.request("start");
    await until(() => nonceOf(other, "east") !== "", "east's nonce");
    const before = nonceOf(other, "east");
    await other.leave();
    await until(() => Object.keys(east.details.seals).length === 1, "east's new seal");
    const { body } = await post<{ token: string }>(server.url, PATHS.players, { name: "C" });
    const asC = { authorization: `Bearer ${body.token}` };
    const west = await join(await sitDown(match, { name: "C", seat: "west" }, asC));
    await east.request("start");
    await untilPlaying(west);
    const players = await playersOf(east);
    expect(players).toMatchObject([{ from: "player" }, { from: "player" }]);
    expect(players[0]?.nonce).not.toBe(before);
  });
});

describe("a server that ends after any fact of a beginning", () => {
  /** Facts of a match of two that began, and the tokens of its seats. */
  async function beginOnce() {
    const east = await join(await create());
    const west = await join(await sitDown(east.reserved.match));
    await untilPlaying(west);
    const { match, code, token } = east.reserved;
    const facts = (await journal.read(match))?.facts ?? [];
    return { name: { match, code, game: "flower-war" }, facts, tokens: [token, west.reserved.token] };
  }

  const kinds = (facts: readonly StoredFact[]) => facts.map(({ type }) => type);

  test("loses none of them, and its successor begins the match with both nonces", async () => {
    const { name, facts, tokens } = await beginOnce();
    expect(kinds(facts)).toEqual([
      "created",
      "seat-taken",
      "seal",
      "seat-taken",
      "seal",
      "seals-fixed",
      "nonce",
      "nonce",
      "begun",
    ]);
    const gathered = facts.findLastIndex(({ type }) => type === "seat-taken") + 1;
    for (let cut = gathered; cut < facts.length; cut++) {
      await server.stop();
      journal = new SlowJournal(time);
      await journal.create(name, facts.slice(0, cut));
      server = await startOnFakeTime(time, { ...AUTH, journal });
      const clients = await Promise.all(
        tokens.map(async (token) => join(await sitDown(name.match, { token }))),
      );
      for (const client of clients) await untilPlaying(client);
      const again = (await journal.read(name.match))?.facts ?? [];
      expect(again.slice(0, cut)).toEqual(facts.slice(0, cut));
      const { header } = await readRecord(journal, name.match);
      expect(header.players, `after ${cut} facts`).toMatchObject([{ from: "player" }, { from: "player" }]);
    }
  });

  test("opens the seat of a player who does not come back in time to reveal, who may sit down again", async () => {
    const { east } = await sealTwo({ start: "full" });
    const { match, token } = east.reserved;
    await untilRevealing(east);
    await server.stop();
    server = await startOnFakeTime(time, { ...AUTH, journal });
    const again = await watch(await sitDown(match, { token }));
    await again.request("nonce", { nonce: "E" });
    await time.pass(LIMITS.reveals);
    await untilGathering(again);
    expect(again.state.seats.get("west")?.kind).toBe("open");
    expect(await sitDown(match)).toMatchObject({ match, seat: "west" });
  });

  test("after a change of who sits has void seals too", async () => {
    const { east, west } = await sealTwo({ seats: 3 });
    const { match, token } = east.reserved;
    await east.request("start");
    await untilRevealing(east);
    await west.leave();
    await untilGathering(east);
    await server.stop();
    server = await startOnFakeTime(time, { ...AUTH, journal });
    const again = await watch(await sitDown(match, { token }));
    expect(again.details).toMatchObject({ seals: {}, revealing: false });
    expect((await expectRefusal(again.request("nonce", { nonce: "E" }))).code).toBe("seals-open");
  });
});
