/** Matches by plain HTTP (docs/json-api.md), at real sockets. */
import {
  type CommandAnswer,
  type GameListing,
  type PlainMatch,
  PROTOCOL_VERSION,
  type RefusalBody,
  type SeatReservation,
} from "@flower-war/protocol";
import { begin, replay } from "@flower-war/rules";
import { CARDS, type View } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { GAMES } from "../../src/games/index.ts";
import { MemoryJournal } from "../../src/storage/journal/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { readRecord } from "../support/expected-views.ts";
import { createMatch, type HttpResponse, requestSeat } from "../support/post.ts";
import { seededRandom } from "../support/random.ts";
import { askMatch, TestStream } from "../support/stream.ts";
import { until } from "../support/until.ts";

/** ms that a match of several hundred commands may take on a busy machine. */
const WHOLE_MATCH = 180_000;

const journal = new MemoryJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

/** A player without a WebSocket. */
interface Player {
  readonly reserved: SeatReservation;
  readonly stream: TestStream;
}

function ask<T = RefusalBody>(
  { match, token }: SeatReservation,
  what: string,
  body?: unknown,
): Promise<HttpResponse<T>> {
  return askMatch<T>(server.url, match, what, { token, body });
}
const open = ({ match, token }: SeatReservation, after?: number) =>
  TestStream.open(server.url, match, { token, ...(after !== undefined && { after }) });
const play = (reserved: SeatReservation, command: object, id: string) =>
  ask<CommandAnswer>(reserved, "commands", { id, command });

/** Seats players who each give a nonce, and waits until the match has begun. */
async function seat(settings: { game?: string; seats: number; options?: object; private?: boolean }) {
  const first = await createMatch(server.url, settings);
  const reserved = [first];
  for (let i = 1; i < settings.seats; i++) {
    const body = { name: `Player ${i}` };
    reserved.push(await requestSeat(server.url, first.invitation ?? first.match, body));
  }
  const players: Player[] = await Promise.all(
    reserved.map(async (each) => ({ reserved: each, stream: await open(each) })),
  );
  for (const each of reserved) await ask(each, "nonce", { nonce: `nonce-of-${each.seat}` });
  await Promise.all(players.map(({ stream }) => stream.waitForEntry(0)));
  const [east, west] = players;
  if (!east || !west) throw new Error("the match has two players");
  return { match: first.match, first, players, east, west };
}

/** Returns the players whom the match waits for. */
const awaited = (players: readonly Player[]) => {
  const seats = players[0]?.stream.known.awaiting?.map(({ seat: awaiting }) => awaiting) ?? [];
  return players.filter(({ reserved }) => seats.includes(reserved.seat ?? ""));
};

/** Returns the views that the rules give after `n` entries, by seat and for everybody. */
async function expectedViews(game: string, match: string, n: number) {
  const rules = GAMES.get(game)?.game;
  if (!rules) throw new Error(`${game} is not hosted`);
  const { header, entries } = await readRecord(journal, match);
  const state = replay(rules, begin(rules, header as never), entries.slice(0, n) as never);
  return (viewer: string | null) => JSON.parse(JSON.stringify(rules.view(state, viewer ?? "public")));
}

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
      const { match, players } = await seat({ game, ...settings });
      const watcher = await TestStream.open(server.url, match);
      const streams = [...players.map(({ stream }) => stream), watcher];
      let n = 0;
      while (watcher.known.status === "playing") {
        const [player] = awaited(players);
        const legal = player?.stream.known.legal?.filter(({ type }) => type !== "concede") ?? [];
        const command = legal[random(legal.length)];
        if (!player || !command) throw new Error("nobody can play");
        const { body } = await play(player.reserved, command, `c${n}`);
        n += 1;
        expect(body.n).toBe(n);
        for (const stream of streams) await stream.waitForEntry(n);
        expect(body.legal).toEqual(player.stream.known.legal);
        // Each view costs a replay from the beginning.
        if (n % 20 !== 1 && watcher.known.status === "playing") continue;
        const view = await expectedViews(game, match, n);
        for (const { known } of streams) expect(known.view).toEqual(view(known.you ?? null));
      }
      for (const { numbers, known } of streams) {
        expect(numbers).toEqual(Array.from({ length: n }, (_, i) => i + 1));
        expect(known).toMatchObject({ status: "over", awaiting: [], legal: [] });
        expect(known.outcome).not.toBeNull();
        expect(known.secret).toMatch(/^[0-9a-f]{64}$/);
      }
    },
    WHOLE_MATCH,
  );
});

