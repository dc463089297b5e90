/** Matches are paused, and seats get time (docs/protocol.md, "Pauses and extra time"). */
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { verifyRecord } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { startOnFakeTime } from "../support/server.ts";
import { NEWER } from "../support/take-backs.ts";
import { until } from "../support/until.ts";

const CLOCK = { profile: "quick", turn: 20_000, reserve: 60_000, increment: 5_000, warning: 0 };
const PAUSES = 300;

const codeOf = async (request: Promise<unknown>): Promise<string> => (await expectRefusal(request)).code;

/** Seats people, and perhaps bots, at a table with pauses, and waits until the match has begun. */
async function seatWithPauses(
  url: string,
  { seats, bots = 0, ...more }: { seats: number; bots?: number; private?: boolean; takeBacks?: boolean },
): Promise<TestClient[]> {
  const game = seats > 2 ? "flower-war" : "tieqchieq";
  const table = { game, private: true, clock: CLOCK, pauses: PAUSES, ...more, ...NEWER };
  const first = await createMatch(url, { seats, bots, ...table });
  const reserved = [first];
  for (let i = 1; i < seats - bots; i += 1)
    reserved.push(
      await requestSeat(url, first.invitation ?? first.match, { name: `Player ${i + 1}`, ...NEWER }),
    );
  const players = await Promise.all(reserved.map((each) => TestClient.join(url, each)));
  await Promise.all(players.map((player) => player.waitForEntry(0)));
  return players;
}

const seeOffer = (player: TestClient) =>
  until(() => player.details.offer !== null, "the question").then(() => player.details.offer?.id ?? "");

/** What a seat has left until the server plays for it, ms; of one that is not awaited its reserve. */
function leftOf({ state, details }: TestClient, seat: string | null, now: number): number {
  const { reserve = 0, turnEnds = 0 } = state.clocks.get(seat ?? "") ?? {};
  return turnEnds === 0 ? reserve : turnEnds + reserve - (details.stopped?.[seat ?? ""] ?? now);
}

const legalOf = async (player: TestClient) =>
  (await player.request("legal")).commands.filter(({ type }) => type !== "concede");

/** Returns the one who is awaited, with a command, and the others. */
async function awaitedOf(players: readonly TestClient[]) {
  for (const player of players) {
    const [command] = await legalOf(player);
    if (command !== undefined)
      return { player, command, others: players.filter((other) => other !== player) };
  }
  throw new Error("no player is awaited");
}

