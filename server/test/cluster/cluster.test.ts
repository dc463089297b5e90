import { setTimeout as sleep } from "node:timers/promises";
import { CLOSE, PATHS, type SeatReservation } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { inTurn } from "../../../test/support/in-turn.ts";
import { lacks } from "../../../test/support/programs.ts";
import type { OnTestFinished } from "../../../test/support/temp-folder.ts";
import { bead, ledgerOf } from "../support/beads.ts";
import { TestBridge } from "../support/bridge.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { isHostedBy, playCommands, TestCluster } from "../support/cluster.ts";
import { LobbyClient } from "../support/lobby.ts";
import { requestSeat, post } from "../support/post.ts";
import { SECRETS } from "../support/process.ts";
import { findAwaited, pickCommand } from "../support/expected-views.ts";
import { until, untilRead } from "../support/until.ts";

/** ms between two rounds of requests, so that no client exceeds the message limit. Other processes keep real time. */
const PACE = 250;

describe.skipIf(lacks("redis", "postgres"))("two servers on one Redis and PostgreSQL", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  });
  afterAll(() => cluster?.stop());

  async function enrol(templeId: string): Promise<string> {
    const admin = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
    const { status, body } = await post<{ secret: string }>(
      cluster.a.operatorUrl,
      OPERATOR_PATHS.temples,
      { templeId },
      admin,
    );
    expect(status).toBe(201);
    return body.secret;
  }

  test("create matches in both processes, whichever gets the request", async () => {
    const { a, b } = cluster;
    const created = await Promise.all(Array.from({ length: 30 }, () => cluster.requestMatch(a)));
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
    expect(created.filter(({ body }) => isHostedBy(body, a)).length).toBeGreaterThan(4);
    expect(created.filter(({ body }) => isHostedBy(body, b)).length).toBeGreaterThan(4);
  });

  test("reserve seats by code and token, and for spectators, in a match of the other process", async () => {
    const { a, b } = cluster;
    const first = await cluster.createMatchIn(b, { seats: 2 });
    const second = await requestSeat(a.url, first.code.toLowerCase(), { name: "Xochitl" });
    const spectator = await requestSeat(a.url, first.code, { spectate: true });
    const again = await requestSeat(a.url, first.match, { token: first.token });
    const reserved = [again, second, spectator];
    expect(reserved.map((each) => isHostedBy(each, b))).toEqual([true, true, true]);
    const clients = await Promise.all(reserved.map((each) => TestClient.join(a.url, each)));
    await playCommands(clients.slice(0, 2), 8);
    await clients[2]?.waitForEntry(8);
    await Promise.all(clients.map((client) => client.leave()));
  });

  test("list the matches of both processes in either lobby, with their open seats", async () => {
    const { a, b } = cluster;
    // Other tests leave matches of other games, whose lists are longer than a page.
    const game = "mexica";
    const watcher = await LobbyClient.join(a.url, { game });
    const first = await cluster.createMatchIn(b, { game, seats: 2 });
    await until(() => watcher.get(first.match)?.open === 1, "the new match in the other lobby");
    const other = await LobbyClient.join(b.url, { game });
    expect(other.get(first.match)?.code).toBe(first.code);
    const path = `${PATHS.lobby}?game=${game}`;
    const lists = await Promise.all([a, b].map(async ({ url }) => (await fetch(url + path)).json()));
    expect(lists[0]).toEqual(lists[1]);
    expect(lists[0]).toMatchObject({ total: watcher.shown.total, page: 1 });
    await requestSeat(a.url, first.code, { name: "Xochitl" });
    await until(() => watcher.get(first.match)?.open === 0, "the seat to be taken in the lobby");
    await Promise.all([watcher.leave(), other.leave()]);
  });

  test("seat players together who request a quick play from both at the same time", async () => {
    const { a, b } = cluster;
    const quick = (server: typeof a) => cluster.requestMatch(server, { game: "flower-war" }, PATHS.quickPlay);
    const played = await Promise.all([a, b, a, b].map(quick));
    expect(played.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const seats = played.map(({ body }) => `${body.match}:${body.seat}`);
    expect(new Set(seats).size).toBe(4);
  });

  test("seat players together who request a quick play from one after the other, before news of the match have come", async () => {
    const { a, b, redis } = cluster;
    const request = async (server: typeof a) =>
      (await cluster.requestMatch(server, { game: "space-aztecs" }, PATHS.quickPlay)).body;
    const first = await request(a);
    const publisher = new Redis(redis.url);
    onTestFinished(() => publisher.disconnect());
    // For both servers it is as if they had not heard of it yet.
    await publisher.publish("listings", JSON.stringify({ gone: first.match }));
    const knows = async ({ url }: typeof a) =>
      (await (await fetch(url + PATHS.lobby)).text()).includes(first.match);
    const known = () => Promise.all([a, b].map(knows));
    await untilRead(known, (either) => !either.includes(true), "the news that it is gone");
    expect(await request(b)).toMatchObject({
      match: first.match,
      seat: expect.not.stringMatching(first.seat ?? ""),
    });
    expect((await request(a)).match).toBe(first.match);
  });

  test("play a finished match again in one match, when both are asked at the same time", async () => {
    const { a, b } = cluster;
    const first = await cluster.createMatchIn(b, { seats: 2, private: true });
    const second = await requestSeat(a.url, first.invitation ?? "", { name: "Xochitl" });
    const players = await Promise.all([first, second].map((each) => TestClient.join(a.url, each)));
    await players[1]?.waitForEntry(0);
    await players[1]?.play({ type: "concede" });
    const path = PATHS.rematch.replace(":id", first.match);
    const asked = await Promise.all(
      [first, second].flatMap(({ token }) =>
        [a, b].map(async ({ url }) => (await post<SeatReservation>(url, path, { token })).body),
      ),
    );
    expect(new Set(asked.map(({ match }) => match)).size).toBe(1);
    expect(asked.map(({ seat }) => seat)).toEqual(["west", "west", "east", "east"]);
    const [west, , , east] = asked;
    if (!west || !east) throw new Error("two players asked");
    const again = await Promise.all([TestClient.join(a.url, west), TestClient.join(b.url, east)]);
    await Promise.all(again.map((player) => player.waitForEntry(0)));
    await Promise.all([...players, ...again].map((client) => client.leave()));
  });

  test("count the new matches of one address together", async () => {
    const request = (url: string) =>
      post(url, PATHS.matches, { game: "flower-war", name: "Itzel" }, { "x-forwarded-for": "192.0.2.1" });
    const { a, b } = cluster;
    const statuses = [];
    for (const { url } of [a, b, a, b, a, b, a, b, a]) statuses.push((await request(url)).status);
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(201));
    // On a slow machine there may be another one meanwhile. Counted apart, all nine would be allowed.
    expect(statuses.slice(5)).toContain(429);
  });

  test("[P-2] [P-3] [J-9] [P-5] serve a temple's bridge in one process and its match in the other", async () => {
    const { a, b } = cluster;
    const templeId = "templo-far";
    const secret = await enrol(templeId);
    const bridge = await TestBridge.join(a);
    const idle = await TestBridge.join(b, "bridge-2");
    expect(await idle.request("verify", { templeId, secret })).toEqual({ ok: true });
    expect(await idle.expectRefusal("code", { templeId: "templo-none" })).toMatchObject({
      code: "unknown-temple",
    });
    expect(await bridge.request("temple-online", { templeId })).toEqual({
      owned: true,
      ledger: null,
      table: null,
      untold: [],
    });

    const first = await cluster.createMatchIn(b, { seats: 2 });
    const second = await requestSeat(a.url, first.code, { name: "Xochitl" });
    const clients = await Promise.all([first, second].map((each) => TestClient.join(a.url, each)));
    const [east, other] = clients as [TestClient, TestClient];
    const { code } = await bridge.request("code", { templeId });
    expect(await idle.request("code", { templeId })).toMatchObject({ code });
    expect(await east.request("pair-temple", { code: ` ${code.toLowerCase()} ` })).toEqual({ templeId });
    const bound = await bridge.waitForMessage("bound", templeId);
    expect(bound.table.match).toBe(first.code);
    expect(east.state.seats.get(east.seat ?? "")).toMatchObject({ temple: templeId, templeOnline: true });

    // Both bridges receive the same bead, as they do during a handover (S-1).
    const claim = bead("h", 1, { stamp: null });
    const judged = await Promise.all(
      [bridge, idle].map((each) => each.request("judge", { templeId, ledger: ledgerOf(), beads: [claim] })),
    );
    expect(judged[0]?.judgements).toEqual(judged[1]?.judgements);
    expect(judged[0]?.judgements).toMatchObject([{ verdict: "rejected" }]);

    await playCommands([east, other], 1);
    await bridge.waitForMessage("table", templeId);
    await idle.request("unpair", { templeId });
    await bridge.waitForMessage("unbound", templeId);
    await until(() => east.state.seats.get(east.seat ?? "")?.temple === "", "the seat to be local no longer");
    await Promise.all([bridge.leave(), idle.leave(), east.leave(), other.leave()]);
  });

  test("[P-3] bind a temple to one match when players of two processes enter its code at the same time", async () => {
    const { a, b } = cluster;
    const templeId = "templo-race";
    await enrol(templeId);
    const bridge = await TestBridge.join(a);
    await bridge.request("temple-online", { templeId });
    const reserved = [
      await cluster.createMatchIn(a, { seats: 2 }),
      await cluster.createMatchIn(b, { seats: 2 }),
    ];
    const players = await Promise.all(reserved.map((each) => TestClient.join(a.url, each)));
    const { code } = await bridge.request("code", { templeId });
    const paired = await Promise.allSettled(players.map((player) => player.request("pair-temple", { code })));
    expect(paired.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await Promise.all([bridge.leave(), ...players.map((player) => player.leave())]);
  });

  test("[P-6] show one player's name on a temple of the other process, and pair by its button", async () => {
    const { a, b } = cluster;
    const templeId = "templo-near";
    await enrol(templeId);
    const bridge = await TestBridge.join(a);
    await bridge.request("temple-online", { templeId });
    await bridge.request("code", { templeId });
    const reserved = [
      await cluster.createMatchIn(a, { seats: 2 }),
      await cluster.createMatchIn(b, { seats: 2 }),
    ];
    const players = await Promise.all(reserved.map((each) => TestClient.join(a.url, each)));
    const [here, there] = players as [TestClient, TestClient];
    expect(await there.request("nearby-temples")).toEqual({
      temples: expect.arrayContaining([{ templeId, elsewhere: false }]),
    });
    await there.request("pair-nearby", { templeId });
    const { question } = await bridge.waitForMessage("asked", templeId);
    expect((await expectRefusal(here.request("pair-nearby", { templeId }))).code).toBe("temple-busy");
    await bridge.request("confirm", { templeId, id: question?.id ?? "" });
    const bound = await bridge.waitForMessage("bound", templeId);
    expect(bound.table.match).toBe(reserved[1]?.code);
    await bridge.waitForMessage("asked", templeId, (asked) => asked.question === null);
    expect(await here.request("nearby-temples")).toEqual({
      temples: expect.arrayContaining([{ templeId, elsewhere: true }]),
    });
    await Promise.all([bridge.leave(), ...players.map((player) => player.leave())]);
  });
});

