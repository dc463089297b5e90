/** Profiles, histories and leaderboards over HTTP (docs/protocol.md, "Profiles"; docs/ratings.md). */
import { matchMaker } from "@colyseus/core";
import { LIMITS, type MatchSummary, PATHS, type RefusalBody } from "@flower-war/protocol";
import type {
  Leaderboard,
  MatchHistory,
  MyMatches,
  Player,
  PlayerMatch,
  Profile,
} from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import type { LiveMatch } from "../../src/match/live-match.ts";
import type { MatchRoom } from "../../src/match/room.ts";
import { addPasskey, bearer, createAccount, createGuest, prove } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { playOn, RATED_TURNS } from "../support/play-on.ts";
import { createMatch, fromAddress, type HttpResponse, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until, untilRead } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, {
    playersPerMinute: 1000,
    creationsPerMinute: 1000,
    trustProxy: "loopback",
  });
});
afterEach(() => server.stop());

async function get<T>(path: string, player: Player | null = null): Promise<HttpResponse<T>> {
  const response = await fetch(server.url + path, { headers: player ? bearer(player.token) : {} });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

const profileOf = async ({ id }: Player) => (await get<Profile>(PATHS.profile.replace(":id", id))).body;
const historyOf = async ({ id }: Player, query = "") =>
  (await get<MatchHistory>(PATHS.history.replace(":id", id) + query)).body;
const ownMatches = async (player: Player, query = "") =>
  (await get<MyMatches>(PATHS.myMatches + query, player)).body;
const leaderboard = async (query = "") =>
  (await get<Leaderboard>(`${PATHS.leaderboard}?game=tieqchieq${query}`)).body;

interface Seated {
  readonly match: string;
  readonly invitation: string | null;
  /** Of those who are people, in turn order. */
  readonly clients: readonly TestClient[];
}

const CLOCK = { profile: "relaxed" };

/**
 * Begins a match of these, each from another network, with clocks and public unless `settings` say otherwise; bots take the seats that are
 * left.
 */
async function begin(players: readonly Player[], settings: object = {}): Promise<Seated> {
  const [host, ...others] = players;
  if (!host) throw new Error("no player creates the match");
  const wanted = { clock: CLOCK, seats: players.length, name: host.name, ...settings };
  const first = await createMatch(server.url, wanted, bearer(host.token));
  const reserved = [first];
  for (const [i, { name, token }] of others.entries()) {
    const by = first.invitation ?? first.match;
    const headers = { ...bearer(token), ...fromAddress(`203.0.113.${i}`) };
    reserved.push(await requestSeat(server.url, by, { name }, headers));
  }
  const clients = await Promise.all(reserved.map((each) => TestClient.join(server.url, each)));
  await Promise.all(clients.map((client) => client.waitForEntry(0)));
  return { match: first.match, invitation: first.invitation, clients };
}

/** Plays a match of two: the second concedes. @param turns of each before that */
async function playTwo(
  winner: Player,
  loser: Player,
  settings: object = {},
  turns = RATED_TURNS,
): Promise<Seated> {
  const seated = await begin([winner, loser], { game: "tieqchieq", ...settings });
  await playOn(seated.clients, turns);
  await time.pass(1000);
  await seated.clients[1]?.play({ type: "concede" });
  await untilOver(loser, seated);
  return seated;
}

/** Lets two players get a rating that is not provisional: the first beats all others, the second but two of them. */
async function rankTwo(first: Player, second: Player): Promise<void> {
  const [third, fourth] = [await createAccount(server.url, "Xoco"), await createAccount(server.url, "Yaotl")];
  for (let i = 0; i < 2; i += 1) {
    await playTwo(first, second);
    await playTwo(first, third);
    await playTwo(second, third);
  }
  await playTwo(second, fourth);
  expect((await leaderboard()).entries).toMatchObject([{ rank: 1, id: second.id }]);
  await playTwo(first, fourth);
}

/** Waits until a player's history has a match as over. */
async function untilOver(player: Player, { match, clients }: Seated): Promise<PlayerMatch> {
  const find = async () => (await ownMatches(player)).matches.find((each) => each.match === match);
  const found = await untilRead(find, (each) => each !== undefined, "the match in the history");
  for (const client of clients) await client.leave();
  return found as PlayerMatch;
}

function untilRunning(player: Player): Promise<MyMatches> {
  return untilRead(
    () => ownMatches(player),
    ({ running }) => running.length > 0,
    "the running match",
  );
}

/** Plays on in time until the clocks of the others have ended the match. */
async function outlast(client: TestClient): Promise<void> {
  while (client.state.status !== "over") {
    const { commands } = await client.request("legal", {});
    const next = (commands as { type: string }[]).find(({ type }) => type !== "concede");
    if (next) await client.play(next);
    else await time.pass(1000);
  }
}

/** Returns the room that a client is in. */
function liveMatchOf({ room: { roomId } }: TestClient): LiveMatch {
  return (matchMaker.getLocalRoomById(roomId) as unknown as MatchRoom).live;
}

/** Lets the others agree to what the first offers. */
async function agree(what: "draw" | "abort", [first, ...others]: readonly TestClient[]): Promise<void> {
  await first?.request("offer", { what });
  for (const other of others) {
    await until(() => other.details.offer !== null, "the offer");
    await other.request("accept", { id: other.details.offer?.id ?? "" });
  }
}

/** What is said of who left their only match, and of who finished theirs. */
const leaver = { finished: 0, left: 1, recent: { finished: 0, of: 1, finisher: true } };
const stayer = { finished: 1, left: 0, recent: { finished: 1, of: 1, finisher: true } };

describe("a profile", () => {
  test("of a player who has played nothing has no games", async () => {
    const guest = await createGuest(server.url, "Xoco");
    expect(await profileOf(guest)).toEqual({
      id: guest.id,
      name: "Xoco",
      kind: "guest",
      since: time.now(),
      games: [],
      reputation: { finished: 0, left: 0, recent: { finished: 0, of: 0, finisher: true } },
    });
  });

  test("has the rating of each rated game, which rises by winning and falls by losing", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    const { match } = await playTwo(citlali, tenoch);
    const [won, lost] = [await profileOf(citlali), await profileOf(tenoch)];
    expect(won).toMatchObject({ kind: "account", reputation: { finished: 1, left: 0 } });
    const rating = { value: 1305, provisional: true, matches: 1, rank: null };
    const curve = [{ at: time.now(), value: 1305 }];
    expect(won.games).toEqual([{ game: "tieqchieq", played: 1, won: 1, rating, curve }]);
    expect(lost.games).toMatchObject([{ won: 0, rating: { value: 1095 } }]);
    expect((await historyOf(citlali)).matches).toMatchObject([{ ratingChange: 105, won: true, place: 1 }]);
    expect((await historyOf(tenoch)).matches).toMatchObject([{ ratingChange: -105, won: false, place: 2 }]);
    const { body } = await get<MatchSummary>(PATHS.match.replace(":id", match));
    expect(body.result?.seats).toMatchObject([
      { name: "Citlali", ratingChange: 105 },
      { name: "Tenoch", ratingChange: -105 },
    ]);
  });

  test.each<[string, object, object]>([
    ["without clocks", { clock: { profile: "none" } }, { played: 1, won: 1 }],
    ["that is private", { private: true }, {}],
  ])("has no rating for a match %s", async (_, settings, counted) => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    const { match, invitation } = await playTwo(citlali, tenoch, settings);
    const { games } = await profileOf(citlali);
    expect(games).toMatchObject("played" in counted ? [{ ...counted, rating: null, curve: [] }] : []);
    expect((await ownMatches(citlali)).matches).toMatchObject([{ won: true, ratingChange: null }]);
    const { body } = await get<MatchSummary>(PATHS.match.replace(":id", invitation ?? match));
    expect(body.result?.seats.map(({ ratingChange }) => ratingChange)).toEqual([null, null]);
  });

  test("has no rating for a match that was conceded before it was played", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    await playTwo(citlali, tenoch, {}, 0);
    await playTwo(citlali, tenoch, {}, 1);
    for (const player of [citlali, tenoch]) {
      const { games, reputation } = await profileOf(player);
      expect(games).toMatchObject([{ played: 2, rating: null }]);
      expect(reputation).toMatchObject({ finished: 2, left: 0, recent: { finished: 1, of: 1 } });
      const unrated = { ratingChange: null, unrated: "short" };
      expect((await historyOf(player)).matches).toMatchObject([unrated, unrated]);
    }
  });

  test("stays provisional by matches of the same two players", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    for (let i = 0; i < 7; i += 1) await playTwo(citlali, tenoch);
    expect((await profileOf(citlali)).games).toMatchObject([
      { played: 7, won: 7, rating: { provisional: true, matches: 2, rank: null } },
    ]);
    const { matches } = await historyOf(citlali);
    expect(matches.map(({ unrated }) => unrated)).toEqual([
      ...Array.from({ length: 5 }, () => "repeated"),
      undefined,
      undefined,
    ]);
    expect((await leaderboard()).entries).toEqual([]);
  });

  test("has no rating for a match in which fewer than two have accounts", async () => {
    const [citlali, guest] = [await createAccount(server.url), await createGuest(server.url, "Xoco")];
    await playTwo(citlali, guest);
    for (const player of [citlali, guest]) {
      expect(await profileOf(player)).toMatchObject({ games: [{ played: 1, rating: null }] });
    }
  });

  test("counts no match that was aborted, and none against bots alone", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    const aborted = await begin([citlali, tenoch], { game: "tieqchieq" });
    await agree("abort", aborted.clients);
    expect(await untilOver(citlali, aborted)).toMatchObject({
      place: null,
      won: false,
      left: false,
      ratingChange: null,
      outcome: { by: "abort" },
    });
    const alone = await begin([citlali], { game: "tieqchieq", seats: 2, bots: 1 });
    await alone.clients[0]?.play({ type: "concede" });
    expect(await untilOver(citlali, alone)).toMatchObject({ place: 2, left: false });
    expect(await profileOf(citlali)).toMatchObject({ games: [], reputation: { finished: 0, left: 0 } });
  });

  test("places who left behind those who drew, and counts it against their reputation", async () => {
    const players = [
      await createAccount(server.url),
      await createAccount(server.url, "Tenoch"),
      await createAccount(server.url, "Xoco"),
    ] as const;
    const seated = await begin(players, { game: "flower-war" });
    await playOn(seated.clients, RATED_TURNS);
    const [first, ...others] = seated.clients;
    await first?.play({ type: "concede" });
    await agree("draw", others);
    const left = await untilOver(players[0], seated);
    expect(left).toMatchObject({ left: true, won: false });
    const values = await Promise.all(
      players.map(async (player) => (await profileOf(player)).games[0]?.rating?.value ?? 0),
    );
    expect(values[0]).toBeLessThan(1200);
    expect(values[1]).toBeGreaterThan(1200);
    expect(values[2]).toBe(values[1]);
    expect((await profileOf(players[0])).reputation).toEqual(leaver);
    expect((await profileOf(players[1])).reputation).toEqual(stayer);
  });

  test.each<[how: string, clock: object, isClaimed: boolean]>([
    ["another claimed the match", { profile: "none" }, true],
    ["their clock ran out for good", { profile: "quick", awayAfter: 1, away: "forfeit" }, false],
  ])(
    "counts who is away as one who left, although the match ended with that: %s",
    async (_, clock, isClaimed) => {
      const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
      const options = { first: "red" };
      const seated = await begin([citlali, tenoch], { game: "tieqchieq", options, clock });
      const [first, second] = seated.clients;
      await first?.room.leave(false);
      await until(() => second?.state.seats.get("red")?.connected === false, "the first player to be away");
      if (isClaimed) {
        await time.pass(LIMITS.claim);
        await second?.request("claim", { what: "win" });
      } else if (second) await outlast(second);
      expect(await untilOver(citlali, seated)).toMatchObject({ left: true, won: false, place: 2 });
      expect((await profileOf(citlali)).reputation).toEqual(leaver);
      // Of a match with clocks it is known that neither played.
      const recent = isClaimed ? stayer.recent : { finished: 0, of: 0, finisher: true };
      expect((await profileOf(tenoch)).reputation).toEqual({ ...stayer, recent });
    },
  );
});