describe("a pause", () => {
  test("that was agreed on may be followed by another question at once", async () => {
    const server = await startOnFakeTime(new FakeTime());
    try {
      const [first, second] = (await seatWithPauses(server.url, { seats: 2 })) as [TestClient, TestClient];
      for (let count = 0; count < 2; count += 1) {
        await first.request("pause", { seconds: 60 });
        await second.request("accept", { id: await seeOffer(second) });
        await until(() => second.details.paused !== null, "the pause");
        await first.request("resume");
        await until(() => second.details.paused === null, "the end of the pause");
      }
    } finally {
      await server.stop();
    }
  });

  const server = useRestartableServer();

  test("stops all clocks when the people agree, and ends by any of them; its entries verify", async () => {
    const players = await seatWithPauses(server.url, { seats: 3 });
    const [first, second, third] = players as [TestClient, TestClient, TestClient];
    const { player } = await awaitedOf(players);
    await server.time.pass(3_000);
    const left = leftOf(first, player.seat, server.time.now());
    await first.request("pause", { seconds: 120 });
    await first.request("pause", { seconds: 120 });
    const id = await seeOffer(second);
    expect(second.details.offer).toMatchObject({
      what: "pause",
      seconds: 120,
      by: first.seat,
      asked: [second.seat, third.seat],
      until: server.time.now() + SERVER_LIMITS.pauses.open,
    });
    await second.request("accept", { id });
    expect(first.details.paused).toBeNull();
    await third.request("accept", { id });
    await Promise.all(players.map((each) => each.waitForEntry(1)));
    const since = server.time.now();
    expect(third.entries.at(-1)).toEqual({
      n: 1,
      seat: first.seat,
      events: [{ type: "table-paused", seconds: 120, agreed: [second.seat, third.seat] }],
    });
    expect(third.details).toMatchObject({ offer: null, paused: { since, until: since + 120_000 } });
    await server.time.pass(100_000);
    expect(leftOf(first, player.seat, server.time.now())).toBe(left);
    expect(first.state.n).toBe(1);
    await second.request("resume");
    await second.request("resume");
    await Promise.all(players.map((each) => each.waitForEntry(2)));
    expect(first.entries.at(-1)?.events).toEqual([{ type: "table-resumed" }]);
    expect(first.details.paused).toBeNull();
    expect(leftOf(first, player.seat, server.time.now())).toBe(left);
    await first.request("offer", { what: "draw" });
    const draw = await seeOffer(second);
    await second.request("accept", { id: draw });
    await third.request("accept", { id: draw });
    await until(() => first.state.status === "over", "the end");
    const path = PATHS.record.replace(":id", first.reserved.match);
    const verdict = verifyRecord(await (await fetch(server.url + path)).text());
    expect(verdict).toMatchObject({ ok: true, format: "flower-war-record-4", entries: 2 });
    expect(verdict.ok && verdict.open.map(({ code }) => code)).toContain("paused");
  });

  test("ends by itself after its time, and with the next act; then the clocks go on with what was left", async () => {
    const players = await seatWithPauses(server.url, { seats: 2 });
    const { player, command, others } = await awaitedOf(players);
    const [other] = others as [TestClient];
    const pause = async () => {
      await player.request("pause", { seconds: PAUSES });
      await other.request("accept", { id: await seeOffer(other) });
      await until(() => player.details.paused !== null, "the pause");
    };
    await pause();
    const left = leftOf(player, player.seat, server.time.now());
    await server.time.pass(PAUSES * 1000 + 2_000);
    await until(() => player.details.paused === null, "its end");
    expect(leftOf(player, player.seat, server.time.now())).toBe(left - 2_000);
    await server.time.pass(SERVER_LIMITS.pauses.pause);
    await pause();
    await server.time.pass(10_000);
    const n = await player.play(command);
    await player.waitForEntry(n);
    expect(player.details.paused).toBeNull();
    await server.time.pass(left + CLOCK.turn + CLOCK.increment);
    // The clocks run: the server plays for who does not.
    await until(() => player.state.n > n, "the server's act");
  });

  test("goes on after a restart until its end, and costs no player time", async () => {
    const players = await seatWithPauses(server.url, { seats: 2 });
    const { player, others } = await awaitedOf(players);
    const [other] = others as [TestClient];
    await player.request("pause", { seconds: 200 });
    await other.request("accept", { id: await seeOffer(other) });
    await until(() => player.details.paused !== null, "the pause");
    const { paused } = player.details;
    const left = leftOf(player, player.seat, server.time.now());
    await server.restart();
    const { match, token } = player.reserved;
    const back = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    expect(back.details.paused).toEqual(paused);
    await server.time.pass((paused?.until ?? 0) - server.time.now() - 1);
    expect(leftOf(back, player.seat, server.time.now())).toBe(left);
    await server.time.pass(1);
    await until(() => back.details.paused === null, "its end");
    expect(leftOf(back, player.seat, server.time.now())).toBe(left);
  });

  test("is not when one declines or none answers in time: the question ends, and its seat may ask again only later", async () => {
    const [first, second] = (await seatWithPauses(server.url, { seats: 2 })) as [TestClient, TestClient];
    await first.request("pause", { seconds: 60 });
    await second.request("decline", { id: await seeOffer(second) });
    await until(() => first.details.offer === null, "the question to be closed");
    const refusal: RefusalBody = await expectRefusal(first.request("pause", { seconds: 60 }));
    expect(refusal).toMatchObject({ code: "too-many-offers", wait: SERVER_LIMITS.pauses.pause });
    await server.time.pass(SERVER_LIMITS.pauses.pause);
    await first.request("pause", { seconds: 60 });
    await seeOffer(second);
    expect(await codeOf(second.request("pause", { seconds: 60 }))).toBe("offer-open");
    await server.time.pass(SERVER_LIMITS.pauses.open);
    await until(() => first.details.offer === null, "the question to lapse");
    expect(first.details.paused).toBeNull();
    const events = first.entries.flatMap((entry) => entry.events.map(({ type }) => type));
    expect(events).not.toContain("table-paused");
  });

  test("is for people at a table that allows it, and no longer than it allows", async () => {
    const [first] = (await seatWithPauses(server.url, { seats: 2 })) as [TestClient];
    for (const payload of [{}, { seconds: 0 }, { seconds: "60" }, { seconds: 1.5 }, { seconds: PAUSES + 1 }])
      expect(await codeOf(first.request("pause", payload))).toBe("bad-request");
    const watcher = await TestClient.watch(
      server.url,
      await requestSeat(server.url, first.reserved.invitation ?? "", { spectate: true }),
    );
    for (const request of [
      watcher.request("pause", { seconds: 60 }),
      watcher.request("resume"),
      watcher.request("give-time", { id: "a", to: first.seat ?? "", seconds: 60 }),
    ])
      expect(await codeOf(request)).toBe("not-seated");
    const give = (to: string) => first.request("give-time", { id: "a", to, seconds: 60 });
    expect(await codeOf(give("nowhere"))).toBe("unknown-seat");
    const plain = await createMatch(server.url, { game: "tieqchieq", seats: 2, bots: 1, private: true });
    const alone = await TestClient.join(server.url, plain);
    await alone.waitForEntry(0);
    expect(await codeOf(alone.request("pause", { seconds: 60 }))).toBe("no-pauses");
    expect(alone.details.paused).toBeNull();
  });
});