describe.skipIf(lacks("redis", "postgres"))("when one of two servers is killed", () => {
  test("its matches and their temples are resumed in the other, which also creates all new matches", async () => {
    const cluster = await TestCluster.start();
    try {
      const { a, b } = cluster;
      const templeId = "templo-lost";
      const admin = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
      await post(a.operatorUrl, OPERATOR_PATHS.temples, { templeId }, admin);
      const bridge = await TestBridge.join(a);
      await bridge.request("temple-online", { templeId });
      const watcher = await LobbyClient.join(a.url);

      const lost = await cluster.createMatchIn(b, { seats: 3 });
      const player = await TestClient.join(a.url, lost);
      await player.request("pair-temple", { code: (await bridge.request("code", { templeId })).code });
      await bridge.waitForMessage("bound", templeId);
      const other = await cluster.createMatchIn(a, { seats: 2 });
      const otherSeat = await requestSeat(b.url, other.code, { name: "Tlalli" });
      const others = await Promise.all([other, otherSeat].map((each) => TestClient.join(a.url, each)));
      await playCommands(others, 2);

      await b.stop("SIGKILL");
      const created = await Promise.all(Array.from({ length: 10 }, () => cluster.requestMatch(a)));
      expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
      expect(created.every(({ body }) => isHostedBy(body, a))).toBe(true);
      await playCommands(others, 6);
      expect(others.map(({ closeCode }) => closeCode)).toEqual([null, null]);

      const again = await TestClient.join(a.url, await requestSeat(a.url, lost.code, { token: lost.token }));
      expect(isHostedBy(again.reserved, a)).toBe(true);
      expect(again.state.seats.get(again.seat ?? "")).toMatchObject({ temple: templeId, templeOnline: true });
      const { table } = await bridge.request("temple-online", { templeId });
      expect(table).toMatchObject({ match: lost.code });
      await until(() => watcher.ids.includes(lost.match), "the match in the lobby");
    } finally {
      await cluster.stop();
    }
  });
});

