/** Streams of a match and of the lobby by plain HTTP (docs/json-api.md), at real sockets. */
import { type PlainMatch, PROTOCOL_VERSION } from "@flower-war/protocol";
import type { View } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestClient } from "../support/client.ts";
import { readRecord } from "../support/expected-views.ts";
import { awaited, JsonServer, type Player } from "../support/json-server.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { seededRandom } from "../support/random.ts";
import { TestStream } from "../support/stream.ts";
import { until } from "../support/until.ts";

const server = new JsonServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

describe("a match that is played by plain fetch", () => {
  test.each([
    { game: "flower-war", seats: 2, options: { rackSize: 4 } },
    { game: "mexica", seats: 2, options: { rackSize: 4 } },
    { game: "space-aztecs", seats: 3 },
    { game: "tieqchieq", seats: 2 },
  ])(
    "$game is played to its end, and each stream shows what the rules show its seat",
    async ({ game, ...settings }) => {
      const random = seededRandom(11);
      const { match, players } = await server.seat({ game, ...settings });
      const watcher = await TestStream.open(server.url, match);
      const streams = [...players.map(({ stream }) => stream), watcher];
      let n = 0;
      while (watcher.known.status === "playing") {
        const [player] = awaited(players);
        const legal = player?.stream.known.legal?.filter(({ type }) => type !== "concede") ?? [];
        const command = legal[random(legal.length)];
        if (!player || !command) throw new Error("no seat can play");
        const { body } = await server.play(player.reserved, command, `c${n}`);
        n += 1;
        expect(body.n).toBe(n);
        for (const stream of streams) await stream.waitForEntry(n);
        expect(body.legal).toEqual(player.stream.known.legal);
        // Each view costs a replay from the beginning.
        if (n % 20 !== 1 && watcher.known.status === "playing") continue;
        const view = await server.expectedViews(game, match, n);
        for (const { known } of streams) expect(known.view).toEqual(view(known.you ?? null));
      }
      for (const { numbers, known } of streams) {
        expect(numbers).toEqual(Array.from({ length: n }, (_, i) => i + 1));
        expect(known).toMatchObject({ status: "over", awaiting: [], legal: [] });
        expect(known.outcome).not.toBeNull();
        expect(known.secret).toMatch(/^[0-9a-f]{64}$/);
      }
    },
  );
});

describe("the first line of a stream", () => {
  test("is the whole match as this viewer sees it, and the same as the answer of view", async () => {
    const { match, first, east } = await server.seat({ seats: 2 });
    const spectator = await TestStream.open(server.url, match);
    const own = await server.open(first);
    const view = await server.expectedViews("flower-war", match, 0);
    for (const { lines, you } of [
      { lines: spectator.lines, you: null },
      { lines: own.lines, you: "east" },
    ]) {
      expect(lines[0]).toMatchObject({
        type: "match",
        match,
        game: "flower-war",
        you,
        n: 0,
        status: "playing",
      });
      expect(lines[0]).toMatchObject({ protocolVersion: PROTOCOL_VERSION });
      expect(lines[0]).toMatchObject({ view: view(you), awaiting: [{ seat: "east", decision: "roll" }] });
    }
    const { now, ...seen } = (await server.ask<PlainMatch>(first, "view")).body;
    const { type, now: then, ...shown } = own.lines[0] as PlainMatch & { type: string };
    expect([type, now >= then]).toEqual(["match", true]);
    expect(seen).toEqual(shown);
    expect((await server.ask(first, "legal")).body).toEqual({ commands: seen.legal });
    expect(east.stream.last).toEqual({ type: "end", code: "replaced", resume: false });
  });

  test("comes before the match begins, and what changes then follows: seats, and the beginning with view and legal", async () => {
    const first = await createMatch(server.url, { seats: 2, openNonces: true });
    const stream = await server.open(first);
    expect(stream.known).toMatchObject({ status: "gathering", view: null, legal: [], you: "east" });
    const second = await requestSeat(server.url, first.match, { name: "Tlacaelel" });
    await until(() => stream.known.seats?.[1]?.name === "Tlacaelel", "the other player");
    for (const each of [first, second]) await server.ask(each, "nonce", { nonce: "n" });
    await stream.waitForEntry(0);
    const began = stream.lines.find((line) => line.type === "change" && line.status === "playing");
    expect(began).toMatchObject({
      legal: expect.arrayContaining([{ type: "roll" }]),
      view: { seat: "east" },
    });
  });

  test("holds the seat: its player is connected while it is open", async () => {
    const { east, west } = await server.seat({ seats: 2 });
    const isConnected = () => west.stream.known.seats?.[0]?.connected;
    expect(isConnected()).toBe(true);
    east.stream.close();
    await until(() => isConnected() === false, "east to be gone");
  });
});

