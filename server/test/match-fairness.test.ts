/** Canon section 12, second paragraph; docs/fair-dice.md. */
import { matchMaker } from "@colyseus/core";
import { type Fault, PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { commitmentOf, seedOf, verifyRecord } from "@flower-war/rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import type { MatchHeader } from "../src/journal/record.ts";
import { roomIdOf } from "../src/match/room-id.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, createMatch, post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";
import { recordIn } from "./support/truth.ts";
import { until } from "./support/until.ts";

/** A journal in which no match begins if it is told so. */
class FrailJournal extends MemoryJournal {
  fails = false;

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [, , facts] = change;
    if (this.fails && facts.some(({ type }) => type === "begun")) throw new Error("disk full");
    await super.append(...change);
  }
}

const journal = new FrailJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

const create = (wish?: object) => createMatch(server.url, wish);
const watch = (reserved: SeatReservation) => TestClient.watch(server.url, reserved);
const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);
const seatIn = (match: string, wish: object) => askForSeat(server.url, match, wish);
const nonceOf = (client: TestClient, seat: string) => client.state.seats.get(seat)?.nonce;

async function download(idOrCode: string): Promise<Response> {
  return fetch(server.url + PATHS.record.replace(":id", idOrCode));
}

async function headerOf(match: string): Promise<MatchHeader> {
  return (await recordIn(journal, match)).header;
}

/** A match that was conceded at once. */
async function finished() {
  const people = await sitDown(server.url, { seats: 3, bots: 1 });
  const [east, west] = people.players;
  if (!east || !west) throw new Error("two sit here");
  await east.play({ type: "concede" });
  await west.play({ type: "concede" });
  await until(() => east.state.status === "over", "the end");
  return { ...people, east, west };
}

describe("the commitment", () => {
  test("is known to everybody before any nonce is taken, the creator's own too", async () => {
    const first = await create({ seats: 2 });
    expect(first.commitment).toMatch(/^[0-9a-f]{64}$/);
    const chair = await seatIn(first.match, { spectate: true });
    expect(chair.commitment).toBe(first.commitment);
    const last = await seatIn(first.match, { name: "B" });
    expect(last.commitment).toBe(first.commitment);
    const { state } = await watch(chair);
    expect(state).toMatchObject({ commitment: first.commitment, secret: "", status: "gathering" });
    expect([...state.seats.entries()].map(([, { nonce }]) => nonce)).toEqual(["", ""]);
  });

  test("is the SHA-256 of a secret that is shown when the match is over, and not before", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const [east, west] = players;
    const { secret, seed } = await headerOf(match);
    await east?.play({ type: "roll" });
    await west?.reached(1);
    const before = Buffer.concat(players.flatMap(({ frames }) => frames));
    expect([secret, seed].some((hidden) => before.includes(hidden))).toBe(false);
    expect(before.includes(Buffer.from(secret, "hex"))).toBe(false);
    await west?.play({ type: "concede" });
    await until(() => east?.state.secret !== "", "the secret");
    expect(east?.state).toMatchObject({ status: "over", secret });
    expect(commitmentOf(secret)).toBe(east?.reserved.commitment);
  });

  test("is another one for each match", async () => {
    expect((await create()).commitment).not.toBe((await create()).commitment);
  });
});

