/** Commitment, nonces and record of a match (docs/rules/flower-war.md section 12, docs/fair-dice.md). */
import { matchMaker } from "@colyseus/core";
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { commitmentOf, seedOf, verifyRecord } from "@flower-war/rules";
import { sealOf } from "@flower-war/rules/witness";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { roomIdOf } from "../../src/match/room-id.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import type { MatchHeader } from "../../src/storage/journal/record.ts";
import { systemTime } from "../../src/time.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { readRecord } from "../support/expected-views.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { until } from "../support/until.ts";

/** A journal that can be made to fail when a match begins. */
class FailingJournal extends MemoryJournal {
  fails = false;

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [, , facts] = change;
    if (this.fails && facts.some(({ type }) => type === "begun")) throw new Error("disk full");
    await super.append(...change);
  }
}

const journal = new FailingJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

const create = (settings?: object) => createMatch(server.url, settings);
const watch = (reserved: SeatReservation) => TestClient.watch(server.url, reserved);
const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const requestSeatIn = (match: string, body: object) => requestSeat(server.url, match, body);
const nonceOf = (client: TestClient, seat: string) => client.state.seats.get(seat)?.nonce;

async function download(idOrCode: string): Promise<Response> {
  return fetch(server.url + PATHS.record.replace(":id", idOrCode));
}

async function headerOf(match: string): Promise<MatchHeader> {
  return (await readRecord(journal, match)).header;
}

/** Begins a match of two players and a bot, and lets both players concede. */
async function finishMatch() {
  const seated = await seatPlayers(server.url, { seats: 3, bots: 1 });
  const [east, west] = seated.players;
  if (!east || !west) throw new Error("the match has two players");
  await east.play({ type: "concede" });
  await west.play({ type: "concede" });
  await until(() => east.state.status === "over", "the end");
  return { ...seated, east, west };
}

describe("the commitment of a match", () => {
  test("is in every reservation and in the state before any nonce is given", async () => {
    const first = await create({ seats: 2 });
    expect(first.commitment).toMatch(/^[0-9a-f]{64}$/);
    const spectator = await requestSeatIn(first.match, { spectate: true });
    expect(spectator.commitment).toBe(first.commitment);
    const last = await requestSeatIn(first.match, { name: "B" });
    expect(last.commitment).toBe(first.commitment);
    const { state } = await watch(spectator);
    expect(state).toMatchObject({ commitment: first.commitment, secret: "", status: "gathering" });
    expect([...state.seats.entries()].map(([, { nonce }]) => nonce)).toEqual(["", ""]);
  });

  test("is the SHA-256 of the secret, which no client receives before the match is over", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const [east, west] = players;
    const { secret, seed } = await headerOf(match);
    await east?.play({ type: "roll" });
    await west?.waitForEntry(1);
    const before = Buffer.concat(players.flatMap(({ frames }) => frames));
    expect([secret, seed].some((hidden) => before.includes(hidden))).toBe(false);
    expect(before.includes(Buffer.from(secret, "hex"))).toBe(false);
    await west?.play({ type: "concede" });
    await until(() => east?.state.secret !== "", "the secret");
    expect(east?.state).toMatchObject({ status: "over", secret });
    expect(commitmentOf(secret)).toBe(east?.reserved.commitment);
  });

  test("differs from match to match", async () => {
    expect((await create()).commitment).not.toBe((await create()).commitment);
  });
});

describe("a nonce of a client that knows no seals", () => {
  test("from every player begins the match; its seed comes from the secret, the nonces and the bots' seat ids", async () => {
    const first = await create({ seats: 3, bots: 1, openNonces: true });
    const east = await watch(first);
    const west = await watch(await requestSeatIn(first.match, { name: "B" }));
    expect(await west.request("nonce", { nonce: "from-the_West" })).toEqual({ nonce: "from-the_West" });
    expect(west.state.status).toBe("gathering");
    expect((await expectRefusal(west.play({ type: "roll" }))).code).toBe("match-not-started");
    expect(await east.request("nonce", { nonce: "E" })).toEqual({ nonce: "E" });
    expect(east.state.status).toBe("playing");
    const { secret, seed, players } = await headerOf(first.match);
    expect(seed).toBe(seedOf(secret, ["E", "north", "from-the_West"]));
    expect(players.map(({ kind, nonce, from }) => [kind, nonce, from])).toEqual([
      ["human", "E", "player"],
      ["bot", "north", "bot"],
      ["human", "from-the_West", "player"],
    ]);
    expect(["east", "north", "west"].map((seat) => nonceOf(west, seat))).toEqual([
      "E",
      "north",
      "from-the_West",
    ]);
  });

  test("counts only if it is the seat's first, also after the seat was taken again", async () => {
    const east = await watch(await create({ seats: 2, openNonces: true }));
    const { match, token } = east.reserved;
    await east.request("nonce", { nonce: "first" });
    const again = await watch(await requestSeatIn(match, { token }));
    expect(await again.request("nonce", { nonce: "second" })).toEqual({ nonce: "first" });
    const west = await join(await requestSeatIn(match, { name: "B" }));
    await west.waitForEntry(0);
    expect(await again.request("nonce", { nonce: "third" })).toEqual({ nonce: "first" });
    expect((await headerOf(match)).players[0]).toMatchObject({ nonce: "first", from: "player" });
  });

  test("is dropped when its player leaves the seat before the match begins", async () => {
    const east = await watch(await create({ seats: 2, openNonces: true }));
    const reserved = await requestSeatIn(east.reserved.match, { name: "B" });
    const west = await TestClient.joinOpenly(server.url, reserved, "W");
    await until(() => nonceOf(east, "west") === "W", "west's nonce");
    await west.leave();
    await until(() => east.state.seats.get("west")?.kind === "open", "west to be open again");
    expect(nonceOf(east, "west")).toBe("");
    await east.request("nonce", { nonce: "E" });
    expect(east.state.status).toBe("gathering");
    const other = await watch(await requestSeatIn(east.reserved.match, { name: "C" }));
    await other.request("nonce", { nonce: "C" });
    expect((await headerOf(east.reserved.match)).players.map(({ nonce }) => nonce)).toEqual(["E", "C"]);
  });

  test.each([[""], ["a".repeat(65)], ["a|b"], ["ä"], [7], [null], [undefined], [{}]])(
    "of %j is refused bad-nonce, and changes nothing",
    async (nonce) => {
      const east = await watch(await create({ seats: 2, openNonces: true }));
      expect(await expectRefusal(east.request("nonce", { nonce }))).toMatchObject({
        code: "bad-nonce",
        field: "nonce",
      });
      expect(nonceOf(east, "east")).toBe("");
      expect(await east.request("nonce", { nonce: "a".repeat(64) })).toEqual({ nonce: "a".repeat(64) });
    },
  );

  test("is refused seal-required unless the table takes open nonces, and changes nothing", async () => {
    const east = await watch(await create({ seats: 2 }));
    expect((await expectRefusal(east.request("nonce", { nonce: "E" }))).code).toBe("seal-required");
    expect(nonceOf(east, "east")).toBe("");
    expect(await east.seal("E")).toMatchObject({ seal: sealOf("E") });
  });

  test("from a spectator is refused not-seated", async () => {
    const watcher = await watch(await requestSeatIn((await create()).match, { spectate: true }));
    expect((await expectRefusal(watcher.request("nonce", { nonce: "x" }))).code).toBe("not-seated");
  });
});