describe("the first line of a stream", () => {
  test("is the whole match as this viewer sees it, and the same as the answer of view", async () => {
    const { match, first, east } = await seat({ seats: 2 });
    const spectator = await TestStream.open(server.url, match);
    const own = await open(first);
    const view = await expectedViews("flower-war", match, 0);
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
    const { now, ...seen } = (await ask<PlainMatch>(first, "view")).body;
    const { type, now: then, ...shown } = own.lines[0] as PlainMatch & { type: string };
    expect([type, now >= then]).toEqual(["match", true]);
    expect(seen).toEqual(shown);
    expect((await ask(first, "legal")).body).toEqual({ commands: seen.legal });
    expect(east.stream.last).toEqual({ type: "end", code: "replaced", resume: false });
  });

  test("comes before the match begins, and what changes then follows: seats, and the beginning with view and legal", async () => {
    const first = await createMatch(server.url, { seats: 2 });
    const stream = await open(first);
    expect(stream.known).toMatchObject({ status: "gathering", view: null, legal: [], you: "east" });
    const second = await requestSeat(server.url, first.match, { name: "Tlacaelel" });
    await until(() => stream.known.seats?.[1]?.name === "Tlacaelel", "the other player");
    for (const each of [first, second]) await ask(each, "nonce", { nonce: "n" });
    await stream.waitForEntry(0);
    const began = stream.lines.find((line) => line.type === "change" && line.status === "playing");
    expect(began).toMatchObject({
      legal: expect.arrayContaining([{ type: "roll" }]),
      view: { seat: "east" },
    });
  });

  test("holds the seat: its player is connected while it is open", async () => {
    const { east, west } = await seat({ seats: 2 });
    const isConnected = () => west.stream.known.seats?.[0]?.connected;
    expect(isConnected()).toBe(true);
    east.stream.close();
    await until(() => isConnected() === false, "east to be gone");
  });
});

