import { setTimeout as sleep } from "node:timers/promises";
import { PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../test/support/programs.ts";
import { bead, ledgerOf } from "./support/beads.ts";
import { TestBridge } from "./support/bridge.ts";
import { TestClient } from "./support/client.ts";
import { livesIn, playOn, TestCluster } from "./support/cluster.ts";
import { LobbyWatcher } from "./support/lobby.ts";
import { askForSeat, post } from "./support/post.ts";
import { SECRETS } from "./support/process.ts";
import { awaitedOf, someCommand } from "./support/truth.ts";
import { until } from "./support/until.ts";

/** ms between two moves of people who must not be too fast for the server. */
const PACE = 250;

describe.skipIf(lacks("redis"))("two servers on one Redis", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  });
  afterAll(() => cluster.stop());

  async function enrol(templeId: string): Promise<string> {
    const admin = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
    const { status, body } = await post<{ secret: string }>(
      cluster.a.url,
      PATHS.temples,
      { templeId },
      admin,
    );
    expect(status).toBe(201);
    return body.secret;
  }

  test("make matches in both processes, whichever is asked", async () => {
    const { a, b } = cluster;
    const made = await Promise.all(Array.from({ length: 30 }, () => cluster.ask(a)));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect(made.filter(({ body }) => livesIn(body, a)).length).toBeGreaterThan(4);
    expect(made.filter(({ body }) => livesIn(body, b)).length).toBeGreaterThan(4);
  });

  test("seat by code, resume and seat spectators in a match of the other process", async () => {
    const { a, b } = cluster;
    const first = await cluster.createAt(b, { seats: 2 });
    const second = await askForSeat(a.url, first.code.toLowerCase(), { name: "Xochitl" });
    const chair = await askForSeat(a.url, first.code, { spectate: true });
    const again = await askForSeat(a.url, first.match, { token: first.token });
    const places = [again, second, chair];
    expect(places.map((place) => livesIn(place, b))).toEqual([true, true, true]);
    const clients = await Promise.all(places.map((place) => TestClient.join(a.url, place)));
    await playOn(clients.slice(0, 2), 8);
    await clients[2]?.reached(8);
    await Promise.all(clients.map((client) => client.leave()));
  });

  test("list the matches of both in either lobby, as they come, fill and go", async () => {
    const { a, b } = cluster;
    const watcher = await LobbyWatcher.join(a.url);
    const first = await cluster.createAt(b, { seats: 2 });
    await until(() => watcher.get(first.match)?.open === 1, "the new match in the other lobby");
    const other = await LobbyWatcher.join(b.url);
    expect(other.get(first.match)?.code).toBe(first.code);
    await askForSeat(a.url, first.code, { name: "Xochitl" });
    await until(() => watcher.get(first.match)?.open === 0, "the seat to be taken in the lobby");
    await Promise.all([watcher.leave(), other.leave()]);
  });

  test("let those meet who ask both at once for a quick play", async () => {
    const { a, b } = cluster;
    const quick = (server: typeof a) => cluster.ask(server, { game: "flower-war" }, PATHS.quickPlay);
    const played = await Promise.all([a, b, a, b].map(quick));
    expect(played.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const seats = played.map(({ body }) => `${body.match}:${body.seat}`);
    expect(new Set(seats).size).toBe(4);
  });

  test("count the matches that one address makes together", async () => {
    const ask = (url: string) =>
      post(url, PATHS.matches, { game: "flower-war", name: "Itzel" }, { "x-forwarded-for": "192.0.2.1" });
    const { a, b } = cluster;
    const statuses = [];
    for (const { url } of [a, b, a, b, a, b, a]) statuses.push((await ask(url)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
  });

  test("[P-2] [P-3] [J-9] [P-5] serve a temple at one process that plays in a match of the other", async () => {
    const { a, b } = cluster;
    const templeId = "templo-far";
    const secret = await enrol(templeId);
    const bridge = await TestBridge.join(a as never);
    const idle = await TestBridge.join(b as never, "bridge-2");
    expect(await idle.ask("verify", { templeId, secret })).toEqual({ ok: true });
    expect(await idle.refusal("code", { templeId: "templo-none" })).toMatchObject({ code: "unknown-temple" });
    expect(await bridge.ask("temple-online", { templeId })).toEqual({
      owned: true,
      ledger: null,
      table: null,
    });

    const first = await cluster.createAt(b, { seats: 2 });
    const second = await askForSeat(a.url, first.code, { name: "Xochitl" });
    const clients = await Promise.all([first, second].map((place) => TestClient.join(a.url, place)));
    const [east, other] = clients as [TestClient, TestClient];
    const { code } = await bridge.ask("code", { templeId });
    expect(await idle.ask("code", { templeId })).toMatchObject({ code });
    expect(await east.ask("pair-temple", { code: ` ${code.toLowerCase()} ` })).toEqual({ templeId });
    const bound = await bridge.hears("bound", templeId);
    expect(bound.table.match).toBe(first.code);
    expect(east.state.seats.get(east.seat ?? "")).toMatchObject({ temple: templeId, templeOnline: true });

    // Both bridges hear the same bead, as they do during a handover (S-1).
    const claim = bead("h", 1, { stamp: null });
    const judged = await Promise.all(
      [bridge, idle].map((each) => each.ask("judge", { templeId, ledger: ledgerOf(), beads: [claim] })),
    );
    expect(judged[0]?.judgements).toEqual(judged[1]?.judgements);
    expect(judged[0]?.judgements).toMatchObject([{ verdict: "rejected" }]);

    await playOn([east, other], 1);
    await bridge.hears("table", templeId);
    await idle.ask("unpair", { templeId });
    await bridge.hears("unbound", templeId);
    await until(() => east.state.seats.get(east.seat ?? "")?.temple === "", "the seat to be local no more");
    await Promise.all([bridge.leave(), idle.leave(), east.leave(), other.leave()]);
  });

  test("[P-3] bind a temple to one match, when players of two processes enter its code at once", async () => {
    const { a, b } = cluster;
    const templeId = "templo-race";
    await enrol(templeId);
    const bridge = await TestBridge.join(a as never);
    await bridge.ask("temple-online", { templeId });
    const places = [await cluster.createAt(a, { seats: 2 }), await cluster.createAt(b, { seats: 2 })];
    const players = await Promise.all(places.map((place) => TestClient.join(a.url, place)));
    const { code } = await bridge.ask("code", { templeId });
    const paired = await Promise.allSettled(players.map((player) => player.ask("pair-temple", { code })));
    expect(paired.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await Promise.all([bridge.leave(), ...players.map((player) => player.leave())]);
  });
});

describe.skipIf(lacks("redis"))("when one of two servers is killed", () => {
  test("its matches go on elsewhere, temples and all, the others play on, and new ones are made elsewhere", async () => {
    const cluster = await TestCluster.start();
    try {
      const { a, b } = cluster;
      const templeId = "templo-lost";
      const admin = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
      await post(a.url, PATHS.temples, { templeId }, admin);
      const bridge = await TestBridge.join(a as never);
      await bridge.ask("temple-online", { templeId });
      const watcher = await LobbyWatcher.join(a.url);

      const lost = await cluster.createAt(b, { seats: 3 });
      const loser = await TestClient.join(a.url, lost);
      await loser.ask("pair-temple", { code: (await bridge.ask("code", { templeId })).code });
      await bridge.hears("bound", templeId);
      const kept = await cluster.createAt(a, { seats: 2 });
      const keptOther = await askForSeat(b.url, kept.code, { name: "Tlalli" });
      const keepers = await Promise.all([kept, keptOther].map((place) => TestClient.join(a.url, place)));
      await playOn(keepers, 2);

      await b.stop("SIGKILL");
      const made = await Promise.all(Array.from({ length: 10 }, () => cluster.ask(a)));
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
      expect(made.every(({ body }) => livesIn(body, a))).toBe(true);
      await playOn(keepers, 6);
      expect(keepers.map(({ closed }) => closed)).toEqual([null, null]);

      const again = await TestClient.join(a.url, await askForSeat(a.url, lost.code, { token: lost.token }));
      expect(livesIn(again.reserved, a)).toBe(true);
      expect(again.state.seats.get(again.seat ?? "")).toMatchObject({ temple: templeId, templeOnline: true });
      const { table } = await bridge.ask("temple-online", { templeId });
      expect(table).toMatchObject({ match: lost.code });
      expect(watcher.ids).toContain(lost.match);
    } finally {
      await cluster.stop();
    }
  }, 180_000);
});

async function comeBack(url: string, { reserved: { match, token } }: TestClient): Promise<TestClient> {
  return TestClient.join(url, await askForSeat(url, match, { token }));
}

describe.skipIf(lacks("redis"))("Redis away", () => {
  test.each([
    {
      how: "frozen",
      away: async (c: TestCluster) => c.redis.freeze(),
      back: async (c: TestCluster) => c.redis.thaw(),
    },
    {
      how: "killed",
      away: async (c: TestCluster) => c.redis.kill(),
      back: async (c: TestCluster) => c.redis.restart(),
    },
  ])(
    "for 10 s, $how: nothing is accepted, all is as it was told before, and all recovers by itself",
    async (fault) => {
      const cluster = await TestCluster.start();
      try {
        const { a, b } = cluster;
        const places: SeatReservation[] = [];
        for (const home of [a, b]) {
          const first = await cluster.createAt(home, { seats: 2 });
          places.push(first, await askForSeat(a.url, first.code, { name: "Xochitl" }));
        }
        const clients = await Promise.all(places.map((place) => TestClient.join(a.url, place)));
        const matches = [clients.slice(0, 2), clients.slice(2)];
        const bridge = await TestBridge.join(a as never);
        const watcher = await LobbyWatcher.join(b.url);
        await Promise.all(matches.map((players) => playOn(players, 3)));

        await fault.away(cluster);
        const begun = Date.now();
        const codes = new Set<string>();
        let accepted = 0;
        while (Date.now() - begun < 10_000) {
          const asked = await Promise.all([a, b].map((server) => cluster.ask(server)));
          for (const { status, body } of asked) codes.add(`${status} ${(body as { code?: string }).code}`);
          const refusal = await bridge.refusal("code", { templeId: "templo-1" });
          codes.add(refusal.code);
          for (const players of matches) {
            const awaited = awaitedOf(players);
            const play = () => awaited.play(someCommand(awaited, 0), "while-away");
            if (awaited.closed === null) await play().then(() => (accepted += 1), Boolean);
          }
          await sleep(PACE);
        }
        expect([...codes].sort()).toEqual(["503 unavailable", "unavailable"]);
        expect(accepted).toBe(0);

        await fault.back(cluster);
        for (let status = 503; status !== 201; await sleep(PACE)) status = (await cluster.ask(b)).status;
        const back = await Promise.all(clients.map((client) => comeBack(b.url, client)));
        for (const players of [back.slice(0, 2), back.slice(2)]) {
          // A command that was on its way when Redis froze may have been written: it was not refused.
          expect([3, 4]).toContain(players[0]?.state.n);
          await playOn(players, 3);
        }
        const fresh = await cluster.createAt(a, { seats: 3 });
        await until(() => watcher.ids.includes(fresh.match), "a lobby that lists again");
        expect([a.isRunning, b.isRunning]).toEqual([true, true]);
        expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0]);
      } finally {
        await cluster.stop();
      }
    },
    90_000,
  );

  test("a server that is stopped meanwhile ends as it should", async () => {
    const cluster = await TestCluster.start();
    try {
      await TestClient.join(cluster.a.url, await cluster.createAt(cluster.a, { seats: 2 }));
      await cluster.redis.kill();
      expect(await cluster.a.stop()).toBe(0);
    } finally {
      await cluster.stop();
    }
  });
});
