/** Acts are taken back (docs/protocol.md, "Taking back"). */
import { PATHS, type RefusalBody, type SeatReservation, type TableSummary } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { verifyRecord } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { type TestClient, expectRefusal } from "../support/client.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { seatTwo } from "../support/seated-match.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { NEWER, playUntilTakeable, seatWithTakeBacks, takeableOf } from "../support/take-backs.ts";
import { TestClient as Client } from "../support/client.ts";
import { until } from "../support/until.ts";

const server = useRestartableServer();

const codeOf = async (request: Promise<unknown>): Promise<string> => (await expectRefusal(request)).code;

/** What all see of the game, and the hand of a seat. */
const tableOf = ({ state, seat }: TestClient): string => {
  const {
    n: _,
    details: __,
    seats: ___,
    clocks: ____,
    givenBack: _____,
    ...rest
  } = JSON.parse(JSON.stringify(state));
  return JSON.stringify([rest, [...(state.hands.get(seat ?? "")?.cards ?? [])]]);
};
const seeOffer = (player: TestClient) =>
  until(() => player.details.offer !== null, "the question").then(() => player.details.offer?.id ?? "");

describe("an act by which nothing was revealed", () => {
  test("is taken back at once where no other seat could have acted; all see the table as it was before", async () => {
    const players = await seatWithTakeBacks(server.url, { game: "tieqchieq", seats: 2 });
    // The table before each entry, as each sees it.
    const before = new Map(players.map((player) => [player, new Map<number, string>()]));
    for (const player of players)
      player.room.onStateChange(({ n }) => before.get(player)?.set(n, tableOf(player)));
    const { actor, n } = await playUntilTakeable(players, false);
    await actor.request("take-back", { n });
    await Promise.all(players.map((player) => player.waitForEntry(n + 1)));
    for (const player of players) {
      expect(player.entries.at(-1)).toEqual({
        n: n + 1,
        seat: actor.seat,
        events: [{ type: "taken-back", n, agreed: [] }],
      });
    }
    for (const player of players) expect(tableOf(player)).toBe(before.get(player)?.get(n - 1));
    expect(actor.details.offer).toBeNull();
    // It can be made again, or another one.
    expect((await actor.request("legal")).commands.length).toBeGreaterThan(1);
  });

  test("is taken back when all people who could have acted on it agree, and they stand in the entry", async () => {
    const players = await seatWithTakeBacks(server.url, { seats: 3 });
    const { actor, n, others } = await playUntilTakeable(players, true);
    await actor.request("take-back", { n });
    await actor.request("take-back", { n });
    const [one, other] = others as [TestClient, TestClient];
    const id = await seeOffer(one);
    const asked = others.map(({ seat }) => seat);
    expect(one.details.offer).toMatchObject({
      what: "take-back",
      n,
      by: actor.seat,
      asked,
      accepted: [actor.seat],
    });
    expect(one.details.offer?.until).toBe(server.time.now() + SERVER_LIMITS.takeBacks.open);
    await other.request("accept", { id });
    expect(takeableOf(players)?.n).toBe(n);
    await one.request("accept", { id });
    await Promise.all(players.map((player) => player.waitForEntry(n + 1)));
    expect(one.entries.at(-1)?.events).toEqual([{ type: "taken-back", n, agreed: asked }]);
    expect(one.details.offer).toBeNull();
    // Repeated, it changes nothing.
    await actor.request("take-back", { n });
    expect(one.state.n).toBe(n + 1);
  });

  test("is not when one declines, another acts meanwhile, or none answers in time; its seat may ask again only later", async () => {
    const players = await seatWithTakeBacks(server.url, { seats: 3 });
    const { actor, n, others } = await playUntilTakeable(players, true);
    await actor.request("take-back", { n });
    const id = await seeOffer(others[0] as TestClient);
    await others[0]?.request("decline", { id });
    await until(() => actor.details.offer === null, "the question to be closed");
    const refusal: RefusalBody = await expectRefusal(actor.request("take-back", { n }));
    expect(refusal).toMatchObject({ code: "too-many-offers", wait: SERVER_LIMITS.takeBacks.pause });
    await server.time.pass(SERVER_LIMITS.takeBacks.pause);
    await actor.request("take-back", { n });
    await server.time.pass(SERVER_LIMITS.takeBacks.open);
    await until(() => actor.details.offer === null, "the question to lapse");
    await actor.request("take-back", { n });
    const late = await seeOffer(others[0] as TestClient);
    const awaited = await Promise.all(
      others.map(async (player) => [player, (await player.request("legal")).commands] as const),
    );
    const [next, commands] = awaited.find(([, legal]) => legal.some(({ type }) => type !== "concede")) ?? [];
    await next?.play(commands?.find(({ type }) => type !== "concede") as never);
    expect(await codeOf(others[0]?.request("accept", { id: late }) ?? Promise.resolve())).toBe("no-offer");
    expect(await codeOf(actor.request("take-back", { n }))).toBe("no-take-back");
  });

  test("can be taken back by its own seat alone, while it is the last, at a table that allows it", async () => {
    const players = await seatWithTakeBacks(server.url, { seats: 3 });
    const watcher = await Client.watch(
      server.url,
      await requestSeat(server.url, players[0]?.reserved.invitation ?? "", { spectate: true }),
    );
    const { actor, n, others } = await playUntilTakeable(players, true);
    expect(await codeOf(others[0]?.request("take-back", { n }) ?? Promise.resolve())).toBe("no-take-back");
    expect(await codeOf(actor.request("take-back", { n: n - 1 }))).toBe("no-take-back");
    expect(await codeOf(actor.request("take-back", { n: n + 1 }))).toBe("no-take-back");
    expect(await codeOf(watcher.request("take-back", { n }))).toBe("not-seated");
    for (const payload of [{}, { n: 0 }, { n: "1" }, { n: 1.5 }, null])
      expect(await codeOf(actor.request("take-back", payload))).toBe("bad-request");
    expect(actor.state.n).toBe(n);
    const { first } = await seatTwo(server.url);
    expect(await codeOf(first.request("take-back", { n: 1 }))).toBe("no-take-backs");
    expect(await codeOf(actor.play({ type: "take-back", n }))).toBe("malformed");
  });

  test("can be made and taken back so often in a row", async () => {
    const players = await seatWithTakeBacks(server.url, { game: "tieqchieq", seats: 2 });
    const { actor, n } = await playUntilTakeable(players, false);
    const act = actor.played.get(n);
    let last = n;
    for (let count = 0; count < SERVER_LIMITS.takeBacks.row; count += 1) {
      await actor.request("take-back", { n: last });
      last = await actor.play(act ?? {});
    }
    expect(await codeOf(actor.request("take-back", { n: last }))).toBe("too-many-take-backs");
    expect(actor.state.n).toBe(last);
  });

  test("stays taken back after a restart, and the record of format 4 is verified", async () => {
    const players = await seatWithTakeBacks(server.url, { seats: 2 });
    const { actor, n, others } = await playUntilTakeable(players, true);
    await actor.request("take-back", { n });
    await others[0]?.request("accept", { id: await seeOffer(others[0]) });
    await Promise.all(players.map((player) => player.waitForEntry(n + 1)));
    const seen = players.map(tableOf);
    await server.restart();
    const { match } = actor.reserved;
    const back = await Promise.all(
      players.map(async ({ reserved }) =>
        Client.join(server.url, await requestSeat(server.url, match, { token: reserved.token })),
      ),
    );
    expect(back.map(tableOf)).toEqual(seen);
    const [first, second] = back as [TestClient, TestClient];
    await first.request("offer", { what: "draw" });
    await second.request("accept", { id: await seeOffer(second) });
    await until(() => first.state.status === "over", "the end");
    const text = await (await fetch(server.url + PATHS.record.replace(":id", match))).text();
    const verdict = verifyRecord(text);
    expect(verdict).toMatchObject({ ok: true, format: "flower-war-record-4" });
    expect(verdict.ok && verdict.open.map(({ code }) => code)).toContain("taken-back");
    // The seat's own log has the command.
    const { own = [] } = await first.request("log", { after: 0 });
    expect(
      [...own, ...((await second.request("log", { after: 0 })).own ?? [])].map(([, command]) => command),
    ).toContainEqual({
      type: "take-back",
      n,
    });
  });
});

