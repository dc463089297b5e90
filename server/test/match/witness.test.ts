/** What clients hold against a match's record: its header, their chains and signatures (docs/fair-dice.md). */
import { Protocol } from "@colyseus/core";
import { LIMITS, PATHS, type SeatSignature } from "@flower-war/protocol";
import { verifyRecord } from "@flower-war/rules";
import { flowerWar } from "@flower-war/rules/flower-war";
import { extendChain, SIGNED_EVERY, sign, startChain } from "@flower-war/rules/witness";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { RecordWriter } from "../../src/records/record-writer.ts";
import type { StoredFact } from "../../src/storage/journal/facts.ts";
import { JournalUnavailable } from "../../src/storage/journal/journal.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { findAwaited, legalCommands, pickCommand } from "../support/expected-views.ts";
import { FakeTime } from "../support/fake-time.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { type SeatedMatch, seatPlayers } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const AUTH = { authSecret: "auth-secret-that-outlives-the-server" };

class FailingJournal extends MemoryJournal {
  /** How many appends of signatures fail from now on. */
  failures = 0;
  /** The types of the facts of each append. */
  readonly appends: string[][] = [];

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [, , facts] = change;
    this.appends.push(facts.map(({ type }) => type));
    if (this.failures > 0 && facts.some(({ type }) => type === "witnessed")) {
      this.failures -= 1;
      throw new JournalUnavailable();
    }
    await super.append(...change);
  }
}

let journal: FailingJournal;
let time: FakeTime;
let server: RunningServer;
const start = async () => {
  server = await startOnFakeTime(time, { ...AUTH, journal });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new FailingJournal(time);
  await start();
});
afterEach(() => server.stop());

const download = async (match: string) =>
  (await fetch(server.url + PATHS.record.replace(":id", match))).text();
const factsOf = async (match: string) => (await journal.read(match))?.facts ?? [];
const witnessed = async (match: string) =>
  (await factsOf(match)).flatMap((fact) => (fact.type === "witnessed" ? [[fact.seat, fact.n]] : []));

/** Begins a match of two. */
async function begin() {
  const seated = await seatPlayers(server.url, { seats: 2 });
  const [east, west] = seated.players;
  if (!east || !west) throw new Error("the match has two players");
  return { ...seated, east, west };
}

/** Plays up to the first entry after which seats sign. Who ends each turn soon has not won by signs before. */
async function playToSigned({ players }: Pick<SeatedMatch, "players">): Promise<void> {
  for (let i = 0; i < SIGNED_EVERY; i++) await playOn({ players }, i);
}

/** Plays the next entry, and waits until all clients have seen it. */
async function playOn({ players }: Pick<SeatedMatch, "players">, i: number): Promise<void> {
  const awaited = findAwaited(players);
  const legal = legalCommands(awaited);
  const n = await awaited.play(legal.find(({ type }) => ENDS_TURN.includes(type)) ?? pickCommand(awaited, i));
  for (const player of players) await player.waitForEntry(n);
}

const ENDS_TURN: readonly string[] = ["end-turn", "pass"];

/** All concede until the match is over: of two one does. */
async function concede({ players }: Pick<SeatedMatch, "players">) {
  for (const player of players) {
    if (player.state.status === "over") continue;
    const n = await player.play({ type: "concede" });
    for (const each of players) await each.waitForEntry(n);
  }
  for (const player of players) await until(() => player.state.status === "over", "the end");
}

/** Computes the head of a client's chain after entry `n`, from what the client was shown and sent. */
async function headAt(client: TestClient, n: number): Promise<string> {
  const { header } = await client.request("header");
  await until(() => client.entries.length >= n, `entry ${n}`);
  let head = startChain(client.seat ?? "public", header);
  for (const entry of client.entries.slice(0, n)) {
    const command = client.played.get(entry.n);
    head = extendChain(head, { ...entry, ...(command && { command }) });
  }
  return head;
}

/** ms that signatures wait for the next entry. */
const PATIENCE = 500;

/** Resolves when a signature waits for the next entry. */
const waitForSignatures = () => until(() => time.isDueIn(PATIENCE), "a signature to wait");