describe("an entry of a stream", () => {
  test("says who did what, and what changed: view, legal, awaiting, and clocks", async () => {
    const first = await createMatch(server.url, { seats: 2, clock: { profile: "quick" }, openNonces: true });
    const second = await requestSeat(server.url, first.match, { name: "B" });
    const stream = await server.open(first);
    for (const each of [first, second]) await server.ask(each, "nonce", { nonce: "n" });
    await stream.waitForEntry(0);
    const answer = await server.play(first, { type: "roll" }, "r");
    await stream.waitForEntry(1);
    expect(stream.entries[0]).toMatchObject({
      n: 1,
      seat: "east",
      events: expect.arrayContaining([expect.objectContaining({ type: "rolled" })]),
      view: (await server.expectedViews("flower-war", first.match, 1))("east"),
      legal: answer.body.legal,
      awaiting: [expect.objectContaining({ decision: expect.any(String) })],
      clocks: { seats: { east: { away: false } } },
    });
  });

  test("is redacted as over a WebSocket", async () => {
    const { match, players, east, west } = await server.seat({ seats: 2, options: { rackSize: 4 } });
    const watcher = await TestStream.open(server.url, match);
    const spectate = await requestSeat(server.url, match, { spectate: true });
    const socket = await TestClient.watch(server.url, spectate);
    const random = seededRandom(5);
    for (let n = 1; n <= 60 && watcher.known.status === "playing"; n++) {
      const [player] = awaited(players);
      const legal = player?.stream.known.legal?.filter(({ type }) => type !== "concede") ?? [];
      if (!player) throw new Error("no seat is awaited");
      await server.play(player.reserved, legal[random(legal.length)] ?? {}, `c${n}`);
      for (const { stream } of players) await stream.waitForEntry(n);
      await watcher.waitForEntry(n);
    }
    await until(() => socket.entries.length === watcher.entries.length, "all entries");
    const plain = watcher.entries.map(({ n, seat: by, events }) => ({ n, seat: by, events }));
    expect(plain).toEqual(JSON.parse(JSON.stringify(socket.entries)));
    const { hand } = east.stream.known.view as View;
    for (const { id, card } of hand.filter(({ card: name }) => !name.endsWith("-xochitl"))) {
      expect(east.stream.text).toContain(`{"id":"${id}","card":"${card}"}`);
      for (const other of [west.stream, watcher]) expect(other.text).not.toContain(`"${id}"`);
    }
    const { seed } = (await readRecord(server.journal, match)).header;
    for (const { text } of [east.stream, west.stream, watcher]) expect(text).not.toContain(seed);
  });
});

describe("a stream that is asked for again after an entry", () => {
  test("has the entries after that one, each once, then what happens", async () => {
    const { first, east, west } = await server.seat({ seats: 2 });
    await server.play(first, { type: "roll" }, "1");
    await west.stream.waitForEntry(1);
    east.stream.close();
    for (let n = 2; n <= 4; n++) await playOne([east, west], n, west.stream);
    const back = await server.open(first, 1);
    await until(() => back.entries.length === 3, "the entries meanwhile");
    await playOne([{ ...east, stream: back }, west], 5, west.stream);
    await back.waitForEntry(5);
    expect(back.numbers).toEqual([2, 3, 4, 5]);
    const live = west.stream.entries.find(({ n }) => n === 2);
    expect(back.entries[0]).toEqual({
      type: "entry",
      n: 2,
      seat: live?.seat,
      events: expect.any(Array),
      at: expect.any(Number),
    });
  });

  test("has none before, and refuses a number that the match has not reached", async () => {
    const { first, match } = await server.seat({ seats: 2 });
    await server.play(first, { type: "roll" }, "1");
    const stream = await TestStream.open(server.url, match, { after: 1 });
    expect(stream.lines.map(({ type }) => type)).toEqual(["match"]);
    await expect(TestStream.open(server.url, match, { after: 2 })).rejects.toThrow('"field":"after"');
  });
});

describe("server-sent events", () => {
  test("are for who accepts them: the same lines as data, the numbers of entries as ids", async () => {
    const { first, match } = await server.seat({ seats: 2 });
    const abort = new AbortController();
    const path = `${server.url}/api/matches/${match}/stream`;
    const headers = { accept: "text/event-stream" };
    const response = await fetch(path, { headers, signal: abort.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toMatch(/^id: 0\ndata: \{"type":"match".*\}\n\n$/);
    await server.play(first, { type: "roll" }, "1");
    let text = "";
    while (!text.includes("\n\n")) text += (await reader?.read())?.value ?? "";
    expect(text).toMatch(/^id: 1\ndata: \{"type":"entry","n":1,/);
    abort.abort();
    const again = await TestStream.open(server.url, match, { after: 1, headers: { "last-event-id": "0" } });
    await until(() => again.entries.length === 1, "the entry after the last event");
  });
});

describe("the lobby's stream", () => {
  test("shows a page of the list now and after each change", async () => {
    const abort = new AbortController();
    const response = await fetch(`${server.url}/api/lobby/stream?game=tieqchieq`, { signal: abort.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = async () => JSON.parse((await reader?.read())?.value ?? "");
    expect(await read()).toMatchObject({ type: "tables", page: 1 });
    const { match } = await createMatch(server.url, { game: "tieqchieq" });
    expect((await read()).tables).toContainEqual(expect.objectContaining({ id: match }));
    abort.abort();
    expect((await fetch(`${server.url}/api/lobby/stream?game=chess`)).status).toBe(400);
  });
});

/** Lets the awaited player play, and waits until a stream shows it. */
async function playOne(players: readonly Player[], n: number, shown: TestStream): Promise<void> {
  const seats = shown.known.awaiting?.map(({ seat: by }) => by) ?? [];
  const player = players.find(({ reserved }) => seats.includes(reserved.seat ?? ""));
  if (!player) throw new Error("no seat is awaited");
  const { body } = await server.ask<{ commands: { type: string }[] }>(player.reserved, "legal");
  const command = body.commands.find(({ type }) => type !== "concede");
  await server.play(player.reserved, command ?? {}, `n${n}`);
  await shown.waitForEntry(n);
}