describe("a seat's clock", () => {
  const clock = { profile: "quick", turn: 20_000, reserve: 60_000, increment: 5_000, warning: 0 };

  test("goes on with what was left when it acted: neither the act nor the question cost it, and it got no increment", async () => {
    const players = await seatWithTakeBacks(server.url, { seats: 2, clock });
    const { actor, others } = await playUntilTakeable(players, true);
    const other = others[0] as TestClient;
    // Another act of the seat's next turn, of which the test knows the beginning.
    const clockOf = ({ state }: TestClient, seat: string | null) => {
      const { reserve = 0, turnEnds = 0 } = state.clocks.get(seat ?? "") ?? {};
      return { reserve, turnEnds };
    };
    const { n } = takeableOf(players) ?? { n: 0 };
    const after = clockOf(actor, actor.seat);
    expect(after.turnEnds).toBe(0);
    await server.time.pass(7_000);
    await actor.request("take-back", { n });
    await other.request("accept", { id: await seeOffer(other) });
    await Promise.all(players.map((player) => player.waitForEntry(n + 1)));
    const restored = clockOf(actor, actor.seat);
    const now = server.time.now();
    // No time passed in this test but the 7 s of the other's turn.
    expect(restored).toEqual({ reserve: after.reserve - clock.increment, turnEnds: now + clock.turn });
    expect(clockOf(actor, other.seat).turnEnds).toBe(0);
    await server.restart();
    const back = await Client.watch(
      server.url,
      await requestSeat(server.url, actor.reserved.match, { token: actor.reserved.token }),
    );
    expect(clockOf(back, actor.seat).reserve).toBe(restored.reserve);
  });
});