/** The number of patches that a client has received. */
const patchesOf = ({ frames }: TestClient) =>
  frames.filter(([code]) => code === Protocol.ROOM_STATE_PATCH).length;

/** Signs a head with a client's key. */
function signHead(client: TestClient, n: number, head: string): SeatSignature {
  const signed = { match: client.reserved.match, seat: client.seat ?? "", n, head };
  return { n, head, signature: sign(signed, client.secretKey) };
}

const witness = async (client: TestClient, n: number) =>
  client.request("witness", signHead(client, n, await headAt(client, n)));

describe("the header of a match", () => {
  test("is the first line of its record, for players and spectators, and stays as it was when it began", async () => {
    const east = await TestClient.join(
      server.url,
      await createMatch(server.url, { seats: 2, start: "countdown" }),
    );
    const { match } = east.reserved;
    expect((await expectRefusal(east.request("header"))).code).toBe("match-not-started");
    await time.pass(LIMITS.countdown);
    await until(() => east.state.status === "playing", "the match to begin");
    const { header } = await east.request("header");
    expect(JSON.parse(header)).toMatchObject({ format: "flower-war-record-3", match });
    const west = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { name: "B", seat: "west" }),
    );
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    expect([await west.request("header"), await watcher.request("header")]).toEqual([{ header }, { header }]);
    expect((await expectRefusal(west.request("witness", signHead(west, 1, "0".repeat(64))))).code).toBe(
      "no-key",
    );
    await concede({ players: [east, west] });
    const text = await download(match);
    expect(text.split("\n")[0]).toBe(header);
    expect(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ replaced: ["west"] });
    expect(verifyRecord(text)).toMatchObject({ ok: true });
  });

  test("is refused no-header, as signatures are no-key, if the match began on an older server", async () => {
    const { match, code, players } = await begin();
    const facts = (await factsOf(match)).map((fact): StoredFact => {
      if (fact.type !== "begun") return fact;
      const { format: _, ...begun } = fact;
      return { ...begun, players: begun.players.map(({ seal: __, key: ___, ...player }) => player) };
    });
    await server.stop();
    journal = new FailingJournal(time);
    await journal.create({ match, code, game: "flower-war" }, facts.filter(isOlder));
    await start();
    const back = await Promise.all(
      players.map(async ({ reserved: { token } }) =>
        TestClient.join(server.url, await requestSeat(server.url, match, { token })),
      ),
    );
    const [east] = back;
    if (!east) throw new Error("the match has two players");
    expect((await expectRefusal(east.request("header"))).code).toBe("no-header");
    await concede({ players: back });
    const signed = signHead(east, east.state.n, "0".repeat(64));
    expect((await expectRefusal(east.request("witness", signed))).code).toBe("no-key");
    const text = await download(match);
    expect(text).toContain('{"format":"flower-war-record-1",');
    expect(verifyRecord(text)).toMatchObject({ ok: true, match });
  });

  const isOlder = ({ type }: StoredFact) => type !== "seal" && type !== "seals-fixed";
});