describe("extra time", () => {
  const server = useRestartableServer();

  test("is given by the only other person at once, once for each id, and asked for where others lose by it", async () => {
    const players = await seatWithPauses(server.url, { seats: 2 });
    const { player, others } = await awaitedOf(players);
    const [other] = others as [TestClient];
    const to = player.seat ?? "";
    const left = leftOf(player, to, server.time.now());
    await other.request("give-time", { id: "gift", to, seconds: 45 });
    await other.request("give-time", { id: "gift", to, seconds: 45 });
    await player.waitForEntry(1);
    expect(player.entries.at(-1)).toEqual({
      n: 1,
      seat: other.seat,
      events: [{ type: "table-time-given", to, seconds: 45, agreed: [] }],
    });
    expect(leftOf(player, to, server.time.now())).toBe(left + 45_000);
    await player.request("give-time", { id: "mine", to, seconds: 30 });
    const id = await seeOffer(other);
    expect(other.details.offer).toMatchObject({ what: "give-time", to, seconds: 30, asked: [other.seat] });
    await other.request("accept", { id });
    await player.waitForEntry(2);
    expect(leftOf(player, to, server.time.now())).toBe(left + 75_000);
    // Repeated, it changes nothing.
    await player.request("give-time", { id: "mine", to, seconds: 30 });
    expect(player.state.n).toBe(2);
    await server.restart();
    const { match, token } = player.reserved;
    const back = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    expect(back.state.clocks.get(to)?.reserve).toBe(CLOCK.reserve + 75_000);
  });

  test("is asked for once at a time: under another id it waits for the answer", async () => {
    const players = await seatWithPauses(server.url, { seats: 3 });
    const [first, second, third] = players as [TestClient, TestClient, TestClient];
    const give = (id: string) => first.request("give-time", { id, to: second.seat ?? "", seconds: 45 });
    await give("one");
    await give("one");
    expect(await codeOf(give("other"))).toBe("offer-open");
    await third.request("accept", { id: await seeOffer(third) });
    await second.waitForEntry(1);
    await give("one");
    expect(first.state.n).toBe(1);
  });

  test("takes the agreement of the third person; the one who gets it is not asked", async () => {
    const players = await seatWithPauses(server.url, { seats: 3 });
    const [first, second, third] = players as [TestClient, TestClient, TestClient];
    await first.request("give-time", { id: "gift", to: second.seat ?? "", seconds: 45 });
    const id = await seeOffer(third);
    expect(third.details.offer?.asked).toEqual([third.seat]);
    await third.request("accept", { id });
    await second.waitForEntry(1);
    expect(second.entries.at(-1)?.events).toMatchObject([{ to: second.seat, agreed: [third.seat] }]);
  });

  test("and pauses are so many in a row that a seat has to act again", async () => {
    const players = await seatWithPauses(server.url, { seats: 2 });
    const { player, command, others } = await awaitedOf(players);
    const give = (id: number) =>
      others[0]?.request("give-time", { id: `g${id}`, to: player.seat ?? "", seconds: 1 }) ??
      Promise.reject(new Error("no other"));
    for (let i = 0; i < SERVER_LIMITS.pauses.row; i += 1) await give(i);
    expect(await codeOf(give(100))).toBe("too-many-pauses");
    await player.play(command);
    await give(101);
    await until(() => player.state.n === SERVER_LIMITS.pauses.row + 2, "the gift");
  });
});

