/** The operator's listener: signing in, and what operators do (docs/operate.md, "Keeping order"). */
import {
  CLOSE,
  type CurrentAnnouncement,
  OPERATOR_PATHS,
  type OperatorMatch,
  type OperatorMatchPage,
  type OperatorOverview,
  parseBan,
  PATHS,
  type Player,
  type RefusalBody,
  type Report,
  type ReportList,
  type Sanction,
  type SanctionList,
  type SeatReservation,
} from "@flower-war/protocol";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningServer, type ServerOptions, startServer } from "../../src/app.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { Operator } from "../support/operator.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { until } from "../support/until.ts";

const PASSWORD = "a password of more than 16 characters";
const HOUR = 3_600_000;

let server: RunningServer;
const start = async (options: ServerOptions = {}) => {
  server = await startServer({ operatorPort: 0, adminPassword: PASSWORD, ...options });
};
afterEach(() => server.stop());

async function signedIn(): Promise<Operator> {
  return Operator.signedIn(server.operatorUrl, PASSWORD);
}

async function createPlayer(name: string): Promise<{ id: string; headers: { authorization: string } }> {
  const { id, token } = (await post<Player>(server.url, PATHS.players, { name })).body;
  return { id, headers: { authorization: `Bearer ${token}` } };
}

/** A match of two known players that has begun. */
async function beginMatch(settings: object = {}) {
  const [citlali, huracan] = [await createPlayer("Citlali"), await createPlayer("Huracan")];
  const first = await createMatch(server.url, { seats: 2, ...settings }, citlali.headers);
  const second = await requestSeat(
    server.url,
    first.invitation ?? first.match,
    { name: "Huracan" },
    huracan.headers,
  );
  const [xoco, bad] = [await TestClient.join(server.url, first), await TestClient.join(server.url, second)];
  await until(() => xoco.state.status === "playing", "the match to begin");
  return { match: first.match, xoco, bad, citlali, huracan };
}

describe("the operator's listener", () => {
  test("is off unless it has a port; what it answers is not on the players' port", async () => {
    await start({ operatorPort: null });
    expect(server.operatorUrl).toBeNull();
    await server.stop();
    await start();
    expect(server.operatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const path of Object.values(OPERATOR_PATHS)) {
      const { status } = await fetch(server.url + path.replace(":id", "x"), { method: "POST" });
      expect(status, path).toBe(404);
    }
    expect((await fetch(`${server.operatorUrl}${PATHS.games}`)).status).toBe(401);
  });

  test("answers nobody who is not signed in, whatever they ask", async () => {
    await start();
    const stranger = new Operator(server.operatorUrl);
    for (const [method, path] of [
      ["GET", OPERATOR_PATHS.session],
      ["GET", OPERATOR_PATHS.matches],
      ["POST", OPERATOR_PATHS.sanctions],
      ["DELETE", OPERATOR_PATHS.announcement],
      ["GET", "/api/operator/nothing"],
    ] as const) {
      const { status, body } = await stranger.send<RefusalBody>(method, path);
      expect([status, body.code], path).toEqual([401, "unauthorized"]);
    }
  });

  test("signs in with the admin's password, by a cookie that no script reads and no other site sends", async () => {
    await start();
    const operator = new Operator(server.operatorUrl);
    const { status, headers } = await operator.signIn(PASSWORD);
    expect(status).toBe(200);
    const cookie = headers.get("set-cookie") ?? "";
    for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"]) expect(cookie).toContain(part);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await operator.get(OPERATOR_PATHS.session)).toEqual({ name: "Itzel" });
    expect(await operator.acts()).toEqual(["Itzel sign-in : "]);
    await operator.send("DELETE", OPERATOR_PATHS.session);
    expect(await operator.get(OPERATOR_PATHS.session)).toMatchObject({ code: "unauthorized" });
  });

  test("makes guessing slow: the eleventh attempt of a minute waits, even with the right password", async () => {
    await start();
    const operator = new Operator(server.operatorUrl);
    for (let i = 0; i < 10; i++) expect((await operator.signIn(`guess ${i}`)).body.code).toBe("unauthorized");
    const { status, body } = await operator.signIn(PASSWORD);
    expect([status, body.code]).toEqual([429, "too-many-attempts"]);
    expect(body.wait).toBeGreaterThan(0);
  });

  test("refuses what another site's page sends", async () => {
    await start();
    const operator = await signedIn();
    const body = { text: "x", until: Date.now() + HOUR };
    const from = (origin: string) =>
      operator.send<RefusalBody>("POST", OPERATOR_PATHS.announcement, body, { origin });
    expect((await from("https://evil.example")).body.code).toBe("unauthorized");
    expect((await from("null")).body.code).toBe("unauthorized");
    expect((await from(server.operatorUrl ?? "")).status).toBe(201);
  });
});