describe("a seat's signature", () => {
  test("of each 64th entry and of the last is in the record, as long as it is of what the record says", async () => {
    const { match, players, east, west } = await begin();
    await playToSigned({ players });
    const signing = witness(east, SIGNED_EVERY);
    await waitForSignatures();
    await time.pass(PATIENCE);
    expect(await signing).toEqual({});
    await until(() => west.state.seats.get("east")?.signed === SIGNED_EVERY, "east's signature");
    await concede({ players });
    const last = east.state.n;
    await witness(east, last);
    await west.request("witness", signHead(west, SIGNED_EVERY, "0".repeat(64)));
    await witness(west, last);
    await until(() => east.state.seats.get("west")?.signed === last, "west's signature");
    const verdict = verifyRecord(await download(match));
    expect(verdict).toMatchObject({
      ok: true,
      signatures: [
        { seat: "east", signed: [SIGNED_EVERY, last], unsigned: [] },
        { seat: "west", signed: [last], unsigned: [SIGNED_EVERY] },
      ],
    });
  });

  test("is stored and shown with the next entry, without an append or a patch of its own", async () => {
    const { match, players, east, west } = await begin();
    await playToSigned({ players });
    expect(time.isDueIn(PATIENCE)).toBe(false);
    const signing = Promise.all([witness(east, SIGNED_EVERY), witness(west, SIGNED_EVERY)]);
    await waitForSignatures();
    journal.appends.length = 0;
    const patches = patchesOf(east);
    const signedOf = () => [...east.state.seats.entries()].map(([, { signed }]) => signed);
    let entries = 0;
    while (signedOf().includes(0)) await playOn({ players }, entries++);
    await signing;
    expect(patchesOf(east) - patches).toBe(entries);
    expect(journal.appends.map((types) => types.at(-1))).toEqual(Array(entries).fill("entry"));
    expect(journal.appends.flat().filter((type) => type === "witnessed")).toHaveLength(2);
    expect(signedOf()).toEqual([SIGNED_EVERY, SIGNED_EVERY]);
    expect(await witnessed(match)).toHaveLength(2);
  });

  test("is stored when the match is handed over before the next entry", async () => {
    const { match, players, east } = await begin();
    await playToSigned({ players });
    const signing = witness(east, SIGNED_EVERY).catch(() => {});
    await waitForSignatures();
    await server.stop();
    await signing;
    expect(await witnessed(match)).toEqual([["east", SIGNED_EVERY]]);
    await start();
    const token = east.reserved.token;
    const again = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    expect(again.state.seats.get("east")?.signed).toBe(SIGNED_EVERY);
  });

  test("counts only if it is the first of its entry, and is kept over a restart", async () => {
    const { match, players, east, west } = await begin();
    await concede({ players });
    const n = east.state.n;
    await witness(east, n);
    expect(await east.request("witness", signHead(east, n, "0".repeat(64)))).toEqual({});
    await Promise.all([witness(west, n), witness(west, n), witness(west, n)]);
    expect(await witnessed(match)).toEqual([
      ["east", n],
      ["west", n],
    ]);
    await server.stop();
    await start();
    const token = east.reserved.token;
    const again = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    expect([...again.state.seats.entries()].map(([, { signed }]) => signed)).toEqual([n, n]);
    expect(await again.request("witness", signHead(east, n, "0".repeat(64)))).toEqual({});
    expect(await witnessed(match)).toHaveLength(2);
    expect(verifyRecord(await download(match))).toMatchObject({ ok: true });
  });

  test("that is not by the seat's key is refused bad-signature; the match goes on", async () => {
    const { match, players, east, west } = await begin();
    await concede({ players });
    const n = east.state.n;
    const head = await headAt(east, n);
    const { signature } = signHead(east, n, head);
    const wrong = [
      { ...signHead(west, n, head), n },
      { n, head: "0".repeat(64), signature },
      { n, head, signature: "0".repeat(128) },
    ];
    for (const payload of wrong) {
      expect((await expectRefusal(east.request("witness", payload))).code).toBe("bad-signature");
    }
    expect(await witnessed(match)).toEqual([]);
    await witness(east, n);
    expect(await witnessed(match)).toEqual([["east", n]]);
  });

  test.each([
    ["an entry that is not signed", (good: SeatSignature) => ({ ...good, n: 1 }), "n"],
    ["an entry that is not there yet", (good: SeatSignature) => ({ ...good, n: SIGNED_EVERY }), "n"],
    ["no entry", (good: SeatSignature) => ({ ...good, n: 0 }), "n"],
    ["a head in capitals", (good: SeatSignature) => ({ ...good, head: "AB".repeat(32) }), "head"],
    ["a signature that is cut", (good: SeatSignature) => ({ ...good, signature: "ab" }), "signature"],
  ])("of %s is refused bad-request", async (_, spoil, field) => {
    const { players, east } = await begin();
    await findAwaited(players).play({ type: "roll" });
    await concede({ players });
    const good = signHead(east, east.state.n, "0".repeat(64));
    expect(await expectRefusal(east.request("witness", spoil(good)))).toMatchObject({
      code: "bad-request",
      field,
    });
  });

  test("is refused before the match begins, without a key, and without a seat", async () => {
    const first = await TestClient.joinOpenly(
      server.url,
      await createMatch(server.url, { seats: 2, openNonces: true }),
      "E",
    );
    const { match } = first.reserved;
    const signed = signHead(first, SIGNED_EVERY, "0".repeat(64));
    expect((await expectRefusal(first.request("witness", signed))).code).toBe("match-not-started");
    const second = await TestClient.join(server.url, await requestSeat(server.url, match, { name: "B" }));
    await second.waitForEntry(0);
    expect((await expectRefusal(first.request("witness", signed))).code).toBe("no-key");
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    expect((await expectRefusal(watcher.request("witness", signed))).code).toBe("not-seated");
  });

  test("that cannot be stored is refused unavailable, and stored when any seat signs again", async () => {
    const { match, players, east, west } = await begin();
    await concede({ players });
    const n = east.state.n;
    journal.failures = 1;
    expect((await expectRefusal(witness(east, n))).code).toBe("unavailable");
    expect(east.state.seats.get("east")?.signed).toBe(0);
    await witness(west, n);
    expect(await witnessed(match)).toEqual([
      ["east", n],
      ["west", n],
    ]);
    await witness(east, n);
    expect(await witnessed(match)).toHaveLength(2);
  });
});