describe("a match whose beginning cannot be journaled", () => {
  test("refuses the last nonce internal, and begins when that is sent again", async () => {
    const east = await TestClient.joinOpenly(server.url, await create({ seats: 2, openNonces: true }), "E");
    const west = await watch(await requestSeatIn(east.reserved.match, { name: "B" }));
    journal.fails = true;
    expect((await expectRefusal(west.request("nonce", { nonce: "W" }))).code).toBe("internal");
    expect(west.state.status).toBe("gathering");
    journal.fails = false;
    expect(await west.request("nonce", { nonce: "W2" })).toEqual({ nonce: "W" });
    expect(west.state.status).toBe("playing");
  });
});

describe("the record of a finished match", () => {
  test("is public as JSON Lines, and passes verification", async () => {
    const { match, code, east } = await finishMatch();
    const response = await download(match);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename=${match}.jsonl`);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const text = await response.text();
    const { commitment } = east.reserved;
    expect(verifyRecord(text, { commitment, nonces: { east: nonceOf(east, "east") ?? "" } })).toMatchObject({
      ok: true,
      match,
      entries: east.state.n,
      seats: [{ from: "player" }, { from: "bot", nonce: "north" }, { from: "player" }],
    });
    expect(await (await download(code)).text()).toBe(text);
  });

  test("contains no name, token or command id", async () => {
    const { match, east } = await finishMatch();
    const [opening = "", ...lines] = (await (await download(match)).text()).trimEnd().split("\n");
    expect(Object.keys(JSON.parse(opening))).toEqual([
      "commitment",
      "format",
      "game",
      "match",
      "options",
      "rules",
      "seats",
      "stream",
    ]);
    const { seats } = JSON.parse(opening) as { seats: object[] };
    expect(seats.map((seat) => Object.keys(seat))).toEqual([
      ["from", "key", "kind", "nonce", "seal", "seat"],
      ["from", "kind", "nonce", "seat"],
      ["from", "key", "kind", "nonce", "seal", "seat"],
    ]);
    const fieldsOf = (line: string) => Object.keys(JSON.parse(line)).filter((name) => name !== "by");
    expect(lines.slice(0, -1).map(fieldsOf)).toEqual(
      Array.from({ length: east.state.n }, () => ["command", "events", "n", "seat"]),
    );
    expect(Object.keys(JSON.parse(lines.at(-1) ?? ""))).toEqual(["outcome", "secret", "seed", "signatures"]);
  });

  test("is still available by id and code when the room has closed", async () => {
    const { match, code } = await finishMatch();
    const text = await (await download(match)).text();
    await matchMaker.getLocalRoomById(roomIdOf(match, 1))?.disconnect();
    expect(await (await download(match)).text()).toBe(text);
    expect(await (await download(code.toLowerCase())).text()).toBe(text);
  });

  test.each([
    ["gathering", async () => (await create()).match, 409, "match-not-over"],
    ["running", async () => (await seatPlayers(server.url, { seats: 2 })).match, 409, "match-not-over"],
    ["unknown", async () => "V1StGXR8Z5jd", 404, "unknown-match"],
    ["unknown by its code", async () => "ZZZZ", 404, "unknown-match"],
  ])("is refused while the match is %s", async (_, matchOf, status, code) => {
    const response = await download(await matchOf());
    expect(response.status).toBe(status);
    expect((await response.json()) as RefusalBody).toMatchObject({ code, message: expect.any(String) });
  });

  test("is refused while the match is running without reading its log, however long that is", async () => {
    const { match } = await seatPlayers(server.url, { seats: 2 });
    const read = vi.spyOn(journal, "read");
    const response = await download(match);
    expect((await response.json()) as RefusalBody).toMatchObject({ code: "match-not-over" });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  test("cannot be written to", async () => {
    const { status } = await post(server.url, PATHS.record.replace(":id", "V1StGXR8Z5jd"));
    expect(status).toBe(404);
  });
});