describe("a history", () => {
  test("tells how each match went and who sat there, and its result leads to the same people", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    const { match } = await playTwo(citlali, tenoch, { bots: 0 });
    const { matches, next } = await historyOf(citlali);
    expect(next).toBeNull();
    expect(matches).toEqual([
      {
        match,
        game: "tieqchieq",
        preset: "tieqchieq",
        private: false,
        invitation: null,
        beganAt: time.now() - 1000,
        endedAt: time.now(),
        seat: "red",
        seats: [
          { seat: "red", kind: "human", name: "Citlali", player: citlali.id },
          { seat: "yellow", kind: "human", name: "Tenoch", player: tenoch.id },
        ],
        outcome: { by: "last-seat", winner: "red", home: { red: 0, yellow: 0 } },
        place: 1,
        won: true,
        left: false,
        ratingChange: 105,
      },
    ]);
    const { body } = await get<MatchSummary>(PATHS.match.replace(":id", match));
    expect(body.result?.seats).toMatchObject([{ player: citlali.id }, { player: tenoch.id }]);
    expect(body.result).not.toHaveProperty("history");
  });

  test("goes on where the page before ended", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    const played: string[] = [];
    for (let i = 0; i < 5; i += 1) played.unshift((await playTwo(citlali, tenoch)).match);
    const seen: string[] = [];
    let query = "?limit=2";
    for (let pages = 0; pages < 3; pages += 1) {
      const { matches, next } = await historyOf(tenoch, query);
      seen.push(...matches.map(({ match }) => match));
      expect(next === null).toBe(pages === 2);
      query = `?limit=2&before=${next}`;
    }
    expect(seen).toEqual(played);
  });

  test("shows a private match to its players alone, with what leads to it", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    const seated = await begin([citlali, tenoch], { game: "tieqchieq", private: true });
    const shown = { match: seated.match, private: true, invitation: seated.invitation };
    expect(await untilRunning(tenoch)).toMatchObject({
      running: [{ ...shown, endedAt: null, outcome: null, seats: [{ name: "Citlali" }, { name: "Tenoch" }] }],
      matches: [],
    });
    await seated.clients[0]?.play({ type: "concede" });
    expect(await untilOver(tenoch, seated)).toMatchObject({ ...shown, won: true, ratingChange: null });
    expect((await ownMatches(tenoch)).running).toEqual([]);
    expect((await historyOf(tenoch)).matches).toEqual([]);
  });

  test("has a match for who takes a bot's seat there, and as left for whom an operator removed", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    const options = { first: "red" };
    const settings = { game: "tieqchieq", options, start: "countdown", clock: CLOCK };
    const reserved = await createMatch(server.url, settings, bearer(citlali.token));
    const first = await TestClient.join(server.url, reserved);
    await time.pass(LIMITS.countdown);
    await first.waitForEntry(0);
    const { match } = reserved;
    const taken = await requestSeat(server.url, match, { name: "Tenoch" }, bearer(tenoch.token));
    const second = await TestClient.join(server.url, taken);
    expect((await untilRunning(tenoch)).running).toMatchObject([
      { match, seat: "yellow", seats: [{ name: "Citlali" }, { name: "Tenoch", kind: "human" }] },
    ]);
    await playOn([first, second], RATED_TURNS);
    await liveMatchOf(first).oversight.removeByOperator("red", "insults");
    await until(() => second.state.seats.get("red")?.kind === "bot", "the bot");
    await second.play({ type: "concede" });
    const seated = { match, invitation: null, clients: [second] };
    expect(await untilOver(citlali, seated)).toMatchObject({
      seat: "red",
      seats: [{ kind: "bot" }, { name: "Tenoch" }],
      place: null,
      left: true,
      ratingChange: -105,
    });
    expect(await untilOver(tenoch, seated)).toMatchObject({ place: 2, left: false, ratingChange: 105 });
  });

  test("forgets a match that an operator closed", async () => {
    const citlali = await createGuest(server.url);
    const { clients } = await begin([citlali], { game: "tieqchieq", seats: 2, bots: 1 });
    await untilRunning(citlali);
    const [client] = clients;
    if (client) await liveMatchOf(client).oversight.endByOperator("closed");
    const read = async () => {
      await time.pass(60_000);
      return ownMatches(citlali);
    };
    const isForgotten = ({ running }: MyMatches) => running.length === 0;
    expect((await untilRead(read, isForgotten, "the match to be forgotten")).matches).toEqual([]);
  });
});