describe("a page of the log", () => {
  test("has the commands of the reader's own client, not those of others or of the clock", async () => {
    const clock = { profile: "quick", turn: 30_000, reserve: 0, warning: 0 };
    const { match, players } = await seatPlayers(server.url, { seats: 2, clock });
    const roller = findAwaited(players);
    const command = pickCommand(roller, 0);
    expect(await roller.play(command)).toBe(1);
    const seat = roller.seat ?? "";
    const other = players.find((player) => player !== roller);
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    await time.pass(40_000);
    for (const player of players) await until(() => player.state.n > 1, "the clock's entry");
    expect((await roller.request("log", { after: 0 })).own).toEqual([[1, command]]);
    expect((await roller.request("log", { after: 1 })).own).toEqual([]);
    expect((await other?.request("log", { after: 0 }))?.own).toEqual([]);
    expect((await watcher.request("log", { after: 0 })).own).toEqual([]);
    await concede({ players });
    const lines = (await download(match)).trimEnd().split("\n").slice(1, -1);
    const by = lines.map((line) => (JSON.parse(line) as { seat: string; by?: string }).by ?? "client");
    expect(by[0]).toBe("client");
    expect(by).toContain("clock");
    expect(lines[0]).toContain(`"seat":"${seat}"`);
    expect(verifyRecord(await download(match))).toMatchObject({ ok: true });
  });
});

describe("a record", () => {
  test("leaves out signatures that do not fit the log, and the server's log says so", async () => {
    const { match, players, east, west } = await begin();
    await concede({ players });
    const n = east.state.n;
    await east.request("witness", signHead(east, n, "0".repeat(64)));
    await witness(west, n);
    const lines: string[] = [];
    const writer = new RecordWriter(time, pino({}, { write: (line: string) => void lines.push(line) }));
    const text = (await writer.write(flowerWar, await factsOf(match))) ?? "";
    await writer.close();
    expect(text).toBe(await download(match));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { match, seat: "east", n, msg: "signature does not fit the log" },
    ]);
    expect(verifyRecord(text)).toMatchObject({
      ok: true,
      signatures: [
        { seat: "east", signed: [] },
        { seat: "west", signed: [n] },
      ],
    });
  });

  test("is written again by a new thread when one has ended", async () => {
    const { match, players } = await begin();
    await concede({ players });
    const facts = await factsOf(match);
    const writer = new RecordWriter(time, pino({ level: "silent" }));
    const first = writer.write(flowerWar, facts);
    await writer.close();
    await expect(first).rejects.toThrow("the record thread ended");
    expect(await writer.write(flowerWar, facts)).toBe(await download(match));
    await time.pass(60_000);
    expect(await writer.write(flowerWar, facts)).toBe(await download(match));
    await writer.close();
  });
});