describe("a table with take-backs", () => {
  const wanted = { game: "flower-war", name: "Citlali", seats: 2, takeBacks: true };
  const create = (more: object) =>
    post<RefusalBody & SeatReservation>(server.url, PATHS.matches, { ...wanted, ...more });

  test("is none that may be rated: it is private, or has no clocks", async () => {
    const { status, body } = await create({ ...NEWER });
    expect([status, body.code, body.field]).toEqual([400, "may-be-rated", "takeBacks"]);
    for (const more of [
      { private: true },
      { clock: { profile: "none" } },
      { private: true, clock: { profile: "quick" } },
    ])
      expect((await create({ ...NEWER, ...more })).status).toBe(201);
  });

  test("asks older clients for a newer version before it begins, and says so", async () => {
    const old = await create({ private: true, protocolVersion: 1 });
    const supported = { oldest: 2, newest: 2 };
    expect([old.status, old.body]).toMatchObject([400, { code: "client-too-old", supported }]);
    const { match } = await createMatch(server.url, { ...wanted, ...NEWER });
    const path = PATHS.seats.replace(":id", match);
    for (const body of [{ name: "Tenoch" }, { name: "Tenoch", protocolVersion: 1 }]) {
      const refused = await post<RefusalBody>(server.url, path, body);
      expect([refused.status, refused.body]).toMatchObject([400, { code: "client-too-old", supported }]);
    }
    expect((await post(server.url, path, { spectate: true })).status).toBe(200);
    const { table } = (await (await fetch(server.url + PATHS.match.replace(":id", match))).json()) as {
      table: TableSummary;
    };
    expect(table).toMatchObject({ takeBacks: true, free: [expect.any(String)] });
    expect((await post(server.url, path, { name: "Tenoch", ...NEWER })).status).toBe(200);
  });

  test("gives older clients no seat before it begins by a token either, and after that it does", async () => {
    const first = await createMatch(server.url, { ...wanted, private: true, ...NEWER });
    const path = PATHS.seats.replace(":id", first.match);
    const { token } = first;
    for (const body of [{ token }, { token, renew: "r".repeat(32) }, { token, protocolVersion: 1 }]) {
      const refused = await post<RefusalBody>(server.url, path, body);
      expect([refused.status, refused.body.code]).toEqual([400, "client-too-old"]);
    }
    expect((await post(server.url, path, { token, ...NEWER })).status).toBe(200);
    const players = await seatWithTakeBacks(server.url, { seats: 2 });
    const [{ reserved }] = players as [TestClient, TestClient];
    const inPlay = PATHS.seats.replace(":id", reserved.match);
    expect((await post(server.url, inPlay, { token: reserved.token })).status).toBe(200);
  });

  test("has rematches in which older clients get no seat", async () => {
    const players = await seatWithTakeBacks(server.url, { seats: 2 });
    const [first, second] = players as [TestClient, TestClient];
    await first.request("offer", { what: "draw" });
    await second.request("accept", { id: await seeOffer(second) });
    await until(() => first.state.status === "over", "the end");
    const path = PATHS.rematch.replace(":id", first.reserved.match);
    const { token } = first.reserved;
    const refused = await post<RefusalBody>(server.url, path, { token });
    expect([refused.status, refused.body.code]).toEqual([400, "client-too-old"]);
    expect((await post(server.url, path, { token, ...NEWER })).status).toBe(200);
  });

  test("is none that quick play leads to", async () => {
    const { match } = await createMatch(server.url, { ...wanted, ...NEWER });
    const listed = await (await fetch(server.url + PATHS.lobby)).json();
    expect(listed).toMatchObject({ tables: [{ id: match, takeBacks: true }] });
    const quick = await post<SeatReservation>(server.url, PATHS.quickPlay, {
      game: "flower-war",
      name: "Tenoch",
      takeBacks: true,
    });
    expect(quick.body.match).not.toBe(match);
    const { table } = (await (
      await fetch(server.url + PATHS.match.replace(":id", quick.body.match))
    ).json()) as { table: TableSummary };
    expect(table.takeBacks).toBe(false);
  });
});