describe("an operator", () => {
  test("finds every match, private ones too, and who sits there", async () => {
    await start();
    const { match, huracan } = await beginMatch({ private: true });
    await createMatch(server.url, { name: "Ana" });
    const operator = await signedIn();
    const list = (search: string) =>
      operator.get<OperatorMatchPage>(`${OPERATOR_PATHS.matches}?search=${search}`);
    expect((await list("")).total).toBe(2);
    const { matches } = await list("hurac");
    expect(matches).toMatchObject([{ id: match, private: true, people: ["Citlali", "Huracan"], reports: 0 }]);
    const found = await operator.get<OperatorMatch>(OPERATOR_PATHS.match, match);
    expect(found.seats[1]).toMatchObject({
      kind: "human",
      name: "Huracan",
      connected: true,
      player: huracan.id,
      address: "127.0.0.1",
    });
    const overview = await operator.get<OperatorOverview>(OPERATOR_PATHS.overview);
    expect(overview).toMatchObject({ matches: { gathering: 1, playing: 1, over: 0 }, people: 3 });
    expect(overview.servers).toMatchObject([{ matches: 2, here: true }]);
  });

  test("closes a match for good: everybody there is told why, and it does not come back", async () => {
    await start();
    const { match, xoco, bad } = await beginMatch();
    const operator = await signedIn();
    const reasons: (string | undefined)[] = [];
    xoco.room.onLeave((_code, reason) => void reasons.push(reason));
    expect((await operator.post(OPERATOR_PATHS.close, { reason: "empty, host asked" }, match)).status).toBe(
      200,
    );
    await until(() => xoco.closeCode !== null && bad.closeCode !== null, "everybody to be disconnected");
    expect([xoco.closeCode, bad.closeCode]).toEqual([CLOSE.ended, CLOSE.ended]);
    expect(reasons).toEqual(["empty, host asked"]);
    const { body } = await post<RefusalBody>(server.url, PATHS.seats.replace(":id", match), {
      token: xoco.reserved.token,
    });
    expect(body.code).toBe("unknown-match");
    expect((await operator.acts())[0]).toBe(`Itzel close-match ${match}: empty, host asked`);
  });

  test("removes a player from a match in play: a bot plays on, and the seat's token is void", async () => {
    await start();
    const { match, xoco, bad } = await beginMatch();
    const operator = await signedIn();
    const seat = bad.seat ?? "";
    const nonce = xoco.state.seats.get(seat)?.nonce;
    const removed = await operator.post(OPERATOR_PATHS.remove, { seat, reason: "insults" }, match);
    expect(removed.status).toBe(200);
    await until(() => bad.closeCode !== null, "the player to be disconnected");
    expect(bad.closeCode).toBe(CLOSE.expelled);
    await until(() => xoco.state.seats.get(seat)?.kind === "bot", "a bot in the seat");
    expect(xoco.state.seats.get(seat)).toMatchObject({ name: "easy bot", player: "", nonce });
    const { body } = await post<RefusalBody>(server.url, PATHS.seats.replace(":id", match), {
      token: bad.reserved.token,
    });
    expect(body.code).toBe("bad-token");
    expect((await operator.post(OPERATOR_PATHS.remove, { seat: "up", reason: "x" }, match)).body.code).toBe(
      "unknown-seat",
    );
    expect((await operator.acts())[0]).toBe(`Itzel remove-player-failed ${match} up: x`);
  });

  test("removes a player from a gathering: the seat is open", async () => {
    await start();
    const reserved = await createMatch(server.url, { seats: 3 });
    const guest = await TestClient.watch(
      server.url,
      await requestSeat(server.url, reserved.match, { name: "Huracan" }),
    );
    const seat = guest.seat ?? "";
    await (await signedIn()).post(OPERATOR_PATHS.remove, { seat, reason: "name" }, reserved.match);
    await until(() => guest.closeCode !== null, "the guest to be disconnected");
    expect(guest.closeCode).toBe(CLOSE.expelled);
    const found = await (await signedIn()).get<OperatorMatch>(OPERATOR_PATHS.match, reserved.match);
    expect(found.seats.find((each) => each.seat === seat)?.kind).toBe("open");
  });

  test("bans a player until a date: they are told so and why, and neither play nor watch", async () => {
    await start();
    const { match, xoco, bad, huracan } = await beginMatch();
    const spectator = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { spectate: true }, huracan.headers),
    );
    let reason = "";
    bad.room.onLeave((_code, text) => (reason = text ?? ""));
    const operator = await signedIn();
    const ban = { kind: "ban", player: huracan.id, until: Date.now() + HOUR, reason: "insults, “again”" };
    const { status, body: sanction } = await operator.post<Sanction>(OPERATOR_PATHS.sanctions, ban);
    expect([status, sanction.operator]).toEqual([201, "Itzel"]);
    await until(() => bad.closeCode !== null && spectator.closeCode !== null, "the banned to be sent away");
    expect([bad.closeCode, spectator.closeCode]).toEqual([CLOSE.banned, CLOSE.banned]);
    expect(parseBan(reason)).toEqual({ reason: "insults, “again”", until: ban.until });
    await until(() => xoco.state.seats.get(bad.seat ?? "")?.kind === "bot", "a bot in the seat");
    expect(xoco.closeCode).toBeNull();
    const refused = { code: "banned", reason: "insults, “again”", until: ban.until };
    const seats = PATHS.seats.replace(":id", match);
    for (const [path, body] of [
      [PATHS.matches, { game: "flower-war", name: "H" }],
      [PATHS.quickPlay, { game: "flower-war", name: "H" }],
      [seats, { name: "H" }],
      [seats, { spectate: true }],
    ] as const) {
      const answer = await post<RefusalBody>(server.url, path, body, huracan.headers);
      expect([answer.status, answer.body], path).toEqual([403, expect.objectContaining(refused)]);
    }
    await operator.post(OPERATOR_PATHS.lift, { reason: "it was his brother" }, sanction.id);
    expect(await operator.get<SanctionList>(OPERATOR_PATHS.sanctions)).toEqual({ sanctions: [] });
    await createMatch(server.url, {}, huracan.headers);
    expect((await operator.post(OPERATOR_PATHS.lift, { reason: "x" }, sanction.id)).body.code).toBe(
      "unknown-sanction",
    );
  });

  test("bans a network: nobody in it gets in, whoever they are", async () => {
    await start();
    const inside = fromAddress("203.0.113.9");
    const reserved = await createMatch(server.url, {}, inside);
    const player = await TestClient.watch(server.url, reserved);
    const operator = await signedIn();
    const ban = { kind: "ban", addresses: "203.0.113.0/24", until: Date.now() + HOUR, reason: "flood" };
    await operator.post(OPERATOR_PATHS.sanctions, ban);
    await until(() => player.closeCode !== null, "the player to be sent away");
    expect(player.closeCode).toBe(CLOSE.banned);
    const create = (headers: Record<string, string>) =>
      post<RefusalBody>(server.url, PATHS.players, { name: "A" }, headers);
    expect((await create(inside)).body.code).toBe("banned");
    expect((await create(fromAddress("203.0.114.9"))).status).toBe(201);
    const { body } = await post<RefusalBody>(
      server.url,
      PATHS.seats.replace(":id", reserved.match),
      { token: reserved.token },
      inside,
    );
    expect(body.code).toBe("banned");
  });

  test("mutes a player: they play on, but say nothing, until they may again", async () => {
    await start();
    const { xoco, bad, huracan } = await beginMatch();
    const operator = await signedIn();
    const mute = { kind: "mute", player: huracan.id, until: Date.now() + HOUR, reason: "shouting" };
    const { body: sanction } = await operator.post<Sanction>(OPERATOR_PATHS.sanctions, mute);
    for (const [type, said] of [
      ["say", { text: "HEY" }],
      ["react", { reaction: "thanks" }],
    ] as const) {
      expect((await expectRefusal(bad.request(type, { id: "1", ...said }))).code, type).toBe("muted");
    }
    expect(bad.closeCode).toBeNull();
    await xoco.request("say", { id: "1", text: "hello" });
    await operator.post(OPERATOR_PATHS.lift, { reason: "calm again" }, sanction.id);
    await bad.request("say", { id: "2", text: "hello" });
  });

  test.each([
    ["without an end", { until: undefined }, "until"],
    ["that is over already", { until: 1 }, "until"],
    ["of more than 10 years", { until: Date.now() + 11 * 365 * 24 * HOUR }, "until"],
    ["without a reason", { reason: " " }, "reason"],
    ["of nobody", { player: undefined }, "player"],
    ["of a player and a network", { addresses: "203.0.113.0/24" }, "player"],
    ["of another kind", { kind: "curse" }, "kind"],
  ])("cannot set a ban %s", async (_, change, field) => {
    await start();
    const operator = await signedIn();
    const ban = { kind: "ban", player: "V1StGXR8Z5jd", until: Date.now() + HOUR, reason: "why", ...change };
    const { status, body } = await operator.post(OPERATOR_PATHS.sanctions, ban);
    expect([status, body.code, body.field]).toEqual([400, "bad-request", field]);
    expect(await operator.acts()).toHaveLength(1);
  });

  test("announces something to everybody who plays, and to who asks over HTTP, until it is withdrawn", async () => {
    await start();
    const { xoco } = await beginMatch();
    const heard: unknown[] = [];
    xoco.room.onMessage("announcement", (announcement) => void heard.push(announcement));
    const operator = await signedIn();
    const announced = {
      text: "The server restarts at 21:00.",
      startsAt: Date.now() + HOUR,
      until: Date.now() + HOUR,
    };
    await operator.post(OPERATOR_PATHS.announcement, announced);
    await until(() => heard.length > 0, "the announcement");
    expect(heard).toEqual([expect.objectContaining(announced)]);
    const current = async () =>
      ((await (await fetch(server.url + PATHS.announcement)).json()) as CurrentAnnouncement).announcement;
    expect(await current()).toMatchObject(announced);
    await operator.send("DELETE", OPERATOR_PATHS.announcement);
    expect(await current()).toBeNull();
  });

  test("drains a server: its process is asked to stop", async () => {
    await start();
    const operator = await signedIn();
    const { servers } = await operator.get<OperatorOverview>(OPERATOR_PATHS.overview);
    expect((await operator.post(OPERATOR_PATHS.drain, { reason: "x" }, "nobody")).body.code).toBe(
      "unknown-server",
    );
    await operator.post(OPERATOR_PATHS.drain, { reason: "update" }, servers[0]?.id);
    await server.drained;
    expect((await operator.acts())[0]).toBe(`Itzel drain-server ${servers[0]?.id}: update`);
  });

  test("has no way to change the audit log", async () => {
    await start();
    const operator = await signedIn();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status } = await operator.send(method, OPERATOR_PATHS.audit, {});
      expect([method, status]).toEqual([method, 404]);
    }
    expect(await operator.acts()).toHaveLength(1);
  });
});

