/** Tournaments over HTTP: who may do what, what is refused, and what their matches are (docs/tournaments.md). */
import { LIMITS, PATHS } from "@flower-war/protocol";
import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { type Tournament, TOURNAMENT_PATHS, type TournamentSummary } from "@flower-war/protocol/tournaments";
import { sealOf } from "@flower-war/rules/witness";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { bearer, createAccount, createGuest } from "../support/account.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { LobbyClient } from "../support/lobby.ts";
import { post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const EVENING = { name: "Evening", kind: "rounds", game: "tieqchieq", seats: 2, rounds: 1 };

const FORFEIT = { profile: "quick", reserve: 0, warning: 0, awayAfter: 1, away: "forfeit" };

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
afterEach(() => server.stop());

const at = (path: string, id: string) => path.replace(":id", id);
const create = (token: string, request: object = {}) =>
  post<Tournament & { code?: string; field?: string }>(
    server.url,
    TOURNAMENT_PATHS.tournaments,
    { ...EVENING, ...request },
    bearer(token),
  );
const act = (token: string, id: string, body: object) =>
  post<Tournament & { code?: string }>(server.url, at(TOURNAMENT_PATHS.acts, id), body, bearer(token));
const register = (token: string, id: string) =>
  post<Tournament & { code?: string }>(server.url, at(TOURNAMENT_PATHS.registration, id), {}, bearer(token));

/** Creates a tournament that two guests play, and lets it begin. */
async function playing(request: object = {}) {
  const organiser = await createAccount(server.url, "Ana");
  const { id } = (await create(organiser.token, request)).body;
  const guests = [await createGuest(server.url, "Izel"), await createGuest(server.url, "Izel")];
  for (const { token } of guests) await register(token, id);
  await act(organiser.token, id, { act: "start" });
  const read = async () =>
    (await fetch(server.url + at(TOURNAMENT_PATHS.tournament, id))).json() as Promise<Tournament>;
  let [table] = (await read()).tables;
  while (table === undefined || !(await isThere(table.match))) {
    await time.pass(500);
    [table] = (await read()).tables;
  }
  return { organiser, id, guests, table, read };
}

/** Lets both players of a table come and seal a nonce, of which the second withholds theirs. */
async function withholding({ guests, table }: Pick<Playing, "guests" | "table">) {
  const seats = [];
  for (const { token } of guests)
    seats.push(await requestSeat(server.url, table.match, { own: true }, bearer(token)));
  const [east, west] = await Promise.all(seats.map((each) => TestClient.watch(server.url, each)));
  if (!east || !west) throw new Error("two players were expected");
  for (const [client, nonce] of [
    [east, "E"],
    [west, "W"],
  ] as const)
    await client.request("seal", { seal: sealOf(nonce), key: "ab".repeat(32) });
  await until(() => east.details.revealing, "the seals to be fixed");
  await east.request("nonce", { nonce: "E" });
  await time.pass(LIMITS.reveals);
  await until(() => !east.details.revealing, "the seals to be open again");
  return { east, west };
}

type Playing = Awaited<ReturnType<typeof playing>>;

const isThere = async (match: string) => (await fetch(server.url + at(PATHS.match, match))).ok;

describe("who organises", () => {
  test("an account does, by itself alone; a guest does not", async () => {
    const [ana, guest] = [await createAccount(server.url, "Ana"), await createGuest(server.url)];
    expect((await create(guest.token)).body).toMatchObject({ code: "account-needed" });
    const { status, body } = await create(ana.token, { startsAt: time.now() + 60_000 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "gathering", organiser: { id: ana.id, name: "Ana" }, players: 0 });
    expect((await act(guest.token, body.id, { act: "start" })).body).toMatchObject({ code: "not-organiser" });
    expect((await act(ana.token, body.id, { act: "start" })).body).toMatchObject({ code: "too-few-players" });
    expect((await act(ana.token, body.id, { act: "remove", player: guest.id })).body).toMatchObject({
      code: "not-registered",
    });
    const listed = (await (await fetch(server.url + TOURNAMENT_PATHS.tournaments)).json()) as {
      tournaments: readonly TournamentSummary[];
    };
    expect(listed.tournaments.map(({ id }) => id)).toEqual([body.id]);
  });

  test("the preset is that of the final options, as of a match", async () => {
    const { token } = await createAccount(server.url, "Ana");
    const changed = { game: "flower-war", preset: "short-evening", seats: 4 };
    const { body: named } = await create(token, { ...changed, silent: true });
    expect(named).toMatchObject({ preset: "short-evening", silent: true, unwatched: false });
    const { body: own } = await create(token, { ...changed, unwatched: true, options: { rackSize: 7 } });
    expect(own).toMatchObject({ silent: false, unwatched: true });
    expect(own.preset).toBeUndefined();
    const { preset: _, ...without } = { ...changed, options: named.options };
    expect((await create(token, without)).body.preset).toBe("short-evening");
  });

  test("says why a player is not paired, and whether they may come again", async () => {
    const { organiser, id, guests, read } = await playing({ rounds: 2 });
    const [left, removed] = guests;
    const path = server.url + at(TOURNAMENT_PATHS.registration, id);
    await fetch(path, { method: "DELETE", headers: bearer(left?.token ?? "") });
    await act(organiser.token, id, { act: "remove", player: removed?.id });
    const of = async (player?: string) => (await read()).standings.find((each) => each.id === player);
    expect(await of(left?.id)).toMatchObject({ active: false, left: "withdrew", mayReturn: true });
    expect(await of(removed?.id)).toMatchObject({ active: false, left: "removed", mayReturn: false });
    await register(left?.token ?? "", id);
    expect((await of(left?.id))?.left).toBeUndefined();
  });

  test("says who was never paired and may not come again", async () => {
    const { token } = await createAccount(server.url, "Ana");
    const { body } = await create(token);
    const guest = await createGuest(server.url, "Jun");
    await register(guest.token, body.id);
    const read = async () =>
      (await (await fetch(server.url + at(TOURNAMENT_PATHS.tournament, body.id))).json()) as Tournament;
    const path = server.url + at(TOURNAMENT_PATHS.registration, body.id);
    await fetch(path, { method: "DELETE", headers: bearer(guest.token) });
    expect(await read()).not.toHaveProperty("excluded");
    await act(token, body.id, { act: "remove", player: guest.id });
    expect(await read()).toMatchObject({ standings: [], excluded: [{ id: guest.id, left: "removed" }] });
  });

  test("at most five that go on", async () => {
    const { token } = await createAccount(server.url, "Ana");
    let last = "";
    for (let i = 0; i < TOURNAMENT_LIMITS.perPlayer; i += 1) last = (await create(token)).body.id;
    expect((await create(token)).body).toMatchObject({ code: "too-many-tournaments" });
    await act(token, last, { act: "end" });
    expect((await create(token)).status).toBe(201);
  });

  test.each([
    ["name", { name: " " }],
    ["clock", { clock: { profile: "none" } }],
    ["minutes", { minutes: 60 }],
    ["startsAt", { startsAt: 1 }],
    ["noShow", { noShow: 10 }],
    ["game", { game: "chess" }],
  ])("names the field at fault: %s", async (field, request) => {
    const { token } = await createAccount(server.url, "Ana");
    expect((await create(token, request)).body).toMatchObject({ code: "bad-request", field });
  });

  test("one that there is not is refused", async () => {
    const { token } = await createGuest(server.url);
    for (const id of ["V1StGXR8Z5jd", "x"])
      expect((await register(token, id)).body).toMatchObject({ code: "unknown-tournament" });
  });
});

describe("a match of a tournament", () => {
  test("has its players, the tournament's name and no host, and none of them leaves it before it begins", async () => {
    const { guests, table, read } = await playing();
    expect(table.players.map(({ id }) => id).toSorted()).toEqual(guests.map(({ id }) => id).toSorted());
    const { seat, token } = await requestSeat(
      server.url,
      table.match,
      { own: true },
      bearer(guests[0]?.token ?? ""),
    );
    expect(seat).toBe(table.players.find(({ id }) => id === guests[0]?.id)?.seat);
    const left = await post(server.url, `${at(PATHS.match, table.match)}/leave`, {}, bearer(token ?? ""));
    expect(left.body).toMatchObject({ code: "assigned-seats" });
    const found = (await (await fetch(server.url + at(PATHS.match, table.match))).json()) as {
      table: { title: string; seats: readonly { name: string; host: boolean }[] };
    };
    expect(found.table.title).toBe("Evening");
    expect(found.table.seats.map(({ host }) => host)).toEqual([false, false]);
    // Of two with the same name one has a number, here as in the standings.
    const names = (await read()).standings.map(({ name }) => name);
    expect(names.toSorted()).toEqual(["Izel", "Izel 2"]);
    expect(found.table.seats.map(({ name }) => name)).toEqual(table.players.map(({ name }) => name));
    const stranger = await post(server.url, at(PATHS.seats, table.match), { name: "Stranger" });
    expect(stranger.body).toMatchObject({ code: "match-full" });
  });

  test("has no seat for others, also when a player withholds a nonce, and none changes seats", async () => {
    const { guests, table, read } = await playing();
    const { east, west } = await withholding({ guests, table });
    expect(east.details.assigned).toBe(true);
    const open = west.reserved.seat ?? "";
    expect(east.state.seats.get(open)?.kind).toBe("open");
    const taken = await post(server.url, at(PATHS.seats, table.match), { name: "Stranger" });
    expect(taken.body).toMatchObject({ code: "match-full" });
    expect(await expectRefusal(east.request("move-seat", { seat: open }))).toMatchObject({
      code: "assigned-seats",
    });
    // Who came and revealed wins once the time to come is over.
    for (let tournament = await read(); tournament.status !== "over"; tournament = await read())
      await time.pass(5_000);
    const { standings } = await read();
    expect(standings.map(({ id, points, active }) => [id, points, active])).toEqual([
      [
        guests.find(({ id }) => id === table.players.find(({ seat }) => seat === east.reserved.seat)?.id)?.id,
        1,
        true,
      ],
      [table.players.find(({ seat }) => seat === open)?.id, 0, false],
    ]);
  });

  test("that a seat keeps from beginning is closed once its tournament is over", async () => {
    const { guests, table, organiser, id } = await playing({ noShow: 3_600 });
    const { east } = await withholding({ guests, table });
    const found = async () => (await fetch(server.url + at(PATHS.match, table.match))).json();
    await act(organiser.token, id, { act: "end" });
    await east.leave();
    for (let minutes = 0; minutes < 20; minutes += 1) await time.pass(60_000);
    expect(await found()).toMatchObject({ over: true });
  });

  test("is not listed as one with an open seat", async () => {
    const { guests, table } = await playing();
    await withholding({ guests, table });
    const lobby = await LobbyClient.join(server.url);
    expect(lobby.ids).toEqual([]);
    await lobby.leave();
  });

  test("whose players do not come is closed, and who came wins", async () => {
    const { guests, table, read } = await playing();
    const [here, away] = guests;
    const seat = await requestSeat(server.url, table.match, { own: true }, bearer(here?.token ?? ""));
    await TestClient.watch(server.url, seat);
    for (let tournament = await read(); tournament.status !== "over"; tournament = await read())
      await time.pass(5_000);
    const { standings, tables } = await read();
    expect(standings.map(({ id, points, active }) => [id, points, active])).toEqual([
      [here?.id, 1, true],
      [away?.id, 0, false],
    ]);
    expect(tables[0]?.places?.toSorted()).toEqual([1, null]);
  });

  test("that began without a player is lost by them, unless they come in time", async () => {
    const { guests, table, read } = await playing();
    const [here, away] = guests;
    const seat = await requestSeat(server.url, table.match, { own: true }, bearer(here?.token ?? ""));
    const client = await TestClient.join(server.url, seat);
    while (client.state.status !== "playing") {
      await time.pass(1_000);
      await read();
    }
    await time.pass(20_000);
    expect((await read()).status).toBe("running");
    for (let tournament = await read(); tournament.status !== "over"; tournament = await read())
      await time.pass(1_000);
    expect(client.state.status).toBe("over");
    expect((await read()).standings.map(({ id, points, active }) => [id, points, active])).toEqual([
      [here?.id, 1, true],
      [away?.id, 0, false],
    ]);
  });

  test.each([
    ["by the clocks, which played for both", { clock: { profile: "quick" }, noShow: 900 }],
    ["by a forfeit", { clock: { ...FORFEIT, turn: 5_000 } }],
    ["because neither came in time", {}],
  ])("gives those who never came nothing, and withdraws them, when it ended %s", async (_, request) => {
    const { read } = await playing(request);
    for (let tournament = await read(); tournament.status !== "over"; tournament = await read())
      await time.pass(1_000);
    const { standings } = await read();
    expect(standings.map(({ points, active, left }) => [points, active, left])).toEqual([
      [0, false, "absent"],
      [0, false, "absent"],
    ]);
  });

  test("is not lost by who came after it began, and is away for a moment at the end of the wait", async () => {
    const { guests, table, read } = await playing();
    const playerOf = (i: number) => guests.find(({ id }) => id === table.players[i]?.id)?.token ?? "";
    const first = await requestSeat(server.url, table.match, { own: true }, bearer(playerOf(0)));
    const thinking = await TestClient.join(server.url, first);
    while (thinking.state.status !== "playing") {
      await time.pass(1_000);
      await read();
    }
    const second = await requestSeat(server.url, table.match, { own: true }, bearer(playerOf(1)));
    const late = await TestClient.watch(server.url, second);
    const isHere = () => thinking.state.seats.get(second.seat ?? "")?.connected;
    await until(() => isHere() === true, "the second player");
    await late.leave();
    await until(() => isHere() === false, "that they are away");
    for (let i = 0; i < 40; i += 1) {
      await time.pass(1_000);
      await read();
    }
    const { status, standings } = await read();
    expect(status).toBe("running");
    expect(standings.map(({ active }) => active)).toEqual([true, true]);
  });

  test("shows no name of a player who was deleted", async () => {
    const { guests, read } = await playing();
    const [gone] = guests;
    const headers = bearer(gone?.token ?? "");
    expect((await fetch(server.url + PATHS.me, { method: "DELETE", headers })).ok).toBe(true);
    await time.pass(10_000);
    const { standings, tables } = await read();
    const names = [...standings, ...tables.flatMap(({ players }) => players)].map(({ id, name }) => [
      id === gone?.id,
      name,
    ]);
    expect(new Set(names.map(String))).toEqual(new Set(["true,", "false,Izel 2"]));
  });

  test("counts when it ends, and a rematch of it is a table of its own with a host", async () => {
    const { guests, table, read, organiser, id } = await playing();
    const reserved = [];
    for (const { token } of guests)
      reserved.push(await requestSeat(server.url, table.match, { own: true }, bearer(token)));
    const clients = await Promise.all(reserved.map((each) => TestClient.join(server.url, each)));
    await Promise.all(clients.map((client) => client.waitForEntry(0)));
    await clients[0]?.request("command", { id: "1", command: { type: "concede" } });
    for (;;) {
      const { status, standings } = await read();
      if (status === "over") {
        expect(standings.map(({ id: player, points }) => [player, points])).toEqual([
          [guests[1]?.id, 1],
          [guests[0]?.id, 0],
        ]);
        break;
      }
      await time.pass(500);
    }
    const path = at(PATHS.rematch, table.match);
    const token = reserved[0]?.token;
    const again = await post<{ match: string }>(server.url, path, { token });
    const rematch = (await (await fetch(server.url + at(PATHS.match, again.body.match))).json()) as {
      table: { seats: readonly { host: boolean }[] };
    };
    expect(rematch.table.seats.filter(({ host }) => host)).toHaveLength(1);
    expect((await act(organiser.token, id, { act: "pause" })).body).toMatchObject({
      code: "tournament-over",
    });
  });
});
