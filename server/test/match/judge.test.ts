/** A judge whom the host names (docs/protocol.md, "A judge"). */
import { type Player } from "@flower-war/protocol/players";
import { CLOSE, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { verifyRecord } from "@flower-war/rules";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { JournalUnavailable } from "../../src/storage/journal/journal.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { NEWER } from "../support/take-backs.ts";
import { until } from "../support/until.ts";

const CLOCK = { profile: "quick", turn: 20_000, reserve: 10_000, increment: 0, warning: 0, awayAfter: 1 };
const SECRET = "izel-izel-izel-izel";

const codeOf = async (request: Promise<unknown>): Promise<string> => (await expectRefusal(request)).code;
const eventsOf = ({ entries }: TestClient) => entries.map(({ events }) => events[0]);

/** Seats people at a table that may have a judge, and waits until the match has begun; the first is its host. */
async function seatPeople(
  url: string,
  { seats = 2, ...more }: { seats?: number; [option: string]: unknown } = {},
) {
  const game = seats > 2 ? "flower-war" : "tieqchieq";
  const table = { game, private: true, judges: true, pauses: 300, clock: CLOCK, ...more, ...NEWER };
  const first = await createMatch(url, { seats, ...table });
  const reserved = [first];
  for (let i = 1; i < seats; i += 1)
    reserved.push(
      await requestSeat(url, first.invitation ?? first.match, { name: `Player ${i + 1}`, ...NEWER }),
    );
  const players = await Promise.all(reserved.map((each) => TestClient.join(url, each)));
  await Promise.all(players.map((player) => player.waitForEntry(0)));
  return players as [TestClient, TestClient, ...TestClient[]];
}

const watch = async (url: string, { reserved }: TestClient) =>
  TestClient.watch(url, await requestSeat(url, reserved.invitation ?? "", { spectate: true }));

const seek = async (host: TestClient, wanted = true) =>
  (await host.request("seek-judge", { wanted })).token ?? "";
const act = (judge: TestClient, payload: object) => judge.request("judge", { secret: SECRET, ...payload });

describe("a judge", () => {
  const server = useRestartableServer();
  let [host, other, judge] = [] as unknown as [TestClient, TestClient, TestClient];
  let token: string;
  /** Makes a spectator the judge. */
  const come = async (watcher: TestClient, name = "Izel") => {
    await watcher.request("take-judge", { token, name, secret: SECRET });
    await until(() => host.details.judge?.name === name, "the judge to come");
  };
  beforeEach(async () => {
    [host, other] = await seatPeople(server.url);
    judge = await watch(server.url, host);
    token = await seek(host);
  });

  test("comes by the host's token, once; all are told who judges, and the host lets them go", async () => {
    const seat = host.seat ?? "";
    await until(() => other.details.judge !== null, "that a judge is sought");
    expect(other.details).toMatchObject({ judges: true, judge: { seat, name: "" } });
    expect(await seek(host)).toBe(token);
    expect(await codeOf(act(judge, { act: "resume" }))).toBe("not-judge");
    await come(judge);
    await judge.request("take-judge", { token, name: "Izel", secret: SECRET });
    await other.waitForEntry(2);
    expect(eventsOf(other)).toEqual([{ type: "table-judge-sought" }, { type: "table-judge-named" }]);
    expect(other.details.judge).toEqual({ seat, name: "Izel" });
    const second = await watch(server.url, host);
    const again = { token, name: "Chimalli", secret: "chimalli-chimalli" };
    expect(await codeOf(second.request("take-judge", again))).toBe("bad-token");
    expect(await codeOf(host.request("seek-judge", { wanted: true }))).toBe("judge-named");
    await seek(host, false);
    await seek(host, false);
    await until(() => other.details.judge === null, "the judge to be let go");
    expect(await codeOf(act(judge, { act: "resume" }))).toBe("not-judge");
    expect(await codeOf(host.request("seek-judge", { wanted: true }))).toBe("too-many-offers");
    await server.time.pass(20_000);
    const next = await seek(host);
    expect(next).not.toBe(token);
    expect(await codeOf(second.request("take-judge", again))).toBe("bad-token");
    await second.request("take-judge", { ...again, token: next });
    expect(await codeOf(act(judge, { act: "resume" }))).toBe("not-judge");
    await until(() => other.details.judge?.name === "Chimalli", "the next judge");
  });

  test("does not come by a token that was withdrawn, nor with a seat, nor with another's name", async () => {
    const coming = { token, name: "Player 2", secret: SECRET };
    expect(await codeOf(other.request("take-judge", coming))).toBe("not-watching");
    await judge.request("take-judge", coming);
    await until(() => (host.details.judge?.name ?? "") !== "", "the judge to come");
    expect(host.details.judge?.name).not.toBe("Player 2");
    await seek(host, false);
    await server.time.pass(20_000);
    token = await seek(host);
    await seek(host, false);
    const second = await watch(server.url, host);
    expect(await codeOf(second.request("take-judge", { ...coming, token, secret: "s".repeat(16) }))).toBe(
      "bad-token",
    );
    expect(await codeOf(other.request("seek-judge", { wanted: true }))).toBe("not-host");
    expect(await codeOf(judge.request("seek-judge", { wanted: true }))).toBe("not-seated");
  });

  test("pauses, lets the match go on and gives time, within the table's bounds", async () => {
    await come(judge);
    await act(judge, { act: "pause", seconds: 120 });
    await act(judge, { act: "pause", seconds: 120 });
    await other.waitForEntry(3);
    expect(eventsOf(other).at(-1)).toEqual({ type: "table-paused", seconds: 120, agreed: [], by: "judge" });
    expect(host.details.paused?.until).toBe(server.time.now() + 120_000);
    await act(judge, { act: "resume" });
    await act(judge, { act: "resume" });
    await Promise.all([host, other].map((each) => each.waitForEntry(4)));
    expect(host.details.paused).toBeNull();
    expect(eventsOf(other).at(-1)).toEqual({ type: "table-resumed", by: "judge" });
    const gift = { act: "give-time", id: "one", to: other.seat, seconds: 45 };
    await act(judge, gift);
    await act(judge, gift);
    await other.waitForEntry(5);
    expect(eventsOf(other).at(-1)).toMatchObject({ type: "table-time-given", by: "judge" });
    expect(other.state.clocks.get(other.seat ?? "")?.reserve).toBe(CLOCK.reserve + 45_000);
    for (const wrong of [
      { act: "pause", seconds: 301 },
      { act: "pause", seconds: 0 },
      { act: "pause" },
      { act: "give-time", to: other.seat, seconds: 45 },
      { act: "ask-end", what: "win" },
      { act: "ask-end" },
      { act: "concede" },
    ])
      expect(await codeOf(act(judge, wrong))).toBe("bad-request");
    expect(await codeOf(act(judge, { ...gift, id: "two", to: "nowhere" }))).toBe("unknown-seat");
    expect(await codeOf(act(other, { act: "pause", seconds: 60 }))).toBe("not-watching");
    expect(await codeOf(judge.request("pause", { seconds: 60 }))).toBe("not-seated");
    expect(other.state.n).toBe(5);
  });

  test("asks for an end, which the players alone agree to; the record marks what is theirs, and verifies", async () => {
    await come(judge);
    await act(judge, { act: "ask-end", what: "draw" });
    await act(judge, { act: "ask-end", what: "draw" });
    await until(() => other.details.offer !== null, "the question");
    const { offer } = other.details;
    expect(offer).toMatchObject({ what: "draw", by: "", accepted: [], asked: [host.seat, other.seat] });
    expect(await codeOf(host.request("offer", { what: "draw" }))).toBe("offer-open");
    await host.request("accept", { id: offer?.id ?? "" });
    expect(host.state.status).toBe("playing");
    await other.request("accept", { id: offer?.id ?? "" });
    await until(() => host.state.status === "over", "the end");
    expect(await codeOf(act(judge, { act: "resume" }))).toBe("match-over");
    const path = PATHS.record.replace(":id", host.reserved.match);
    const record = await (await fetch(server.url + path)).text();
    expect(verifyRecord(record)).toMatchObject({ ok: true, format: "flower-war-record-4", entries: 3 });
    const lines = record.split("\n").filter((line) => line.includes('"by":"judge"'));
    expect(lines).toHaveLength(2);
    expect(record).not.toContain("Izel");
  });

  test("ends no match that one of the players wants to play", async () => {
    await come(judge);
    await act(judge, { act: "ask-end", what: "abort" });
    await until(() => other.details.offer !== null, "the question");
    await other.request("decline", { id: other.details.offer?.id ?? "" });
    await until(() => host.details.offer === null, "the question to be closed");
    expect(await codeOf(act(judge, { act: "ask-end", what: "abort" }))).toBe("too-many-offers");
    expect(host.state.status).toBe("playing");
  });

  test("frees the seat of a player who is away: a bot plays on there, and the record says so", async () => {
    await come(judge);
    const to = other.seat ?? "";
    expect(await codeOf(act(judge, { act: "free-seat", to }))).toBe("not-away");
    expect(await codeOf(act(judge, { act: "free-seat", to: "nowhere" }))).toBe("unknown-seat");
    const isAway = () => host.state.clocks.get(to)?.away === true;
    await host.waitForEntry(2);
    for (let i = 0; i < 200 && !isAway(); i += 1) {
      const { n } = host.state;
      const [command] = (await host.request("legal")).commands.filter(({ type }) => type !== "concede");
      if (command !== undefined) await host.play(command);
      else await server.time.pass(CLOCK.turn + CLOCK.reserve + 1_000);
      // Else the host's own time would be passed as well.
      await until(() => host.state.n > n, "the next entry");
    }
    expect(isAway()).toBe(true);
    await act(judge, { act: "free-seat", to });
    await act(judge, { act: "free-seat", to });
    await until(() => other.closeCode === CLOSE.removed, "the player to be disconnected");
    await until(() => host.state.seats.get(to)?.kind !== "human", "a bot there");
    expect(eventsOf(host)).toContainEqual({ type: "table-seat-freed", to });
    const { n } = host.state;
    for (let i = 0; i < 200 && host.entries.every((each) => each.seat !== to || each.n <= n); i += 1) {
      if (host.state.status === "over") break;
      const [command] = (await host.request("legal")).commands.filter(({ type }) => type !== "concede");
      if (command !== undefined) await host.play(command);
      else await server.time.pass(2_000);
    }
    if (host.state.status === "playing") await host.play({ type: "concede" });
    await until(() => host.state.status === "over", "the end");
    const path = PATHS.record.replace(":id", host.reserved.match);
    expect(verifyRecord(await (await fetch(server.url + path)).text())).toMatchObject({ ok: true });
  });

  test("stays one after a restart, and what they did stays", async () => {
    await come(judge);
    await act(judge, { act: "pause", seconds: 200 });
    await host.waitForEntry(3);
    await server.restart();
    const { match, token: own } = host.reserved;
    const back = await TestClient.join(server.url, await requestSeat(server.url, match, { token: own }));
    expect(back.details).toMatchObject({ judge: { seat: host.seat, name: "Izel" } });
    expect(back.details.paused).not.toBeNull();
    const watcher = await watch(server.url, host);
    await act(watcher, { act: "resume" });
    await until(() => back.details.paused === null, "the match to go on");
  });
});

describe("who judges", () => {
  const server = useRestartableServer();
  const bearer = ({ token }: Player) => ({ authorization: `Bearer ${token}` });
  const createPlayer = async (name: string) => (await post<Player>(server.url, PATHS.players, { name })).body;
  const isAway = ({ state }: TestClient, seat: string) => state.clocks.get(seat)?.away === true;
  /** Plays, and lets time pass, until a seat's player is away. */
  const playUntilAway = async (players: readonly TestClient[], away: string) => {
    const [first] = players as readonly [TestClient];
    for (let i = 0; i < 200 && !isAway(first, away); i += 1) {
      const { n } = first.state;
      const all = await Promise.all(
        players.map(async (each) => ({ each, legal: await each.request("legal") })),
      );
      const able = all.find(({ legal }) => legal.commands.some(({ type }) => type !== "concede"));
      const command = able?.legal.commands.find(({ type }) => type !== "concede");
      if (able !== undefined && command !== undefined) await able.each.play(command);
      else await server.time.pass(CLOCK.turn + CLOCK.reserve + 1_000);
      // Else the time of the next player would be passed as well.
      await until(() => first.state.n > n, "the next entry");
    }
    expect(isAway(first, away)).toBe(true);
  };

  test("is let go by the next host, whose record verifies", async () => {
    const [host, ...others] = await seatPeople(server.url, { seats: 3 });
    const [next] = others as [TestClient];
    const judge = await watch(server.url, host);
    await judge.request("take-judge", { token: await seek(host), name: "Izel", secret: SECRET });
    const seat = host.seat ?? "";
    await playUntilAway(others, seat);
    await act(judge, { act: "free-seat", to: seat });
    await until(() => next.state.seats.get(seat)?.kind === "bot", "the bot");
    await seek(next, false);
    await until(() => next.details.judge === null, "the judge to be let go");
    for (const each of others)
      if (each.state.status === "playing") await each.play({ type: "concede" }).catch(() => {});
    await until(() => next.state.status === "over", "the end");
    const path = PATHS.record.replace(":id", host.reserved.match);
    expect(verifyRecord(await (await fetch(server.url + path)).text())).toMatchObject({ ok: true });
  });

  test("does not come by the token of a host who was removed, and does by the next host's", async () => {
    const [host, ...others] = await seatPeople(server.url, { seats: 3 });
    const [next] = others as [TestClient];
    const judge = await watch(server.url, host);
    const coming = { token: await seek(host), name: "Izel", secret: SECRET };
    await host.play({ type: "concede" });
    expect(await codeOf(host.request("seek-judge", { wanted: true }))).toBe("not-seated");
    expect(await codeOf(judge.request("take-judge", coming))).toBe("bad-token");
    const token = await seek(next);
    await judge.request("take-judge", { ...coming, token });
    await until(() => next.details.judge?.name === "Izel", "the judge");
    expect(next.details.judge?.seat).toBe(next.seat);
    await seek(host, false);
    await until(() => next.details.judge === null, "the judge to be let go");
  });

  test("has no seat, and takes none", async () => {
    const [citlali, tenoch, izel] = await Promise.all(["Citlali", "Tenoch", "Izel"].map(createPlayer));
    if (!citlali || !tenoch || !izel) throw new Error("no players");
    const table = { game: "tieqchieq", private: true, judges: true, handOvers: "yes", pauses: 300, ...NEWER };
    const first = await createMatch(server.url, { seats: 2, clock: CLOCK, ...table }, bearer(citlali));
    const invitation = first.invitation ?? "";
    const second = await requestSeat(server.url, invitation, { name: "Tenoch", ...NEWER }, bearer(tenoch));
    const [host, other] = await Promise.all([first, second].map((each) => TestClient.join(server.url, each)));
    if (!host || !other) throw new Error("no players");
    await Promise.all([host, other].map((each) => each.waitForEntry(0)));
    const watchAs = async (player: Player) =>
      TestClient.watch(
        server.url,
        await requestSeat(server.url, invitation, { spectate: true }, bearer(player)),
      );
    const coming = { token: await seek(host), name: "Izel", secret: SECRET };
    expect(await codeOf((await watchAs(citlali)).request("take-judge", coming))).toBe("seated-already");
    const judge = await watchAs(izel);
    await judge.request("take-judge", coming);
    await act(judge, { act: "give-time", id: "one", to: other.seat, seconds: 30 });
    const again = await watchAs(tenoch);
    expect(await codeOf(act(again, { act: "resume" }))).toBe("seated-already");
    const { token } = await other.request("offer-seat", { offered: true });
    const wanted = { token: token ?? "", name: "Izel", renew: "r".repeat(24), ...NEWER };
    const path = PATHS.seats.replace(":id", invitation);
    const { body } = await post<RefusalBody>(server.url, path, wanted, bearer(izel));
    expect(body.code).toBe("seated-already");
  });

  test("watches, also over the JSON API", async () => {
    const [host] = await seatPeople(server.url);
    const token = await seek(host);
    const send = async (request: string, payload: object) =>
      (await post<RefusalBody>(server.url, `/api/matches/${host.reserved.invitation}/${request}`, payload))
        .body.code;
    expect(await send("take-judge", { token, name: "Izel", secret: SECRET })).toBe("not-watching");
    expect(await send("judge", { secret: SECRET, act: "resume" })).toBe("not-watching");
    expect(host.details.judge?.name).toBe("");
  });

  test("asks and is sought again at once if that could not be stored", async () => {
    const [host, other] = await seatPeople(server.url);
    const judge = await watch(server.url, host);
    const failOnce = () =>
      vi
        .spyOn(server.journal, "append")
        .mockImplementationOnce(() => Promise.reject(new JournalUnavailable()));
    failOnce();
    expect(await codeOf(host.request("seek-judge", { wanted: true }))).toBe("unavailable");
    await judge.request("take-judge", { token: await seek(host), name: "Izel", secret: SECRET });
    failOnce();
    expect(await codeOf(act(judge, { act: "ask-end", what: "draw" }))).toBe("unavailable");
    expect(other.details.offer).toBeNull();
    await act(judge, { act: "ask-end", what: "draw" });
    await until(() => other.details.offer !== null, "the question");
    failOnce();
    expect(await codeOf(host.request("seek-judge", { wanted: false }))).toBe("unavailable");
    expect(other.details.offer).not.toBeNull();
    await seek(host, false);
    await until(() => other.details.offer === null, "the question to be closed");
  });

  test("closes no question of others by what they do", async () => {
    const [host, other] = await seatPeople(server.url);
    const judge = await watch(server.url, host);
    await judge.request("take-judge", { token: await seek(host), name: "Izel", secret: SECRET });
    await host.request("offer", { what: "draw" });
    await until(() => other.details.offer !== null, "the question");
    const { offer } = other.details;
    await act(judge, { act: "give-time", id: "one", to: other.seat, seconds: 30 });
    await other.waitForEntry(3);
    expect(other.details.offer).toEqual(offer);
    await seek(host, false);
    await until(() => other.details.judge === null, "the judge to be let go");
    expect(other.details.offer).toEqual(offer);
    await server.time.pass(20_000);
    const second = await watch(server.url, host);
    const secret = "chimalli-chimalli";
    await second.request("take-judge", { token: await seek(host), name: "Chimalli", secret });
    const { n } = host.state;
    await second.request("judge", { secret, act: "give-time", id: "one", to: other.seat, seconds: 30 });
    await host.waitForEntry(n + 1);
  });
});

describe("a table with a judge", () => {
  const server = useRestartableServer();

  test("is never rated, nor watched with a delay; quick play leads to none, and without the option there is none", async () => {
    const create = (more: object) =>
      post<RefusalBody & SeatReservation>(server.url, PATHS.matches, {
        game: "tieqchieq",
        name: "Citlali",
        judges: true,
        private: true,
        ...NEWER,
        ...more,
      });
    expect((await create({ private: false, clock: { profile: "quick" } })).body).toMatchObject({
      code: "may-be-rated",
      field: "judges",
    });
    for (const wrong of [{ watchDelay: 60 }, { unwatched: true }, { judges: "yes" }])
      expect((await create(wrong)).body).toMatchObject({ code: "bad-request", field: "judges" });
    expect((await create({ protocolVersion: 1 })).body.code).toBe("client-too-old");
    const { body } = await create({ private: false, clock: { profile: "none" } });
    const quick = await post<SeatReservation>(server.url, PATHS.quickPlay, {
      game: "tieqchieq",
      name: "Tenoch",
    });
    expect(quick.body.match).not.toBe(body.match);
    const [host] = await seatPeople(server.url, { judges: false });
    expect(await codeOf(host.request("seek-judge", { wanted: true }))).toBe("no-judge");
    const watcher = await watch(server.url, host);
    const coming = { token: "a".repeat(32), name: "Izel", secret: SECRET };
    // What a match is in, spectators may be shown later.
    const expectRefusals = async () => {
      expect(await codeOf(watcher.request("take-judge", coming))).toBe("bad-token");
      expect(await codeOf(act(watcher, { act: "resume" }))).toBe("not-judge");
    };
    await expectRefusals();
    await host.play({ type: "concede" });
    await until(() => host.state.status === "over", "the end");
    await expectRefusals();
  });
});
