/** Whom operators ban and mute (docs/operate.md, "Keeping order"). */
import { CLOSE, parseBan, PATHS, type RefusalBody } from "@flower-war/protocol";
import { OPERATOR_PATHS, type Sanction, type SanctionList } from "@flower-war/protocol/operator";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { refuse } from "../../src/refusal.ts";
import { Journal } from "../../src/storage/journal/journal.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { HOUR, useOperatedServer } from "../support/operated-server.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { until } from "../support/until.ts";

const server = useOperatedServer();

describe("an operator", () => {
  test("bans a player until a date: they are told so and why, and neither play nor watch", async () => {
    await server.start();
    const { match, xoco, bad, huracan } = await server.beginMatch();
    const spectator = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { spectate: true }, huracan.headers),
    );
    let reason = "";
    bad.room.onLeave((_code, text) => (reason = text ?? ""));
    const operator = await server.signIn();
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

  test("bans a network: no client in it gets in, whoever they are", async () => {
    await server.start();
    const inside = fromAddress("203.0.113.9");
    const reserved = await createMatch(server.url, {}, inside);
    const player = await TestClient.watch(server.url, reserved);
    const operator = await server.signIn();
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

  test("bans a player from the rematch of a match that is over, and from its seat", async () => {
    await server.start();
    const { match, xoco, bad, huracan } = await server.beginMatch();
    await bad.play({ type: "concede" });
    await until(() => xoco.state.status === "over", "the match to be over");
    const operator = await server.signIn();
    const ban = { kind: "ban", player: huracan.id, until: Date.now() + HOUR, reason: "insults" };
    await operator.post(OPERATOR_PATHS.sanctions, ban);
    const { token } = bad.reserved;
    const renew = "a-new-holder-of-the-seat";
    for (const [path, body] of [
      [PATHS.rematch, { token }],
      [PATHS.seats, { token }],
      [PATHS.seats, { token, renew }],
    ] as const) {
      const answer = await post<RefusalBody>(server.url, path.replace(":id", match), body);
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([403, "banned"]);
    }
    expect(xoco.details.rematch).toBeNull();
  });

  test("bans a spectator whose place was reserved before", async () => {
    await server.start();
    const { match, huracan } = await server.beginMatch();
    const reserved = await requestSeat(server.url, match, { spectate: true }, huracan.headers);
    const operator = await server.signIn();
    const ban = { kind: "ban", player: huracan.id, until: Date.now() + HOUR, reason: "insults" };
    await operator.post(OPERATOR_PATHS.sanctions, ban);
    await expect(TestClient.watch(server.url, reserved)).rejects.toThrow();
  });

  test("bans a player also if the journal is away at that moment", async () => {
    const time = new FakeTime();
    await server.start({ time });
    const { xoco, bad, huracan } = await server.beginMatch();
    const operator = await server.signIn();
    const append = vi.spyOn(Journal.prototype, "append");
    onTestFinished(() => append.mockRestore());
    append.mockRejectedValueOnce(refuse("unavailable"));
    const ban = { kind: "ban", player: huracan.id, until: time.now() + HOUR, reason: "insults" };
    await operator.post(OPERATOR_PATHS.sanctions, ban);
    await until(() => append.mock.calls.length > 0, "the first attempt");
    expect(bad.closeCode).toBeNull();
    await time.pass(5000);
    await until(() => bad.closeCode !== null, "the player to be sent away");
    expect(bad.closeCode).toBe(CLOSE.banned);
    expect(xoco.closeCode).toBeNull();
  });

  // The record of such a match was refused: a bot had the seat when its former player conceded.
  test("bans a player whose next command is under way: it is not played", async () => {
    await server.start();
    const { xoco, bad, huracan } = await server.beginMatch();
    const operator = await server.signIn();
    const stored = Promise.withResolvers<void>();
    const real: Journal["append"] = Reflect.get(Journal.prototype, "append");
    const append = vi.spyOn(Journal.prototype, "append").mockImplementation(async function (
      this: Journal,
      ...args
    ) {
      await stored.promise;
      return real.apply(this, args);
    });
    onTestFinished(() => append.mockRestore());
    const ban = { kind: "ban", player: huracan.id, until: Date.now() + HOUR, reason: "insults" };
    await operator.post(OPERATOR_PATHS.sanctions, ban);
    await until(() => append.mock.calls.length > 0, "the bot to be seated");
    const concede = { id: "late", command: { type: "concede" } };
    const conceded = bad.request("command", concede).catch((error: unknown) => error);
    await bad.request("time", {});
    stored.resolve();
    await until(() => xoco.state.seats.get(bad.seat ?? "")?.kind === "bot", "a bot in the seat");
    await conceded;
    // Its answer comes after whatever came of the commands before it.
    await xoco.request("command", { id: "another", command: { type: "fly" } }).catch(() => undefined);
    expect(xoco.state.status).toBe("playing");
  });

  test("mutes a player: they play on, but say nothing, until they may again", async () => {
    await server.start();
    const { xoco, bad, huracan } = await server.beginMatch();
    const operator = await server.signIn();
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
    ["of no player", { player: undefined }, "player"],
    ["of a player and a network", { addresses: "203.0.113.0/24" }, "player"],
    ["of another kind", { kind: "curse" }, "kind"],
  ])("cannot set a ban %s", async (_, change, field) => {
    await server.start();
    const operator = await server.signIn();
    const ban = { kind: "ban", player: "V1StGXR8Z5jd", until: Date.now() + HOUR, reason: "why", ...change };
    const { status, body } = await operator.post(OPERATOR_PATHS.sanctions, ban);
    expect([status, body.code, body.field]).toEqual([400, "bad-request", field]);
    expect(await operator.acts()).toHaveLength(1);
  });
});

describe("after a restart", () => {
  test("a ban takes the seat in a match that no server had open when it was set", async () => {
    const kept = { dataDir: temporaryFolder(), authSecret: "a secret of at least 16 characters" };
    await server.start(kept);
    const { match, xoco, bad, huracan } = await server.beginMatch();
    await server.start(kept);
    const ban = { kind: "ban", player: huracan.id, until: Date.now() + HOUR, reason: "insults" };
    await (await server.signIn()).post(OPERATOR_PATHS.sanctions, ban);
    const { token } = xoco.reserved;
    const again = await TestClient.watch(server.url, await requestSeat(server.url, match, { token }));
    await until(() => again.state.seats.get(bad.seat ?? "")?.kind === "bot", "a bot in the seat");
  });

  test("bans hold, a bot still has the seat of who was removed, and the audit log is there", async () => {
    const kept = { dataDir: temporaryFolder(), authSecret: "a secret of at least 16 characters" };
    await server.start(kept);
    const { match, xoco, bad, huracan } = await server.beginMatch();
    const operator = await server.signIn();
    await operator.post(OPERATOR_PATHS.sanctions, {
      kind: "ban",
      player: huracan.id,
      until: Date.now() + HOUR,
      reason: "insults",
    });
    await until(() => xoco.state.seats.get(bad.seat ?? "")?.kind === "bot", "a bot in the seat");
    const { token } = xoco.reserved;
    await server.stop();
    await server.start(kept);
    const again = await TestClient.watch(server.url, await requestSeat(server.url, match, { token }));
    expect(again.state.seats.get(bad.seat ?? "")).toMatchObject({ kind: "bot", player: "" });
    const { body } = await post<RefusalBody>(
      server.url,
      PATHS.seats.replace(":id", match),
      { spectate: true },
      huracan.headers,
    );
    expect(body.code).toBe("banned");
    expect((await (await server.signIn()).acts()).at(-2)).toBe(`Itzel ban ${huracan.id}: insults`);
  });
});