describe("a leaderboard", () => {
  test("ranks accounts with five rated matches, the best first", async () => {
    const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
    expect(await leaderboard()).toEqual({ entries: [], total: 0, page: 1, pages: 1 });
    await rankTwo(citlali, tenoch);
    const { entries, ...counts } = await leaderboard();
    expect(counts).toEqual({ total: 2, page: 1, pages: 1 });
    expect(entries).toMatchObject([
      { rank: 1, id: citlali.id, name: "Citlali", matches: 5, won: 5 },
      { rank: 2, id: tenoch.id, name: "Tenoch", matches: 5, won: 3 },
    ]);
    expect((await profileOf(tenoch)).games).toMatchObject([
      { rating: { value: entries[1]?.rating, provisional: false, rank: 2 } },
    ]);
    expect((await leaderboard("&page=7")).page).toBe(1);
    const { body } = await get<Leaderboard>(`${PATHS.leaderboard}?game=mexica`);
    expect(body.entries).toEqual([]);
  });
});

describe("a player who deletes themselves", () => {
  test("has no profile, no history and no rank any more; others keep their matches", async () => {
    const { player: citlali, authenticator } = await addPasskey(server.url, await createGuest(server.url));
    const tenoch = await createAccount(server.url, "Tenoch");
    await rankTwo(citlali, tenoch);
    const headers = { ...bearer(citlali.token), ...(await prove(server.url, citlali, authenticator)) };
    await fetch(server.url + PATHS.me, { method: "DELETE", headers });
    for (const path of [PATHS.profile, PATHS.history]) {
      const { status, body } = await get<RefusalBody>(path.replace(":id", citlali.id));
      expect([status, body.code]).toEqual([404, "unknown-player"]);
    }
    expect((await leaderboard()).entries).toMatchObject([{ rank: 1, id: tenoch.id }]);
    expect((await historyOf(tenoch)).matches).toHaveLength(5);
  });
});

