/** Players of matches by days take days off (docs/protocol.md, "Holidays"). */
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { verifyRecord } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { expectRefusal, TestClient } from "../support/client.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { NEWER } from "../support/take-backs.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The shortest turn by days, so that little time has to pass. */
const CLOCK = { profile: "days", turn: HOUR, warning: 0 };

const codeOf = async (request: Promise<unknown>): Promise<string> => (await expectRefusal(request)).code;

/** Seats two people at a table with holidays, and waits until the match has begun. */
async function seatPeople(url: string, more: object = {}): Promise<[TestClient, TestClient]> {
  const table = { game: "tieqchieq", private: true, clock: CLOCK, holidays: 3, ...more, ...NEWER };
  const first = await createMatch(url, { seats: 2, ...table });
  const second = await requestSeat(url, first.invitation ?? first.match, { name: "Tenoch", ...NEWER });
  const players = await Promise.all([first, second].map((each) => TestClient.join(url, each)));
  await Promise.all(players.map((player) => player.waitForEntry(0)));
  return players as [TestClient, TestClient];
}

const legalOf = async (player: TestClient) =>
  (await player.request("legal")).commands.filter(({ type }) => type !== "concede");

/** Returns the one who is awaited, and the other. */
async function awaitedOf(players: readonly [TestClient, TestClient]): Promise<[TestClient, TestClient]> {
  const [first, second] = players;
  return (await legalOf(first)).length > 0 ? [first, second] : [second, first];
}

/** What a seat that is awaited has left, ms. */
function leftOf({ state, details, seat }: TestClient, now: number): number {
  const { reserve = 0, turnEnds = 0 } = state.clocks.get(seat ?? "") ?? {};
  return turnEnds + reserve - (details.stopped?.[seat ?? ""] ?? now);
}