describe("after a restart", () => {
  test("bans hold, a bot still has the seat of who was removed, and the audit log is there", async () => {
    const kept = { dataDir: temporaryFolder(), authSecret: "a secret of at least 16 characters" };
    await start(kept);
    const { match, xoco, bad, huracan } = await beginMatch();
    const operator = await signedIn();
    await operator.post(OPERATOR_PATHS.sanctions, {
      kind: "ban",
      player: huracan.id,
      until: Date.now() + HOUR,
      reason: "insults",
    });
    await until(() => xoco.state.seats.get(bad.seat ?? "")?.kind === "bot", "a bot in the seat");
    const { token } = xoco.reserved;
    await server.stop();
    await start(kept);
    const again = await TestClient.watch(server.url, await requestSeat(server.url, match, { token }));
    expect(again.state.seats.get(bad.seat ?? "")).toMatchObject({ kind: "bot", player: "" });
    const { body } = await post<RefusalBody>(
      server.url,
      PATHS.seats.replace(":id", match),
      { spectate: true },
      huracan.headers,
    );
    expect(body.code).toBe("banned");
    expect((await (await signedIn()).acts()).at(-2)).toBe(`Itzel ban ${huracan.id}: insults`);
  });
});

describe("a report", () => {
  const REPORT = { reason: "insults", text: " He said\n“go home” " } as const;

  test("reaches the operator with the end of the log, and not the reported player", async () => {
    await start();
    const { match, xoco, bad, citlali, huracan } = await beginMatch();
    await bad.request("say", { id: "1", text: "go home" });
    const frames = bad.frames.length;
    expect(await xoco.request("report", { seat: bad.seat, ...REPORT })).toEqual({});
    expect(await xoco.request("report", { seat: bad.seat, ...REPORT })).toEqual({});
    expect(bad.frames.length).toBe(frames);
    const operator = await signedIn();
    const { reports } = await operator.get<ReportList>(OPERATOR_PATHS.reports);
    expect(reports).toMatchObject([
      {
        match,
        reason: "insults",
        text: "He said “go home”",
        reported: { seat: bad.seat, name: "Huracan", player: huracan.id, address: "127.0.0.1" },
        reporter: { seat: xoco.seat, name: "Citlali", player: citlali.id },
      },
    ]);
    const id = reports[0]?.id ?? "";
    const { lines, chat } = await operator.get<Report>(OPERATOR_PATHS.report, id);
    expect(lines.length).toBe(xoco.state.n);
    expect(chat).toMatchObject([{ seat: bad.seat, text: "go home" }]);
    const [listed] = (await operator.get<OperatorMatchPage>(OPERATOR_PATHS.matches)).matches;
    expect(listed).toMatchObject({ id: match, reports: 1 });
    await operator.post(OPERATOR_PATHS.settle, { reason: "left it" }, id);
    expect(await operator.get<ReportList>(OPERATOR_PATHS.reports)).toEqual({ reports: [] });
    expect((await operator.post(OPERATOR_PATHS.settle, { reason: "x" }, id)).body.code).toBe(
      "unknown-report",
    );
  });

  test.each([
    ["of one's own seat", "own", {}, "own-seat"],
    ["of a seat that is not there", "up", {}, "unknown-seat"],
    ["for no reason that there is", "other", { reason: "boring" }, "bad-request"],
    ["with too many words", "other", { text: "x".repeat(501) }, "bad-request"],
  ])("%s is refused", async (_, seat, change, code) => {
    await start();
    const { xoco, bad } = await beginMatch();
    const seats: Record<string, string | null> = { own: xoco.seat, other: bad.seat };
    const request = xoco.request("report", { seat: seats[seat] ?? seat, ...REPORT, ...change });
    expect((await expectRefusal(request)).code).toBe(code);
  });

  test("comes from spectators too, from one address five in a minute", async () => {
    await start();
    const { match, bad } = await beginMatch();
    const spectate = (headers: Record<string, string>): Promise<SeatReservation> =>
      requestSeat(server.url, match, { spectate: true }, headers);
    const watcher = await TestClient.watch(server.url, await spectate(fromAddress("203.0.113.9")));
    for (let i = 0; i < 5; i++) await watcher.request("report", { seat: bad.seat, ...REPORT });
    const refused = await expectRefusal(watcher.request("report", { seat: bad.seat, ...REPORT }));
    expect(refused.code).toBe("too-many-reports");
    expect(refused.wait).toBeGreaterThan(0);
    const { reports } = await (await signedIn()).get<ReportList>(OPERATOR_PATHS.reports);
    expect(reports).toMatchObject([{ reporter: { seat: null, name: "", player: null } }]);
  });
});