describe("a request is refused", () => {
  test.each<[string, number, string, string | undefined]>([
    ["/api/players/nobody", 404, "unknown-player", undefined],
    ["/api/players/AAAAAAAAAAAA", 404, "unknown-player", undefined],
    ["/api/players/%00AAAAAAAAAAA", 404, "unknown-player", undefined],
    ["/api/players/..%2Fplayers", 404, "unknown-player", undefined],
    [`/api/players/${"A".repeat(64)}`, 404, "unknown-player", undefined],
    ["/api/players/%ff", 400, "bad-request", undefined],
    ["/api/players/AAAAAAAAAAAA/matches", 404, "unknown-player", undefined],
    ["/api/players/AAAAAAAAAAAA/matches?limit=0", 400, "bad-request", "limit"],
    ["/api/players/AAAAAAAAAAAA/matches?limit=51", 400, "bad-request", "limit"],
    ["/api/players/AAAAAAAAAAAA/matches?limit=all", 400, "bad-request", "limit"],
    ["/api/players/AAAAAAAAAAAA/matches?before=yesterday", 400, "bad-request", "before"],
    ["/api/players/AAAAAAAAAAAA/matches?before=1-a&before=2-b", 400, "bad-request", "before"],
    ["/api/players/me/matches", 401, "unauthorized", undefined],
    ["/api/leaderboard", 400, "bad-request", "game"],
    ["/api/leaderboard?game=chess", 400, "bad-request", "game"],
    ["/api/leaderboard?game=tieqchieq&page=0", 400, "bad-request", "page"],
    ["/api/leaderboard?game=tieqchieq&page=-1", 400, "bad-request", "page"],
    ["/api/leaderboard?game=tieqchieq&page=1e3", 400, "bad-request", "page"],
    ["/api/leaderboard?game=tieqchieq&page=100001", 400, "bad-request", "page"],
  ])("%s: %i %s", async (path, status, code, field) => {
    const refused = await get<RefusalBody>(path);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([status, code, field]);
  });

  test("if the token is not a player's, or their player was deleted", async () => {
    const player = await createGuest(server.url);
    const seat = await createMatch(server.url);
    await fetch(server.url + PATHS.me, { method: "DELETE", headers: bearer(player.token) });
    for (const token of [player.token, seat.token ?? "", `${player.token}x`, "x"]) {
      const { status, body } = await get<RefusalBody>(PATHS.myMatches, { ...player, token });
      expect([status, body.code, body.field]).toEqual([403, "bad-token", "authorization"]);
    }
  });
});