describe("a holiday", () => {
  const server = useRestartableServer();

  test("stops its player's clock alone, is told, and verifies", async () => {
    const [player, other] = await awaitedOf(await seatPeople(server.url));
    const seat = player.seat ?? "";
    const left = leftOf(player, server.time.now());
    await player.request("holiday", { days: 1 });
    await player.request("holiday", { days: 1 });
    await Promise.all([player, other].map((each) => each.waitForEntry(1)));
    expect(other.entries.at(-1)).toEqual({ n: 1, seat, events: [{ type: "table-holiday-taken", days: 1 }] });
    expect(other.details).toMatchObject({ holidays: 3, onHoliday: { [seat]: server.time.now() + DAY } });
    expect(other.details.daysTaken).toEqual({ [seat]: [{ days: 1, until: server.time.now() + 30 * DAY }] });
    await server.time.pass(2 * HOUR);
    expect(leftOf(player, server.time.now())).toBe(left);
    expect(player.state.n).toBe(1);
    await other.play({ type: "concede" });
    await until(() => player.state.status === "over", "the end");
    const path = PATHS.record.replace(":id", player.reserved.match);
    const verdict = verifyRecord(await (await fetch(server.url + path)).text());
    expect(verdict).toMatchObject({ ok: true, format: "flower-war-record-4" });
  });

  test("ends at its moment, though no server ran meanwhile; then the clock goes on with what was left", async () => {
    const [player, other] = await awaitedOf(await seatPeople(server.url));
    const left = leftOf(player, server.time.now());
    await player.request("holiday", { days: 1 });
    await other.waitForEntry(1);
    const { onHoliday } = other.details;
    const end = server.time.now() + DAY;
    await server.now.stop();
    await server.time.pass(DAY - HOUR);
    await server.restart();
    const { match, token } = player.reserved;
    const back = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    expect(back.details.onHoliday).toEqual(onHoliday);
    await server.time.pass(end - server.time.now() - 1);
    expect(leftOf(back, server.time.now())).toBe(left);
    expect(back.details.onHoliday).toEqual(onHoliday);
    await server.time.pass(1);
    await until(() => back.details.onHoliday === null, "its end");
    expect(leftOf(back, server.time.now())).toBe(left);
    // No more than the round trip is not charged.
    await server.time.pass(left + SERVER_LIMITS.lag.act);
    await until(() => back.state.n > 1, "what the server played");
  });

  test("ends when its player is back or acts, and counts the days that have begun", async () => {
    const [player, other] = await awaitedOf(await seatPeople(server.url));
    const left = leftOf(player, server.time.now());
    await player.request("holiday", { days: 2 });
    expect(await codeOf(other.request("holiday", { days: 4 }))).toBe("no-days-left");
    await server.time.pass(HOUR);
    await player.request("holiday", { days: 0 });
    await player.request("holiday", { days: 0 });
    await player.waitForEntry(2);
    expect(player.entries.at(-1)?.events).toEqual([{ type: "table-holiday-ended" }]);
    expect(leftOf(player, server.time.now())).toBe(left);
    expect(await codeOf(player.request("holiday", { days: 3 }))).toBe("no-days-left");
    await player.request("holiday", { days: 2 });
    await player.waitForEntry(3);
    expect(player.details.onHoliday).not.toBeNull();
    const n = await player.play((await legalOf(player))[0] as never);
    await player.waitForEntry(n);
    expect(player.details.onHoliday).toBeNull();
    expect(await codeOf(player.request("holiday", { days: 2 }))).toBe("no-days-left");
  });

  test("is told with the days that count, and until when: those that have not begun are given back", async () => {
    const [player, other] = await awaitedOf(await seatPeople(server.url));
    const seat = player.seat ?? "";
    expect(other.details.daysTaken).toBeNull();
    const first = server.time.now() + 30 * DAY;
    await player.request("holiday", { days: 3 });
    await other.waitForEntry(1);
    expect(other.details.daysTaken).toEqual({ [seat]: [{ days: 3, until: first }] });
    await player.request("holiday", { days: 0 });
    await other.waitForEntry(2);
    expect(other.details.daysTaken).toEqual({ [seat]: [{ days: 1, until: first }] });
    await server.time.pass(HOUR / 2);
    const second = server.time.now() + 30 * DAY;
    await player.request("holiday", { days: 2 });
    await other.waitForEntry(3);
    const taken = {
      [seat]: [
        { days: 1, until: first },
        { days: 2, until: second },
      ],
    };
    expect(other.details.daysTaken).toEqual(taken);
    await server.now.stop();
    await server.restart();
    const { match, token } = player.reserved;
    const back = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    expect(back.details.daysTaken).toEqual(taken);
  });

  test("is for players at a table by days that allows it", async () => {
    const create = (more: object) =>
      post<RefusalBody & SeatReservation>(server.url, PATHS.matches, {
        game: "tieqchieq",
        name: "Citlali",
        holidays: 3,
        clock: CLOCK,
        ...NEWER,
        ...more,
      });
    for (const wrong of [
      { holidays: 8 },
      { holidays: "3" },
      { clock: { profile: "quick" } },
      { clock: { profile: "none" } },
    ])
      expect((await create(wrong)).body).toMatchObject({ code: "bad-request", field: "holidays" });
    expect((await create({ protocolVersion: 1 })).body.code).toBe("client-too-old");
    expect((await create({})).status).toBe(201);
    const [player] = await seatPeople(server.url, { holidays: 0, pauses: 60 });
    expect(await codeOf(player.request("holiday", { days: 1 }))).toBe("no-holidays");
    for (const days of [8, -1, 1.5, "1", null])
      expect(await codeOf(player.request("holiday", { days }))).toBe("bad-request");
    const watcher = await TestClient.watch(
      server.url,
      await requestSeat(server.url, player.reserved.invitation ?? "", { spectate: true }),
    );
    expect(await codeOf(watcher.request("holiday", { days: 1 }))).toBe("not-seated");
  });
});
