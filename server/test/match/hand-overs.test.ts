/** Seats are handed over in play (docs/protocol.md, "Handing a seat over"). */
import { CLOSE, PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import type { MyMatches, Player, Profile } from "@flower-war/protocol/players";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { verifyRecord } from "@flower-war/rules";
import { nanoid } from "nanoid";
import { beforeEach, describe, expect, test } from "vitest";
import { bearer, createAccount } from "../support/account.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { NEWER } from "../support/take-backs.ts";
import { until, untilRead } from "../support/until.ts";

const codeOf = async (request: Promise<unknown>): Promise<string> => (await expectRefusal(request)).code;
const eventsOf = ({ entries }: TestClient) => entries.map(({ events }) => events[0]?.type as string);

interface Settings {
  readonly seats?: number;
  readonly handOvers?: "yes" | "asks";
  readonly private?: boolean;
  readonly pauses?: number;
  readonly clock?: object;
  readonly headers?: Record<string, string>;
}

/** Seats people at a table that hands seats over, and waits until the match has begun. */
async function seatPeople(
  url: string,
  { seats = 2, headers = {}, ...more }: Settings = {},
): Promise<TestClient[]> {
  const table = { game: seats > 2 ? "flower-war" : "tieqchieq", private: true, handOvers: "yes" };
  const first = await createMatch(url, { ...table, seats, ...more, ...NEWER }, headers);
  const reserved = [first];
  for (let i = 1; i < seats; i += 1)
    reserved.push(
      await requestSeat(url, first.invitation ?? first.match, { name: `Player ${i + 1}`, ...NEWER }),
    );
  const players = await Promise.all(reserved.map((each) => TestClient.join(url, each)));
  await Promise.all(players.map((player) => player.waitForEntry(0)));
  return players;
}

const offer = async (player: TestClient, offered = true) =>
  (await player.request("offer-seat", { offered })).token;

/** Returns the one of these who is awaited. */
async function awaitedOf(players: readonly TestClient[]): Promise<TestClient> {
  for (const player of players) {
    const { commands } = await player.request("legal");
    if (commands.some(({ type }) => type !== "concede")) return player;
  }
  throw new Error("no player is awaited");
}

/** Asks for the seat of a token. */
const take = (url: string, { reserved }: TestClient, body: object, headers: Record<string, string> = {}) =>
  post<SeatReservation & RefusalBody>(
    url,
    PATHS.seats.replace(":id", reserved.match),
    { name: "Izel", ...NEWER, ...body },
    headers,
  );

const refusedWith = async (asked: ReturnType<typeof take>) => (await asked).body.code;

describe("a seat that is handed over", () => {
  const server = useRestartableServer();
  let players: TestClient[];
  let [east, west] = [] as unknown as [TestClient, TestClient];
  beforeEach(async () => {
    players = await seatPeople(server.url);
    [east, west] = players as [TestClient, TestClient];
  });

  test("is taken over by the token that its player gets; their own end at once, and the record says so", async () => {
    const seat = east.seat ?? "";
    const token = await offer(east);
    await until(() => west.details.offeredSeats.includes(seat), "the seat to be offered");
    expect(await offer(east)).toEqual(expect.any(String));
    expect(eventsOf(west)).toEqual(["table-seat-offered"]);
    const taken = await take(server.url, east, { token, renew: "izel-izel-izel-izel" });
    expect(taken).toMatchObject({ status: 200, body: { match: east.reserved.match, seat } });
    await until(() => east.closeCode === CLOSE.handedOver, "the one who had it to be disconnected");
    await until(() => eventsOf(west).length === 2, "the other to be told");
    expect(west.entries.at(-1)).toEqual({ n: 2, seat, events: [{ type: "table-seat-handed" }] });
    expect(west.state.seats.get(seat)?.name).toBe("Izel");
    expect(west.details.offeredSeats).toEqual([]);
    const again = { token: east.reserved.token, name: undefined };
    expect(await refusedWith(take(server.url, east, again))).toBe("bad-token");
    expect(await refusedWith(take(server.url, east, { ...again, renew: "citlali-citlali-citlali" }))).toBe(
      "bad-token",
    );
    expect(await refusedWith(take(server.url, east, { token }))).toBe("bad-token");
    expect(await refusedWith(take(server.url, east, { token, name: undefined }))).toBe("bad-token");
    const repeated = await take(server.url, east, { token, renew: "izel-izel-izel-izel" });
    expect(repeated.status).toBe(200);
    const izel = await TestClient.watch(server.url, repeated.body);
    const log = await izel.readLog();
    expect(log.entries).toHaveLength(2);
    for (const player of [izel, west])
      for (const command of (await player.request("legal")).commands)
        if (command.type === "concede" && player === izel) await player.play(command);
    await until(() => west.state.status === "over", "the end");
    const signature = { n: izel.state.n, head: "0".repeat(64), signature: "0".repeat(128) };
    expect(await codeOf(izel.request("witness", signature))).toBe("no-key");
    const verdict = verifyRecord(
      await (await fetch(server.url + PATHS.record.replace(":id", east.reserved.match))).text(),
    );
    expect(verdict).toMatchObject({ ok: true, format: "flower-war-record-4" });
    expect(verdict.ok && verdict.open.find(({ code }) => code === "handed-over")?.entries).toEqual([[2, 2]]);
  });

  test("is kept if its player changes their mind: the token is invalid, and the next one another", async () => {
    const first = await offer(east);
    expect(await offer(east, false)).toBeNull();
    expect(await offer(east, false)).toBeNull();
    await until(() => eventsOf(west).length === 2, "the other to be told");
    expect(eventsOf(west)).toEqual(["table-seat-offered", "table-seat-kept"]);
    expect(await refusedWith(take(server.url, east, { token: first }))).toBe("bad-token");
    const { code, wait } = await expectRefusal(offer(east));
    expect([code, wait]).toEqual(["too-many-offers", SERVER_LIMITS.handOvers.pause]);
    await server.time.pass(SERVER_LIMITS.handOvers.pause);
    const second = await offer(east);
    expect(await refusedWith(take(server.url, east, { token: first }))).toBe("bad-token");
    expect((await take(server.url, east, { token: second })).status).toBe(200);
  });

  test("is asked for nothing any more by the one who had it, also not by what was under way", async () => {
    await west.request("offer", { what: "draw" });
    await until(() => east.details.offer !== null, "the offer of a draw");
    const token = await offer(east);
    const [handing, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const append = server.journal.append.bind(server.journal);
    server.journal.append = async (...fact) => {
      if (JSON.stringify(fact).includes("table-hand-seat")) {
        handing.resolve();
        await stored.promise;
      }
      return append(...fact);
    };
    const taking = take(server.url, east, { token });
    await handing.promise;
    const agreed = east.request("accept", { id: east.details.offer?.id }).then(
      () => true,
      () => false,
    );
    // What the one who had it has sent is handled before what the other sends.
    await west.request("time");
    stored.resolve();
    expect((await taking).status).toBe(200);
    expect(await agreed).toBe(false);
    await west.request("time");
    expect([west.state.status, west.details.ending]).toEqual(["playing", ""]);
  });

  test("goes to the first of two who take it at once", async () => {
    const token = await offer(east);
    const both = await Promise.all([
      take(server.url, east, { token, renew: "one-one-one-one-one" }),
      take(server.url, east, { token, renew: "two-two-two-two-two" }),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403]);
  });

  test("is not away any more, though its player was", async () => {
    const clock = { profile: "quick", turn: 2_000, reserve: 0, warning: 0, awayAfter: 1, away: "bot" };
    const timed = await seatPeople(server.url, { clock });
    const away = await awaitedOf(timed);
    const token = await offer(away);
    await server.time.pass(2_100);
    await until(() => away.state.clocks.get(away.seat ?? "")?.away === true, "the player to be away");
    const { body } = await take(server.url, away, { token });
    const izel = await TestClient.watch(server.url, body);
    expect(izel.state.clocks.get(away.seat ?? "")?.away).toBe(false);
  });

  test("can no longer be taken when its player concedes, and is listed no more", async () => {
    const [first, second] = (await seatPeople(server.url, { seats: 3 })) as [TestClient, TestClient];
    const token = await offer(first);
    await until(() => second.details.offeredSeats.length === 1, "the seat to be offered");
    await first.play({ type: "concede" });
    await until(() => second.details.offeredSeats.length === 0, "the seat to be listed no more");
    expect(await refusedWith(take(server.url, first, { token }))).toBe("bad-token");
  });

  test("is asked about until the others have had their time, though the clock plays for it", async () => {
    const clock = { profile: "quick", turn: 20_000, reserve: 0, warning: 0, awayAfter: 3, away: "bot" };
    const timed = await seatPeople(server.url, { clock, handOvers: "asks" });
    const asking = await awaitedOf(timed);
    expect(await offer(asking)).toBeNull();
    await server.time.pass(20_100);
    await until(() => asking.state.n > 0, "the clock to play");
    expect(asking.details.offer?.what).toBe("hand-seat");
    await server.time.pass(SERVER_LIMITS.handOvers.open);
    await until(() => asking.details.offeredSeats.length === 1, "the seat to be offered");
  });

  test("is not taken without a name, nor by a client that does not know such tables", async () => {
    const token = await offer(east);
    expect(await refusedWith(take(server.url, east, { token, name: undefined }))).toBe("seat-offered");
    const renewed = { token, name: undefined, renew: nanoid() };
    expect(await refusedWith(take(server.url, east, renewed))).toBe("seat-offered");
    expect(await refusedWith(take(server.url, east, { token, protocolVersion: 1 }))).toBe("client-too-old");
    expect(east.closeCode).toBeNull();
  });

  test("goes to no player who sits at the table, and to none whom its host has blocked", async () => {
    const { body: known } = await post<{ token: string; player: { id: string } }>(server.url, PATHS.players, {
      name: "Tenoch",
    });
    const headers = { authorization: `Bearer ${known.token}` };
    const three = await seatPeople(server.url, { seats: 3, headers });
    const [first, second, third] = three as [TestClient, TestClient, TestClient];
    const token = await offer(second);
    expect(await refusedWith(take(server.url, second, { token }, headers))).toBe("seated-already");
    const watching = await requestSeat(server.url, first.reserved.invitation ?? "", { spectate: true });
    const spectator = await TestClient.watch(server.url, watching);
    const { n } = await spectator.request("say", { id: nanoid(), name: "Huracan", text: "hello" });
    await first.request("block", { n });
    expect(await refusedWith(take(server.url, second, { token, name: "Huracan" }))).toBe("blocked");
    expect(third.closeCode).toBeNull();
    expect(second.closeCode).toBeNull();
  });

  test("survives its server: it is offered still, and then the other person's", async () => {
    const token = await offer(east);
    await server.restart();
    const taken = await take(server.url, east, { token });
    expect(taken.status).toBe(200);
    await server.restart();
    const izel = await TestClient.watch(
      server.url,
      await requestSeat(server.url, east.reserved.match, { token: taken.body.token }),
    );
    expect(izel.state.seats.get(east.seat ?? "")?.name).toBe("Izel");
    expect((await izel.readLog()).entries).toHaveLength(2);
    expect(await refusedWith(take(server.url, east, { token }))).toBe("bad-token");
    expect(await refusedWith(take(server.url, east, { token: east.reserved.token, name: undefined }))).toBe(
      "bad-token",
    );
  });

  test("is no longer taken when its player has conceded, or the match is over", async () => {
    const token = await offer(east);
    await east.play({ type: "concede" });
    await until(() => west.state.status === "over", "the end");
    expect(await refusedWith(take(server.url, east, { token }))).toBe("bad-token");
    expect(await codeOf(west.request("offer-seat", { offered: true }))).toBe("match-over");
  });

  test("is in the history of who took it over, and not of who handed it over, who has left no match", async () => {
    const citlali = await createAccount(server.url, "Citlali");
    const izel = await createAccount(server.url, "Izel");
    const settings = { headers: bearer(citlali.token) };
    const [first, second] = (await seatPeople(server.url, settings)) as [TestClient, TestClient];
    const read = async <T>(path: string, { token }: Player): Promise<T> =>
      (await fetch(server.url + path, { headers: bearer(token) })).json() as Promise<T>;
    const mine = (player: Player) => read<MyMatches>(PATHS.myMatches, player);
    await untilRead(
      () => mine(citlali),
      ({ running }) => running.length === 1,
      "the match to be listed",
    );
    const token = await offer(first);
    expect((await take(server.url, first, { token }, bearer(izel.token))).status).toBe(200);
    await untilRead(
      () => mine(citlali),
      ({ running }) => running.length === 0,
      "it to leave the list",
    );
    await untilRead(
      () => mine(izel),
      ({ running }) => running.length === 1,
      "the match to be listed",
    );
    await second.play({ type: "concede" });
    await untilRead(
      () => mine(izel),
      ({ matches }) => matches.length === 1,
      "the history",
    );
    expect((await mine(citlali)).matches).toEqual([]);
    const { reputation } = await read<Profile>(PATHS.profile.replace(":id", citlali.id), citlali);
    expect(reputation).toMatchObject({ finished: 0, left: 0 });
  });

  test("leaves a pause as it is, and a seat may ask for one with its new player", async () => {
    const clock = { profile: "relaxed" };
    const [first, second] = (await seatPeople(server.url, { clock, pauses: 60 })) as [TestClient, TestClient];
    await first.request("pause", { seconds: 60 });
    await until(() => second.details.offer !== null, "the question");
    await second.request("accept", { id: second.details.offer?.id });
    await until(() => second.details.paused !== null, "the pause");
    const token = await offer(first);
    const { body } = await take(server.url, first, { token });
    const izel = await TestClient.watch(server.url, body);
    expect(izel.details.paused).not.toBeNull();
    await izel.request("resume");
    await until(() => second.details.paused === null, "the match to go on");
    await izel.request("offer", { what: "draw" });
    await until(() => second.details.offer !== null, "the draw");
    await second.request("accept", { id: second.details.offer?.id });
    await until(() => second.state.status === "over", "the end");
    const path = PATHS.record.replace(":id", first.reserved.match);
    expect(verifyRecord(await (await fetch(server.url + path)).text())).toMatchObject({
      ok: true,
      entries: 4,
    });
  });
});

describe("where the others are asked, a seat", () => {
  const server = useRestartableServer();
  let [first, second, third] = [] as unknown as [TestClient, TestClient, TestClient];
  beforeEach(async () => {
    const players = await seatPeople(server.url, { seats: 3, handOvers: "asks" });
    [first, second, third] = players as typeof players & [TestClient, TestClient, TestClient];
  });
  const ask = async () => {
    expect(await offer(first)).toBeNull();
    await until(() => second.details.offer !== null, "the question");
    return second.details.offer?.id ?? "";
  };

  test("can be taken over once the time is over in which none of them objected", async () => {
    await ask();
    expect(second.details.offer).toMatchObject({
      what: "hand-seat",
      by: first.seat,
      asked: [second.seat, third.seat],
      until: server.time.now() + SERVER_LIMITS.handOvers.open,
    });
    expect(await offer(first)).toBeNull();
    await second.request("accept", { id: second.details.offer?.id });
    expect(third.details.offeredSeats).toEqual([]);
    await server.time.pass(SERVER_LIMITS.handOvers.open);
    await until(() => third.details.offeredSeats.includes(first.seat ?? ""), "the seat to be offered");
    expect(third.details.offer).toBeNull();
    const token = await offer(first);
    expect((await take(server.url, first, { token })).status).toBe(200);
  });

  test("can be at once if all of them agree", async () => {
    const id = await ask();
    await second.request("accept", { id });
    await third.request("accept", { id });
    await until(() => third.details.offeredSeats.includes(first.seat ?? ""), "the seat to be offered");
    expect(await offer(first)).toEqual(expect.any(String));
  });

  test("stays its player's if one objects, who asks again after a while; or withdraws the question", async () => {
    const id = await ask();
    await second.request("decline", { id });
    await until(() => third.details.offer === null, "the question to be closed");
    await server.time.pass(1_000);
    expect(await expectRefusal(first.request("offer-seat", { offered: true }))).toMatchObject({
      code: "too-many-offers",
      wait: SERVER_LIMITS.handOvers.pause - 1_000,
    });
    await server.time.pass(SERVER_LIMITS.handOvers.open);
    expect(third.details.offeredSeats).toEqual([]);
    await ask();
    expect(await offer(first, false)).toBeNull();
    await until(() => third.details.offer === null, "the question to be withdrawn");
    await server.time.pass(SERVER_LIMITS.handOvers.open);
    expect(third.details.offeredSeats).toEqual([]);
    expect(first.state.n).toBe(0);
  });
});

describe("a table", () => {
  const server = useRestartableServer();

  test("hands no seats over unless its creator chose that, and never if it may be rated", async () => {
    const plain = await createMatch(server.url, { game: "tieqchieq", private: true, bots: 1 });
    const alone = await TestClient.join(server.url, plain);
    await alone.waitForEntry(0);
    expect(await codeOf(alone.request("offer-seat", { offered: true }))).toBe("no-hand-overs");
    expect(alone.details.handOvers).toBe("no");
    const create = (more: object) =>
      post<RefusalBody>(server.url, PATHS.matches, { game: "tieqchieq", name: "Citlali", ...NEWER, ...more });
    for (const handOvers of ["yes", "asks"])
      expect((await create({ handOvers, clock: { profile: "quick" } })).body).toMatchObject({
        code: "may-be-rated",
        field: "handOvers",
      });
    expect((await create({ handOvers: "yes", clock: { profile: "none" } })).status).toBe(201);
    expect((await create({ handOvers: "yes", private: true, clock: { profile: "quick" } })).status).toBe(201);
    expect((await create({ handOvers: true, private: true })).body.code).toBe("bad-request");
    expect((await create({ handOvers: "yes", private: true, protocolVersion: 1 })).body.code).toBe(
      "client-too-old",
    );
  });
});