test("a match that is watched with a delay is in profiles and ratings when its end is due", async () => {
  const [winner, loser] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
  const settings = { game: "tieqchieq", clock: { profile: "relaxed" }, watchDelay: 60 };
  const first = await createMatch(server.url, settings, bearer(winner.token));
  const second = await requestSeat(server.url, first.match, { name: "Tenoch" }, bearer(loser.token));
  const clients = await Promise.all([first, second].map((each) => TestClient.join(server.url, each)));
  for (const client of clients) await client.waitForEntry(0);
  await playOn(clients, RATED_TURNS);
  await clients[1]?.play({ type: "concede" });
  await until(() => clients[0]?.state.status === "over", "the end");
  await time.pass(59_999);
  expect((await profileOf(winner)).games).toEqual([]);
  expect((await historyOf(winner)).matches).toEqual([]);
  expect((await ownMatches(winner)).running).toMatchObject([{ match: first.match }]);
  await time.pass(1);
  const profile = await untilRead(
    () => profileOf(winner),
    ({ games }) => games.length > 0,
    "the match in the profile",
  );
  expect(profile.games).toMatchObject([{ played: 1, won: 1, rating: { matches: 1 } }]);
  expect((await historyOf(winner)).matches).toMatchObject([{ match: first.match }]);
});