describe("a nonce", () => {
  test("from every player begins the match, and makes its seed with the secret and the bots' seats", async () => {
    const first = await create({ seats: 3, bots: 1 });
    const east = await watch(first);
    const west = await watch(await seatIn(first.match, { name: "B" }));
    expect(await west.ask("nonce", { nonce: "from-the_West" })).toEqual({ nonce: "from-the_West" });
    expect(west.state.status).toBe("gathering");
    expect((await west.refusal(west.play({ type: "roll" }))).code).toBe("match-not-started");
    expect(await east.ask("nonce", { nonce: "E" })).toEqual({ nonce: "E" });
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

  test("counts if it is the seat's first, whoever takes the seat over later", async () => {
    const east = await watch(await create({ seats: 2 }));
    const { match, token } = east.reserved;
    await east.ask("nonce", { nonce: "first" });
    const again = await watch(await seatIn(match, { token }));
    expect(await again.ask("nonce", { nonce: "second" })).toEqual({ nonce: "first" });
    const west = await join(await seatIn(match, { name: "B" }));
    await west.reached(0);
    expect(await again.ask("nonce", { nonce: "third" })).toEqual({ nonce: "first" });
    expect((await headerOf(match)).players[0]).toMatchObject({ nonce: "first", from: "player" });
  });

  test("goes with its player when the seat is given back before the match begins", async () => {
    const east = await watch(await create({ seats: 2 }));
    const west = await join(await seatIn(east.reserved.match, { name: "B" }));
    await until(() => nonceOf(east, "west") !== "", "west's nonce");
    await west.leave();
    await until(() => east.state.seats.get("west")?.kind === "open", "west to be open again");
    expect(nonceOf(east, "west")).toBe("");
    await east.ask("nonce", { nonce: "E" });
    expect(east.state.status).toBe("gathering");
    const other = await watch(await seatIn(east.reserved.match, { name: "C" }));
    await other.ask("nonce", { nonce: "C" });
    expect((await headerOf(east.reserved.match)).players.map(({ nonce }) => nonce)).toEqual(["E", "C"]);
  });

  test.each([[""], ["a".repeat(65)], ["a|b"], ["ä"], [7], [null], [undefined], [{}]])(
    "%j is refused `bad-nonce` and changes nothing",
    async (nonce) => {
      const east = await watch(await create({ seats: 2 }));
      expect(await east.refusal(east.ask("nonce", { nonce }))).toMatchObject({
        code: "bad-nonce",
        field: "nonce",
      });
      expect(nonceOf(east, "east")).toBe("");
      expect(await east.ask("nonce", { nonce: "a".repeat(64) })).toEqual({ nonce: "a".repeat(64) });
    },
  );

  test("is none of a spectator's business", async () => {
    const watcher = await watch(await seatIn((await create()).match, { spectate: true }));
    expect((await watcher.refusal(watcher.ask("nonce", { nonce: "x" }))).code).toBe("not-seated");
  });
});

describe("a match whose record cannot be opened", () => {
  test("does not begin, and begins when the last nonce is given again", async () => {
    const east = await join(await create({ seats: 2 }));
    const west = await watch(await seatIn(east.reserved.match, { name: "B" }));
    journal.fails = true;
    expect((await west.refusal(west.ask("nonce", { nonce: "W" }))).code).toBe("internal");
    expect(west.state.status).toBe("gathering");
    journal.fails = false;
    expect(await west.ask("nonce", { nonce: "W2" })).toEqual({ nonce: "W" });
    expect(west.state.status).toBe("playing");
  });
});

describe("the record of a finished match", () => {
  test("is downloaded by anybody as JSON Lines, and is true", async () => {
    const { match, code, east } = await finished();
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

  test("says who a seat was no more than its kind: no name, no token, no sender's ids", async () => {
    const { match, east } = await finished();
    const [opening = "", ...lines] = (await (await download(match)).text()).trimEnd().split("\n");
    expect(Object.keys(JSON.parse(opening))).toEqual([
      "format",
      "match",
      "game",
      "rules",
      "options",
      "seats",
      "stream",
      "commitment",
    ]);
    expect(Object.keys(JSON.parse(opening).seats[0])).toEqual(["seat", "kind", "nonce", "from"]);
    expect(lines.slice(0, -1).map((line) => Object.keys(JSON.parse(line)))).toEqual(
      Array.from({ length: east.state.n }, () => ["n", "seat", "command", "events"]),
    );
    expect(Object.keys(JSON.parse(lines.at(-1) ?? ""))).toEqual(["secret", "seed", "outcome"]);
  });

  test("stays there when its room is gone, by the match's id and its code", async () => {
    const { match, code } = await finished();
    const text = await (await download(match)).text();
    await matchMaker.getLocalRoomById(roomIdOf(match, 1))?.disconnect();
    expect(await (await download(match)).text()).toBe(text);
    expect(await (await download(code.toLowerCase())).text()).toBe(text);
  });

  test.each([
    ["gathering", async () => (await create()).match, 409, "match-not-over"],
    ["running", async () => (await sitDown(server.url, { seats: 2 })).match, 409, "match-not-over"],
    ["unknown", async () => "V1StGXR8Z5jd", 404, "unknown-match"],
    ["unknown by its code", async () => "ZZZZ", 404, "unknown-match"],
  ])("is refused while the match is %s", async (_, matchOf, status, code) => {
    const response = await download(await matchOf());
    expect(response.status).toBe(status);
    expect((await response.json()) as Fault).toMatchObject({ code, message: expect.any(String) });
  });

  test("is only to be read", async () => {
    const { status } = await post(server.url, PATHS.record.replace(":id", "V1StGXR8Z5jd"));
    expect(status).toBe(404);
  });
});