describe("an entry of a stream", () => {
  test("says who did what, and what changed: view, legal, awaiting, and clocks", async () => {
    const first = await createMatch(server.url, { seats: 2, clock: { profile: "quick" } });
    const second = await requestSeat(server.url, first.match, { name: "B" });
    const stream = await open(first);
    for (const each of [first, second]) await ask(each, "nonce", { nonce: "n" });
    await stream.waitForEntry(0);
    const answer = await play(first, { type: "roll" }, "r");
    await stream.waitForEntry(1);
    expect(stream.entries[0]).toMatchObject({
      n: 1,
      seat: "east",
      events: expect.arrayContaining([expect.objectContaining({ type: "rolled" })]),
      view: (await expectedViews("flower-war", first.match, 1))("east"),
      legal: answer.body.legal,
      awaiting: [expect.objectContaining({ decision: expect.any(String) })],
      clocks: { seats: { east: { away: false } } },
    });
  });

  test("is redacted as over a WebSocket", async () => {
    const { match, players, east, west } = await seat({ seats: 2, options: { rackSize: 4 } });
    const watcher = await TestStream.open(server.url, match);
    const spectate = await requestSeat(server.url, match, { spectate: true });
    const socket = await TestClient.watch(server.url, spectate);
    const random = seededRandom(5);
    for (let n = 1; n <= 60 && watcher.known.status === "playing"; n++) {
      const [player] = awaited(players);
      const legal = player?.stream.known.legal?.filter(({ type }) => type !== "concede") ?? [];
      if (!player) throw new Error("nobody is awaited");
      await play(player.reserved, legal[random(legal.length)] ?? {}, `c${n}`);
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
    const { seed } = (await readRecord(journal, match)).header;
    for (const { text } of [east.stream, west.stream, watcher]) expect(text).not.toContain(seed);
  });
});

describe("a stream that is asked for again after an entry", () => {
  test("has the entries after that one, each once, then what happens", async () => {
    const { first, east, west } = await seat({ seats: 2 });
    await play(first, { type: "roll" }, "1");
    await west.stream.waitForEntry(1);
    east.stream.close();
    for (let n = 2; n <= 4; n++) await playOne([east, west], n, west.stream);
    const back = await open(first, 1);
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
    const { first, match } = await seat({ seats: 2 });
    await play(first, { type: "roll" }, "1");
    const stream = await TestStream.open(server.url, match, { after: 1 });
    expect(stream.lines.map(({ type }) => type)).toEqual(["match"]);
    await expect(TestStream.open(server.url, match, { after: 2 })).rejects.toThrow('"field":"after"');
  });
});

/** Lets the awaited player play, and waits until a stream shows it. */
async function playOne(players: readonly Player[], n: number, shown: TestStream): Promise<void> {
  const seats = shown.known.awaiting?.map(({ seat: by }) => by) ?? [];
  const player = players.find(({ reserved }) => seats.includes(reserved.seat ?? ""));
  if (!player) throw new Error("nobody is awaited");
  const { body } = await ask<{ commands: { type: string }[] }>(player.reserved, "legal");
  const command = body.commands.find(({ type }) => type !== "concede");
  await play(player.reserved, command ?? {}, `n${n}`);
  await shown.waitForEntry(n);
}

describe("one seat", () => {
  test("has a WebSocket and a stream; a second one of a kind closes the first alone", async () => {
    const { first, match, east } = await seat({ seats: 2 });
    const socket = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { token: first.token }),
    );
    expect(east.stream.isOver).toBe(false);
    const second = await open(first);
    await east.stream.waitForEnd();
    expect(east.stream.last).toEqual({ type: "end", code: "replaced", resume: false });
    expect(socket.closeCode).toBeNull();
    await TestClient.watch(server.url, await requestSeat(server.url, match, { token: first.token }));
    await until(() => socket.closeCode === 4009, "the first socket's close");
    expect(second.isOver).toBe(false);
  });

  test("whose token is renewed loses its stream", async () => {
    const { first, match, east } = await seat({ seats: 2 });
    await requestSeat(server.url, match, { token: first.token, renew: "fresh-and-random-1" });
    await east.stream.waitForEnd();
    expect(east.stream.last).toMatchObject({ type: "end", code: "replaced" });
    expect((await ask(first, "view")).body).toMatchObject({ code: "bad-token" });
  });
});