describe.skipIf(lacks("redis", "postgres"))("when one of two servers stands still", () => {
  test("its matches go on in the other meanwhile, which creates all new matches, and it lets them be when it goes on; its temples count as offline until then", async ({
    onTestFinished,
  }) => {
    const cluster = await TestCluster.start();
    onTestFinished(() => cluster.stop());
    const { a, b } = cluster;
    const templeId = "templo-still";
    const admin = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
    await post(a.operatorUrl, OPERATOR_PATHS.temples, { templeId }, admin);
    const bridge = await TestBridge.join(b);
    await bridge.request("temple-online", { templeId });
    const first = await cluster.createMatchIn(b, { seats: 2 });
    const second = await requestSeat(a.url, first.code, { name: "Xochitl" });
    const stuck = await Promise.all([first, second].map((each) => TestClient.join(a.url, each)));
    await stuck[0]?.request("pair-temple", { code: (await bridge.request("code", { templeId })).code });
    await bridge.waitForMessage("bound", templeId);
    await playCommands(stuck, 3);
    b.child.kill("SIGSTOP");
    const players = await Promise.all(stuck.map((client) => rejoin(a.url, client)));
    const isTempleOnline = () => players[0]?.state.seats.get(players[0].seat ?? "")?.templeOnline;
    expect(isTempleOnline()).toBe(false);
    expect(players.map(({ reserved }) => isHostedBy(reserved, a))).toEqual([true, true]);
    const created = await Promise.all(Array.from({ length: 10 }, () => cluster.requestMatch(a)));
    expect(created.every(({ status, body }) => status === 201 && isHostedBy(body, a))).toBe(true);
    await playCommands(players, 3);
    b.child.kill("SIGCONT");
    await until(() => stuck.every(({ closeCode }) => closeCode === CLOSE.moved), "the clients to be sent on");
    await until(() => isTempleOnline() === true, "the temple to be online again");
    await playCommands(players, 3);
    expect(players.map(({ closeCode }) => closeCode)).toEqual([null, null]);
    const createMatch = async () => (await cluster.requestMatch(a)).body;
    await untilRead(createMatch, (body) => isHostedBy(body, b), "a new match there again");
  });
});

