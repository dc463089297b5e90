/** A table that is watched with a delay: spectators see what happens at the table so many seconds later, and nothing of it before. */
import type { LogPage, MatchSummary, PlainMatch, RefusalBody, TablePage } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import { TIMEOUTS } from "../../../src/config.ts";
import type { ServerOptions } from "../../../src/server-options.ts";
import { bead, ledgerOf } from "../../support/beads.ts";
import { TestBridge } from "../../support/bridge.ts";
import { expectRefusal, TestClient } from "../../support/client.ts";
import { findAwaited, pickCommand } from "../../support/expected-views.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { createMatch, type HttpResponse, post, requestSeat } from "../../support/post.ts";
import { seededRandom } from "../../support/random.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { askMatch, TestStream } from "../../support/stream.ts";
import { until } from "../../support/until.ts";

/** ms, and the seconds that a table asks for. */
const DELAY = 30_000;
const watchDelay = DELAY / 1000;

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer;
const start = async (options: ServerOptions = {}) => {
  const kept = { journal, authSecret: "auth-secret-that-outlives-the-server" };
  server = await startOnFakeTime(time, { ...kept, ...options });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new MemoryJournal(time);
  await start();
});
afterEach(() => server.stop());

async function get<T>(path: string, token?: string | null): Promise<Omit<HttpResponse<T>, "headers">> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(server.url + path, { headers });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("application/json;");
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
}

const watch = async (match: string) =>
  TestClient.watch(server.url, await requestSeat(server.url, match, { spectate: true }));

const whyNot = async (match: string) => {
  const { status, body } = await post<RefusalBody>(server.url, `/api/matches/${match}/seats`, {
    spectate: true,
  });
  return { status, code: body.code, ...(body.wait !== undefined && { wait: body.wait }) };
};

/** Creates a table of two and lets it begin. */
async function begin(settings: object = {}) {
  const first = await createMatch(server.url, { seats: 2, watchDelay, openNonces: true, ...settings });
  const name = first.invitation ?? first.match;
  const other = await requestSeat(server.url, name, { name: "Tlacotzin" });
  const join = [first, other].map((each) => TestClient.joinOpenly(server.url, each, `nonce-of-${each.seat}`));
  const players = await Promise.all(join);
  await Promise.all(players.map((player) => player.waitForEntry(0)));
  return { match: first.match, first, players };
}

/** Plays a command, and waits until both players have seen it. */
async function play(players: readonly TestClient[], command?: object): Promise<number> {
  const awaited = findAwaited(players);
  const n = await awaited.play(command ?? pickCommand(awaited, 0));
  await Promise.all(players.map((player) => player.waitForEntry(n)));
  return n;
}

const concede = (players: readonly TestClient[]) => play(players, { type: "concede" });

/** Waits until clients have got all that the server has sent them. */
const settle = (...clients: TestClient[]) => Promise.all(clients.map((client) => client.request("time", {})));

/** The public state that a client has: not its hand. */
function shown({ state }: TestClient): object {
  const { hands: _, ...rest } = JSON.parse(JSON.stringify(state)) as { hands: unknown };
  return rest;
}