describe("a request", () => {
  test("is played once, whichever way it is repeated", async () => {
    const { first, match } = await seat({ seats: 2 });
    const socket = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { token: first.token }),
    );
    const answers = await Promise.all([
      play(first, { type: "roll" }, "same"),
      play(first, { type: "roll" }, "same"),
      socket.request("command", { id: "same", command: { type: "roll" } }),
    ]);
    expect(answers.map((answer) => ("body" in answer ? answer.body.n : answer.n))).toEqual([1, 1, 1]);
    expect((await readRecord(journal, match)).entries).toHaveLength(1);
  });

  test.each([
    ["the rules", "commands", { id: "1", command: { type: "end-turn" } }, 409, "wrong-phase"],
    ["an id that is none", "commands", { id: ":", command: { type: "roll" } }, 400, "bad-request"],
    ["no payload", "commands", undefined, 404, "not-found"],
    ["a field that is missing", "ready", {}, 400, "bad-request"],
    ["a request of that name", "dance", {}, 404, "not-found"],
    ["a wrong pairing code", "pair-temple", { code: "2222" }, 404, "bad-code"],
  ])("is refused with a code: %s", async (_, what, body, status, code) => {
    const { first } = await seat({ seats: 2 });
    const answer = await ask(first, what, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("of who has no seat, or another match's token, is refused", async () => {
    const { match, first } = await seat({ seats: 2 });
    const other = await createMatch(server.url);
    const body = { id: "1", command: { type: "roll" } };
    const spectator = await askMatch<RefusalBody>(server.url, match, "commands", { body });
    expect([spectator.status, spectator.body.code]).toEqual([409, "not-seated"]);
    for (const token of [other.token, "rubbish"]) {
      const answer = await askMatch<RefusalBody>(server.url, match, "commands", { token, body });
      expect([answer.status, answer.body.code]).toEqual([403, "bad-token"]);
    }
    const unknown = await askMatch<RefusalBody>(server.url, "abcdefghijkl", "view");
    expect([unknown.status, unknown.body.code]).toEqual([404, "unknown-match"]);
    expect((await ask(first, "view")).status).toBe(200);
  });

  test("of a private match needs its invitation or a token", async () => {
    const { first, match } = await seat({ seats: 2, private: true });
    expect((await askMatch<RefusalBody>(server.url, match, "view")).body.code).toBe("unknown-match");
    await expect(TestStream.open(server.url, match)).rejects.toThrow("unknown-match");
    expect((await askMatch(server.url, first.invitation ?? "", "view")).status).toBe(200);
    expect((await ask(first, "view")).status).toBe(200);
  });

  test("says something at the table, which others read on their streams and in the chat", async () => {
    const { first, west } = await seat({ seats: 2 });
    expect((await ask(first, "say", { id: "1", text: "hello" })).body).toEqual({ n: 1 });
    await until(() => west.stream.lines.some(({ type }) => type === "chat"), "the line");
    const line = { n: 1, seat: "east", text: "hello" };
    expect(west.stream.lines.find(({ type }) => type === "chat")).toMatchObject({ type: "chat", ...line });
    expect((await ask(west.reserved, "chat")).body).toMatchObject({ lines: [line], more: false });
    expect((await ask(first, "here", {})).body).toEqual({ now: expect.any(Number) });
    expect((await ask(west.reserved, "log")).body).toMatchObject({ entries: [], n: 0 });
  });
});

describe("server-sent events", () => {
  test("are for who accepts them: the same lines as data, the numbers of entries as ids", async () => {
    const { first, match } = await seat({ seats: 2 });
    const abort = new AbortController();
    const path = `${server.url}/api/matches/${match}/stream`;
    const headers = { accept: "text/event-stream" };
    const response = await fetch(path, { headers, signal: abort.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toMatch(/^id: 0\ndata: \{"type":"match".*\}\n\n$/);
    await play(first, { type: "roll" }, "1");
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

describe("the list of games in words", () => {
  test.each(["en", "es"])("has every option and card in %s, whole sentences", async (language) => {
    const response = await fetch(`${server.url}/api/games?words=${language}`);
    const listed = (await response.json()) as GameListing[];
    for (const { options, words } of listed) {
      expect(Object.keys(words?.options ?? {}).toSorted()).toEqual(Object.keys(options).toSorted());
      expect(JSON.stringify(words)).not.toMatch(/\{\w+\}/);
    }
    const cards = new Map(listed.map(({ game, words }) => [game, Object.keys(words?.cards ?? {}).length]));
    // 25 of War and Rain, 13 of each of 20 days; 72 of Space Aztecs, some alike.
    expect(cards.get("flower-war")).toBe(25 + 260);
    expect(cards.get("space-aztecs")).toBeGreaterThan(60);
    expect(cards.get("tieqchieq")).toBe(0);
  });

  test("names the cards as the rules do, and takes no other language", async () => {
    const listed = (await (await fetch(`${server.url}/api/games?words=en`)).json()) as GameListing[];
    const words = listed.find(({ game }) => game === "flower-war")?.words;
    const cards = new Set(Object.values(CARDS).flat());
    expect(Object.keys(words?.cards ?? {}).toSorted()).toEqual([...cards].toSorted());
    expect((await fetch(`${server.url}/api/games?words=nah`)).status).toBe(400);
    const plain = (await (await fetch(`${server.url}/api/games`)).json()) as GameListing[];
    expect(plain.every(({ words: none }) => none === undefined)).toBe(true);
  });
});