async function rejoin(url: string, { reserved: { match, token } }: TestClient): Promise<TestClient> {
  // A match may still be unavailable when others are not any more, and its room may close before the client comes.
  const enter = async () => {
    const { status, body } = await post<SeatReservation>(url, PATHS.seats.replace(":id", match), { token });
    expect([200, 503]).toContain(status);
    return status === 200 ? TestClient.join(url, body).catch(() => null) : null;
  };
  return (await untilRead(enter, (client) => client !== null, "the seat")) as TestClient;
}

/** A fault of something that both servers need. */
interface Fault {
  readonly how: string;
  readonly away: (cluster: TestCluster) => Promise<void> | void;
  readonly back: (cluster: TestCluster) => Promise<void> | void;
}

const startInTurn = inTurn();

/** What happened while something was away. */
interface Outage {
  /** How new matches and a temple's code were answered. */
  readonly codes: readonly string[];
  /** Commands that were acknowledged, for each match. */
  readonly accepted: readonly number[];
  /** Commands that were not. */
  readonly refused: number;
  /** The status of `GET /readyz`. */
  readonly ready: readonly number[];
}

/**
 * Plays two matches, one in each server, while something is away for 10 s, and checks that nothing acknowledged is lost and
 * everything recovers by itself.
 */
async function playThrough({ away, back }: Fault, onTestFinished: OnTestFinished): Promise<Outage> {
  const cluster = await startInTurn(() => TestCluster.start());
  onTestFinished(() => cluster.stop());
  const { a, b } = cluster;
  const templeId = "templo-away";
  await post(
    a.operatorUrl,
    OPERATOR_PATHS.temples,
    { templeId },
    { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` },
  );
  const reserved: SeatReservation[] = [];
  for (const home of [a, b]) {
    const first = await cluster.createMatchIn(home, { seats: 2 });
    reserved.push(first, await requestSeat(a.url, first.code, { name: "Xochitl" }));
  }
  const clients = await Promise.all(reserved.map((each) => TestClient.join(a.url, each)));
  const matches = [clients.slice(0, 2), clients.slice(2)];
  const bridge = await TestBridge.join(a);
  const watcher = await LobbyClient.join(b.url);
  await Promise.all(matches.map((players) => playCommands(players, 3)));

  await away(cluster);
  const begun = performance.now();
  const codes = new Set<string>();
  const ready = new Set<number>();
  const accepted = [0, 0];
  let refused = 0;
  for (let i = 0; performance.now() - begun < 10_000; i += 1) {
    const answers = await Promise.all([a, b].map((server) => cluster.requestMatch(server)));
    for (const { status, body } of answers) codes.add(`${status} ${(body as { code?: string }).code}`);
    codes.add((await bridge.expectRefusal("code", { templeId })).code);
    for (const { url } of [a, b]) ready.add((await fetch(url + PATHS.ready)).status);
    for (const [m, players] of matches.entries()) {
      const awaited = findAwaited(players);
      if (awaited.closeCode !== null) continue;
      const played = awaited.play(pickCommand(awaited, 0), `while-away-${i}`);
      const isAccepted = await played.then(
        () => true,
        () => false,
      );
      if (!isAccepted) {
        refused += 1;
        continue;
      }
      accepted[m] = (accepted[m] ?? 0) + 1;
      for (const player of players) await player.waitForEntry(3 + (accepted[m] ?? 0));
    }
    await sleep(PACE);
  }

  await back(cluster);
  for (let status = 503; status !== 201; await sleep(PACE)) status = (await cluster.requestMatch(b)).status;
  const rejoined = await Promise.all(clients.map((client) => rejoin(b.url, client)));
  for (const [m, players] of [rejoined.slice(0, 2), rejoined.slice(2)].entries()) {
    // A command that was under way when it began may have been written; it was not refused.
    const n = 3 + (accepted[m] ?? 0);
    expect([n, n + 1]).toContain(players[0]?.state.n);
    await playCommands(players, 3);
  }
  const fresh = await cluster.createMatchIn(a, { seats: 3 });
  await until(() => watcher.ids.includes(fresh.match), "the lobby to list a new match");
  for (const { url } of [a, b]) expect((await fetch(url + PATHS.ready)).status).toBe(200);
  expect([a.isRunning, b.isRunning]).toEqual([true, true]);
  expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0]);
  return { codes: [...codes].sort(), accepted, refused, ready: [...ready] };
}

// Outages mostly wait: each suite of them runs side by side.
describe.skipIf(lacks("redis", "postgres"))("a Redis outage", () => {
  test.concurrent.for<Fault>([
    { how: "frozen", away: ({ redis }) => redis.freeze(), back: ({ redis }) => redis.thaw() },
    { how: "killed", away: ({ redis }) => redis.kill(), back: ({ redis }) => redis.restart() },
  ])(
    "of 10 s ($how): matches in play go on, all else is `unavailable`, and everything recovers by itself",
    async (fault, { onTestFinished }) => {
      const { codes, accepted, refused } = await playThrough(fault, onTestFinished);
      expect({ codes, refused }).toEqual({ codes: ["503 unavailable", "unavailable"], refused: 0 });
      expect(Math.min(...accepted)).toBeGreaterThan(0);
    },
  );

  test.concurrent("does not keep a server from stopping with code 0", async ({ onTestFinished }) => {
    const cluster = await startInTurn(() => TestCluster.start());
    onTestFinished(() => cluster.stop());
    await TestClient.join(cluster.a.url, await cluster.createMatchIn(cluster.a, { seats: 2 }));
    await cluster.redis.kill();
    expect(await cluster.a.stop()).toBe(0);
  });
});

describe.skipIf(lacks("redis", "postgres"))("a PostgreSQL outage", () => {
  test.concurrent.for<Fault>([
    { how: "frozen", away: ({ postgres }) => postgres.freeze(), back: ({ postgres }) => postgres.thaw() },
    { how: "killed", away: ({ postgres }) => postgres.kill(), back: ({ postgres }) => postgres.restart() },
    {
      how: "stopped at once",
      away: ({ postgres }) => postgres.kill("SIGQUIT"),
      back: ({ postgres }) => postgres.restart(),
    },
  ])(
    "of 10 s ($how): nothing is accepted, /readyz says so, nothing acknowledged is lost, and everything recovers by itself",
    async (fault, { onTestFinished }) => {
      const { codes, accepted, ready } = await playThrough(fault, onTestFinished);
      expect({ codes, accepted, ready }).toEqual({
        codes: ["503 unavailable", "unavailable"],
        accepted: [0, 0],
        ready: [503],
      });
    },
  );

  test.concurrent.for([
    ["killed", ({ postgres }: TestCluster) => postgres.kill()],
    ["frozen", async ({ postgres }: TestCluster) => postgres.freeze()],
  ] as const)(
    "(%s) does not keep a server from stopping with code 0",
    async ([, away], { onTestFinished }) => {
      const cluster = await startInTurn(() => TestCluster.start());
      onTestFinished(() => cluster.stop());
      await TestClient.join(cluster.a.url, await cluster.createMatchIn(cluster.a, { seats: 2 }));
      await away(cluster);
      expect(await cluster.a.stop()).toBe(0);
    },
  );
});