describe("a table with pauses", () => {
  let time: FakeTime;
  let server: RunningServer;
  beforeEach(async () => {
    time = new FakeTime();
    server = await startOnFakeTime(time, { botDelay: 500 });
  });
  afterEach(() => server.stop());

  test("has clocks, and newer clients alone before it begins; quick play leads to none", async () => {
    const create = (more: object) =>
      post<RefusalBody & SeatReservation>(server.url, PATHS.matches, {
        game: "flower-war",
        name: "Citlali",
        seats: 2,
        pauses: 60,
        ...NEWER,
        ...more,
      });
    const refused = await create({ clock: { profile: "none" } });
    expect([refused.status, refused.body]).toMatchObject([400, { code: "bad-request", field: "pauses" }]);
    expect((await create({ pauses: 7_200 })).body).toMatchObject({ code: "bad-request", field: "pauses" });
    expect((await create({ protocolVersion: 1 })).body.code).toBe("client-too-old");
    const { status, body } = await create({});
    expect(status).toBe(201);
    const quick = await post<SeatReservation>(server.url, PATHS.quickPlay, {
      game: "flower-war",
      name: "Tenoch",
    });
    expect(quick.body.match).not.toBe(body.match);
  });

  test("pauses at once for one person among bots, who wait; they play on afterwards", async () => {
    const [player] = (await seatWithPauses(server.url, { seats: 2, bots: 1 })) as [TestClient];
    for (let i = 0; i < 200 && (await legalOf(player)).length > 0; i += 1)
      await player.play((await legalOf(player))[0] as never);
    await player.request("pause", { seconds: 60 });
    const { n } = player.state;
    await time.pass(59_000);
    expect(player.state.n).toBe(n);
    await player.request("resume");
    await time.pass(1_000);
    await until(() => player.state.n > n + 1, "the bot");
  });

  test("that may be rated takes no time from people who are away", async () => {
    const [first, second] = (await seatWithPauses(server.url, { seats: 2, private: false })) as [
      TestClient,
      TestClient,
    ];
    const isAway = () => first.state.clocks.get(second.seat ?? "")?.away === true;
    for (let i = 0; i < 200 && !isAway(); i += 1) {
      const [command] = await legalOf(first);
      if (command !== undefined) await first.play(command);
      // Not for as long that the clock of the first ends too.
      else await time.pass(CLOCK.turn);
    }
    expect(isAway()).toBe(true);
    expect(await codeOf(first.request("pause", { seconds: 60 }))).toBe("no-opponent");
    const own = { id: "a", to: first.seat ?? "", seconds: 60 };
    expect(await codeOf(first.request("give-time", own))).toBe("no-opponent");
  });
});