describe("a spectator with a WebSocket", () => {
  test("sees the table gather at once, and from its beginning on all exactly so much later", async () => {
    const first = await createMatch(server.url, { seats: 2, watchDelay, openNonces: true });
    const early = await watch(first.match);
    expect(early.details.watchDelay).toBe(30);
    const other = await requestSeat(server.url, first.match, { name: "Tlacotzin" });
    await until(() => early.state.seats.get("west")?.name === "Tlacotzin", "the other's name");
    const join = [first, other].map((each) =>
      TestClient.joinOpenly(server.url, each, `nonce-of-${each.seat}`),
    );
    const players = await Promise.all(join);
    await Promise.all(players.map((player) => player.waitForEntry(0)));
    await settle(early);
    expect(early.state.status).toBe("gathering");
    await time.pass(5_000);
    await play(players);
    await time.pass(DELAY - 5_001);
    await settle(early);
    expect(early.state.status).toBe("gathering");
    await time.pass(1);
    await until(() => early.state.status === "playing", "the beginning");
    expect([early.state.n, early.entries]).toEqual([0, []]);
    await time.pass(4_999);
    await settle(early);
    expect(early.state.n).toBe(0);
    await time.pass(1);
    await until(() => early.entries.length === 1, "the first entry");
    expect(players.map(shown)).toEqual([shown(early), shown(early)]);
  });

  test("who comes later gets what is due, and then the rest as it falls due", async () => {
    const { match, players } = await begin();
    for (let i = 0; i < 6; i++) {
      await time.pass(1_500);
      await play(players);
    }
    const soon = await watch(match);
    expect(soon.state.status).toBe("gathering");
    await time.pass(DELAY - 9_000 + 4_500);
    await until(() => soon.state.n === 3, "the third entry");
    const late = await watch(match);
    await until(() => late.state.n === 3, "the third entry");
    expect(shown(late)).toEqual(shown(soon));
    await time.pass(4_500);
    await until(() => late.state.n === 6 && soon.state.n === 6, "the last entry");
    expect(shown(late)).toEqual(shown(soon));
    expect(players.map(shown)).toEqual([shown(late), shown(late)]);
    expect(late.entries.map(({ n }) => n).slice(-3)).toEqual([4, 5, 6]);
    expect(soon.entries.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("sees the end so much later, whatever the room waits for", async () => {
    await server.stop();
    await start({ timeouts: { ...TIMEOUTS, over: 1_000 } });
    const { match, players } = await begin();
    const watcher = await watch(match);
    await concede(players);
    await time.pass(DELAY - 1);
    await settle(watcher);
    expect(watcher.state.status).toBe("gathering");
    await time.pass(1);
    await until(() => watcher.state.status === "over", "the end");
    expect(watcher.state.secret).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("over plain HTTP", () => {
  test("view, log, header and streams tell of what is due", async () => {
    const { match, players } = await begin();
    const early = await TestStream.open(server.url, match);
    const view = async () => (await get<PlainMatch>(`/api/matches/${match}/view`)).body;
    const log = async () => (await get<LogPage>(`/api/matches/${match}/log`)).body;
    expect(await view()).toMatchObject({ status: "gathering", n: 0, view: null, watchDelay: 30 });
    expect((await get(`/api/matches/${match}/header`)).body).toMatchObject({ code: "match-not-started" });
    await time.pass(1_000);
    await play(players);
    await time.pass(1_000);
    await play(players);
    const stream = `/api/matches/${match}/stream`;
    expect((await get(`${stream}?after=1`)).body).toMatchObject({ code: "bad-request", field: "after" });
    expect(await log()).toEqual({ entries: [], n: 0, own: [] });
    await time.pass(DELAY - 2_000);
    await until(() => early.known.status === "playing", "the beginning");
    expect((await get<{ header: string }>(`/api/matches/${match}/header`)).body.header).toContain(match);
    await time.pass(1_000);
    await early.waitForEntry(1);
    expect(await view()).toMatchObject({ status: "playing", n: 1 });
    const { n, entries } = await log();
    expect([n, entries.map(([at]) => at)]).toEqual([1, [time.now() - DELAY]]);
    const late = await TestStream.open(server.url, match, { after: 0 });
    await until(() => late.numbers.length === 1, "the entry of the past");
    await time.pass(999);
    expect([(await view()).n, early.numbers, late.numbers]).toEqual([1, [1], [1]]);
    await time.pass(1);
    await Promise.all([early.waitForEntry(2), late.waitForEntry(2)]);
    expect([early.numbers, late.numbers]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    const now = await view();
    for (const { known } of [early, late])
      expect(known).toMatchObject({ n: 2, seats: now.seats, view: now.view });
    const player = await askMatch<PlainMatch>(server.url, match, "view", {
      token: players[0]?.reserved.token ?? "",
    });
    expect(now).toEqual({ ...player.body, you: null, legal: [], view: now.view });
  });

  test("requests of spectators are refused alike, however the match stands", async () => {
    const { match, players } = await begin();
    const watcher = await watch(match);
    const asked = async () => [
      (await expectRefusal(watcher.request("command", { id: "1", command: { type: "roll" } }))).code,
      (
        await expectRefusal(
          watcher.request("ask-seat", { name: "Xoco", seat: "west", renew: "fresh-and-random-1" }),
        )
      ).code,
      (await expectRefusal(watcher.request("pair-temple", { code: "ABCD" }))).code,
      (await expectRefusal(watcher.request("nearby-temples"))).code,
      await watcher.request("legal"),
      (await post<RefusalBody>(server.url, `/api/matches/${match}/seats`, { name: "Xoco" })).body.code,
      (await get<RefusalBody>(`/api/matches/${match}/record`)).body.code,
    ];
    const playing = await asked();
    const seats = ["not-seated", "seat-taken", "not-seated", "not-seated", { commands: [] }];
    expect(playing).toEqual([...seats, "match-full", "match-not-over"]);
    await concede(players);
    expect(await asked()).toEqual(playing);
  });

  test("what is said once the match has begun is read late, too; players read it at once", async () => {
    const first = await createMatch(server.url, { seats: 2, watchDelay, openNonces: true });
    const early = await watch(first.match);
    const heard: number[] = [];
    early.room.onMessage("chat", ({ n }) => void heard.push(n));
    const east = await TestClient.watch(server.url, first);
    await east.request("say", { id: "1", text: "welcome" });
    await until(() => heard.length === 1, "the line");
    await east.request("nonce", { nonce: "nonce-of-east" });
    const west = await requestSeat(server.url, first.match, { name: "Tlacotzin" });
    await TestClient.joinOpenly(server.url, west, "nonce-of-west");
    await east.waitForEntry(0);
    await time.pass(1_000);
    await east.request("say", { id: "2", text: "I hold a jaguar" });
    const read = async (client: TestClient) =>
      (await client.request("chat", { after: 0 })).lines.map(({ n }) => n);
    await time.pass(DELAY - 1);
    expect([heard, await read(early), await read(east)]).toEqual([[1], [1], [1, 2]]);
    await time.pass(1);
    await until(() => heard.length === 2, "the late line");
    expect(await read(early)).toEqual([1, 2]);
  });
});

describe("what else tells of a match", () => {
  const listed = async (match: string) =>
    (await get<TablePage>("/api/lobby")).body.tables.find(({ id }) => id === match);
  const summary = async (match: string, token?: string | null) =>
    (await get<MatchSummary>(`/api/matches/${match}`, token)).body;

  test("says that it goes on until its end is due; its players have record and result at once", async () => {
    const { match, players, first } = await begin();
    const gone = await requestSeat(server.url, (await createMatch(server.url, { seats: 2 })).match, {
      name: "Xoco",
    });
    const before = [await listed(match), await summary(match)];
    expect(before).toMatchObject([
      { status: "playing", watchDelay: 30, unwatched: false, people: ["Citlali", "Tlacotzin"] },
      { over: false, table: { status: "playing", watchDelay: 30, free: [] } },
    ]);
    await time.pass(1_000);
    await concede(players);
    const record = `/api/matches/${match}/record`;
    for (const pass of [0, DELAY - 1]) {
      await time.pass(pass);
      expect([await listed(match), await summary(match)]).toEqual(before);
      expect((await get<RefusalBody>(record)).body.code).toBe("match-not-over");
      expect((await get<RefusalBody>(record, gone.token)).body.code).toBe("match-not-over");
      expect(await summary(match, gone.token)).toEqual(before[1]);
      expect(await summary(match, first.token)).toMatchObject({
        over: true,
        closed: false,
        result: { entries: 1 },
      });
      expect((await get(record, first.token)).status).toBe(200);
    }
    await time.pass(1);
    expect(await listed(match)).toBeUndefined();
    expect(await summary(match)).toMatchObject({ over: true, result: { entries: 1 } });
    expect((await get(record)).status).toBe(200);
  });

  test("a former holder's token, and one that is none, show nothing of the end", async () => {
    const first = await createMatch(server.url, { seats: 2, watchDelay, openNonces: true });
    const left = await requestSeat(server.url, first.match, { name: "Xoco" });
    await (await TestClient.watch(server.url, left)).room.leave();
    const watcher = await watch(first.match);
    await until(() => watcher.state.seats.get("west")?.kind === "open", "the open seat");
    const other = await requestSeat(server.url, first.match, { name: "Tlacotzin" });
    const join = [first, other].map((each) =>
      TestClient.joinOpenly(server.url, each, `nonce-of-${each.seat}`),
    );
    const players = await Promise.all(join);
    await Promise.all(players.map((player) => player.waitForEntry(0)));
    await concede(players);
    expect(await summary(first.match, left.token)).toMatchObject({ over: false });
    expect(await summary(first.match, "rubbish")).toMatchObject({ over: false });
    expect(await summary(first.match, other.token)).toMatchObject({ over: true });
  });

  test("a rematch is listed when the end before it has been told", async () => {
    const { match, players, first } = await begin();
    await concede(players);
    const again = await post<{ match: string }>(server.url, `/api/matches/${match}/rematch`, {
      token: first.token,
    });
    await time.pass(DELAY - 1);
    expect(await listed(again.body.match)).toBeUndefined();
  });
});

/** Everything that spectators and others without a seat are told, but for what their own connections are called. */
class Outsiders {
  readonly #match: string;
  readonly #sockets: TestClient[] = [];
  readonly #streams: TestStream[] = [];
  readonly #answers: unknown[] = [];

  constructor(match: string) {
    this.#match = match;
  }

  async come(): Promise<void> {
    this.#sockets.push(await watch(this.#match));
    this.#streams.push(await TestStream.open(server.url, this.#match, { after: 0 }));
  }

  async ask(): Promise<void> {
    const match = `/api/matches/${this.#match}`;
    const paths = ["", "/view", "/log", "/header", "/chat", "/record", "/stream?after=99"];
    for (const path of paths) this.#answers.push((await get(match + path)).body);
    this.#answers.push((await get("/api/lobby")).body);
    const page = await get<string>(`/matches/${this.#match}`);
    this.#answers.push(page.body.replaceAll(server.url, ""));
    await settle(...this.#sockets);
  }

  /** What they have been told so far. */
  get told() {
    return {
      frames: this.#sockets.map(({ frames }) => frames.map((frame) => frame.toString("hex"))),
      lines: this.#streams.map(({ lines }) => lines),
      answers: this.#answers,
    };
  }
}

/** A temple to which both seats of a table are local. */
class Temple {
  readonly #id = "templo-mayor";
  readonly #bridge: TestBridge;
  /** The mark of the window in which a bead is an offering. */
  #mark = "";

  private constructor(bridge: TestBridge) {
    this.#bridge = bridge;
  }

  /** Pairs it with the seats, and plays until a bead is an offering. */
  static async open(players: readonly TestClient[]): Promise<Temple> {
    const admin = { authorization: `Bearer ${server.config.adminPassword}` };
    const temple = new Temple(await TestBridge.join(server));
    await post(server.operatorUrl, OPERATOR_PATHS.temples, { templeId: temple.#id }, admin);
    await temple.report();
    const { code } = await temple.#bridge.request("code", { templeId: temple.#id });
    for (const player of players) await player.request("pair-temple", { code });
    while (!(await temple.report())?.open.t) await play(players);
    return temple;
  }

  /** Says that it is online, and returns what it shows. */
  async report() {
    const { table } = await this.#bridge.request("temple-online", { templeId: this.#id });
    this.#mark = table?.mark ?? "";
    return table;
  }

  /** Makes an offering, has a bead refused that is then owed, and goes offline. */
  async playAndGo(): Promise<void> {
    const beads = [this.#mark, "another.1"].map((mark, i) =>
      bead("t", i + 1, { stamp: { mark, base: { h: 0, t: i } } }),
    );
    const { judgements, ledger } = await this.#bridge.request("judge", {
      templeId: this.#id,
      ledger: ledgerOf(),
      beads,
    });
    expect([judgements.map(({ verdict }) => verdict), ledger.fix.t]).toEqual([["accepted", "rejected"], -1]);
    await this.#bridge.request("temple-offline", { templeId: this.#id });
  }
}

test.each(["plays on", "ends the match", "plays at a temple, which shows it at once,"])(
  "nothing that spectators get tells whether a player %s in the last seconds of the delay",
  async (what) => {
    const tell = async (acts: boolean) => {
      await server.stop();
      time = new FakeTime();
      journal = new MemoryJournal(time);
      const below = seededRandom(43);
      await start({
        random: {
          fraction: () => 0.5,
          bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
        },
      });
      const { match, players } = await begin();
      const outsiders = new Outsiders(match);
      await outsiders.come();
      const temple = what.includes("temple") ? await Temple.open(players) : null;
      const turns = temple === null ? 3 : 0;
      for (let i = 0; i < turns; i++) {
        await time.pass(1_000);
        await play(players);
      }
      await time.pass(DELAY);
      await temple?.report();
      await outsiders.come();
      await outsiders.ask();
      if (acts && temple !== null) {
        await temple.playAndGo();
        await players[0]?.request("unpair-temple");
        await until(() => players[1]?.state.seats.get("east")?.temple === "", "the seat to be unpaired");
        expect(players[1]?.state.seats.get("west")).toMatchObject({ fixT: -1, templeOnline: false });
      } else if (acts) {
        await play(players);
        await players[0]?.request("say", { id: "1", text: "I hold a jaguar" });
        if (what === "ends the match") await concede(players);
        await players[1]?.room.leave();
        await until(() => players[0]?.state.seats.get("west")?.connected === false, "the absence");
      }
      await outsiders.come();
      await outsiders.ask();
      await time.pass(DELAY - 1);
      await outsiders.come();
      await outsiders.ask();
      const told = structuredClone(outsiders.told);
      await time.pass(1);
      await outsiders.ask();
      return { told, later: outsiders.told };
    };
    const [quiet, busy] = [await tell(false), await tell(true)];
    expect(busy.told).toEqual(quiet.told);
    expect(busy.later.answers).not.toEqual(quiet.later.answers);
  },
);

describe("after a server's end", () => {
  test("the table is shown again when what happened last is due, and says when that is", async () => {
    const { match, players } = await begin();
    await time.pass(10_000);
    await play(players);
    await time.pass(4_000);
    await server.stop();
    await start();
    const later = { status: 409, code: "watch-later", wait: DELAY - 4_000 };
    expect(await whyNot(match)).toEqual(later);
    const view = await get<RefusalBody>(`/api/matches/${match}/view`);
    expect([view.status, view.body]).toMatchObject([409, { code: "watch-later", wait: DELAY - 4_000 }]);
    await expect(TestStream.open(server.url, match)).rejects.toThrow("watch-later");
    const [east] = players;
    const back = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { token: east?.reserved.token }),
    );
    expect(back.state.n).toBe(1);
    await time.pass(DELAY - 4_001);
    expect(await whyNot(match)).toEqual({ ...later, wait: 1 });
    await time.pass(1);
    const watcher = await watch(match);
    expect(watcher.state.n).toBe(1);
    expect(watcher.state.seats.get("east")?.connected).toBe(false);
    await time.pass(4_000);
    await until(() => watcher.state.seats.get("east")?.connected === true, "the player's return");
  });

  test("an end that was told to players alone is due as if there had been one server", async () => {
    const { match, players, first } = await begin();
    await concede(players);
    await time.pass(4_000);
    await server.stop();
    await start();
    expect(await get(`/api/matches/${match}`)).toMatchObject({
      body: { over: false, table: { status: "playing" } },
    });
    expect(await get(`/api/matches/${match}`, first.token)).toMatchObject({ body: { over: true } });
    expect(await whyNot(match)).toEqual({ status: 409, code: "watch-later", wait: DELAY - 4_000 });
    await time.pass(DELAY - 4_000);
    expect(await get(`/api/matches/${match}`)).toMatchObject({ body: { over: true, closed: false } });
    expect((await watch(match)).state.status).toBe("over");
  });
});

describe("a table that takes no spectators", () => {
  test("refuses each way to watch, while it gathers, is played and is over", async () => {
    const settings = { seats: 2, openNonces: true, unwatched: true };
    const refused = async (match: string) => {
      expect(await whyNot(match)).toEqual({ status: 403, code: "unwatched" });
      await expect(TestStream.open(server.url, match)).rejects.toThrow("unwatched");
      for (const what of ["view", "log", "chat", "header"])
        expect((await get<RefusalBody>(`/api/matches/${match}/${what}`)).body.code).toBe("unwatched");
      const said = await askMatch<RefusalBody>(server.url, match, "say", {
        body: { id: "1", name: "Xoco", text: "hi" },
      });
      expect(said.body.code).toBe("unwatched");
    };
    const gathering = await createMatch(server.url, settings);
    expect((await get<TablePage>("/api/lobby")).body.tables).toMatchObject([
      { unwatched: true, watchDelay: 0 },
    ]);
    await refused(gathering.match);
    const { match, players } = await begin({ watchDelay: 0, unwatched: true });
    await refused(match);
    await concede(players);
    await refused(match);
    expect((await get(`/api/matches/${match}/record`)).status).toBe(200);
  });

  test.each([
    [{ watchDelay: 29 }, "watchDelay"],
    [{ watchDelay: 301 }, "watchDelay"],
    [{ watchDelay: 30.5 }, "watchDelay"],
    [{ watchDelay: "60" }, "watchDelay"],
    [{ unwatched: "yes" }, "unwatched"],
    [{ watchDelay: 60, unwatched: true }, "unwatched"],
  ])("%j is refused", async (settings, field) => {
    const body = { game: "flower-war", name: "Citlali", ...settings };
    expect(await post(server.url, "/api/matches", body)).toMatchObject({
      status: 400,
      body: { code: "bad-request", field },
    });
  });
});
