/** Tokens that players make for programs: what each scope is good for (docs/protocol.md, "Personal tokens"). */
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type AccountEvents,
  BOTS_PATH,
  type NewPersonalToken,
  type PersonalTokens,
  type Player,
  type Scope,
} from "@flower-war/protocol/players";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { OPERATIONS, type Operation } from "@flower-war/protocol/schemas";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { addPasskey, bearer, createGuest, prove, type Registered } from "../support/account.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { startOnFakeTime } from "../support/server.ts";

const HOUR = 3_600_000;

let server: RunningServer;
let time: FakeTime;
let dataDir: string;
const settings = () => ({
  authSecret: "a secret of at least 16 characters",
  dataDir,
  guestRetention: 10 * HOUR,
});
beforeEach(async () => {
  time = new FakeTime();
  dataDir = temporaryFolder();
  server = await startOnFakeTime(time, settings());
});
afterEach(() => server.stop());

type Answered<T> = T & Partial<RefusalBody>;
async function ask<T = object>(
  method: string,
  path: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answered<T>> {
  const response = await fetch(server.url + path, {
    method,
    headers: { ...bearer(token), "Content-Type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answered<T>;
}
const make = (token: string, scopes: readonly Scope[], name = "Calendar", headers = {}) =>
  ask<NewPersonalToken>("POST", ACCOUNT_PATHS.personalTokens, token, { name, scopes }, headers);
const list = async (token: string) =>
  (await ask<PersonalTokens>("GET", ACCOUNT_PATHS.personalTokens, token)).tokens;
const revoke = (token: string, id: string) =>
  ask("DELETE", ACCOUNT_PATHS.personalToken.replace(":id", id), token);
const create = (token: string) =>
  ask<SeatReservation>("POST", PATHS.matches, token, {
    game: "tieqchieq",
    name: "Citlali",
    start: "host",
    protocolVersion: 3,
  });
const say = (seat: SeatReservation) =>
  ask("POST", `/api/matches/${seat.match}/say`, seat.token ?? "", { id: "line-1", text: "Niltze!" });

describe("a personal token", () => {
  test("acts as its player for what its scope says, and is told once; the list has no secret", async () => {
    const guest = await createGuest(server.url);
    const { token, ...made } = await make(guest.token, ["chat", "play"]);
    expect(made).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{12}$/),
      name: "Calendar",
      scopes: ["play", "chat"],
      createdAt: time.now(),
      usedAt: null,
    });
    expect(token).toMatch(/^fw_[A-Za-z0-9]{12}_[\w-]{43}$/);
    expect(await ask<Player>("GET", PATHS.me, token)).toEqual({ ...guest, token });
    const seat = await create(token);
    expect(await say(seat)).toMatchObject({ n: expect.any(Number) });
    const own = { own: true, protocolVersion: 3 };
    const again = await ask<SeatReservation>(
      "POST",
      PATHS.seats.replace(":id", seat.match),
      guest.token,
      own,
    );
    expect(again.seat).toBe(seat.seat);
    const used = await list(guest.token);
    expect(used).toEqual([{ ...made, usedAt: time.now() }]);
    expect(JSON.stringify(used)).not.toContain(token.slice(-43));
  });

  test("has either play or bot among its scopes", async () => {
    const guest = await createGuest(server.url);
    for (const scopes of [[], ["chat"], ["bot", "play"], ["play", "admin"]] as Scope[][])
      expect(await make(guest.token, scopes), scopes.join()).toMatchObject({ code: "bad-request" });
    expect(await list(guest.token)).toEqual([]);
  });

  test("takes seats, enters quick play and watches with play", async () => {
    const guest = await createGuest(server.url);
    const { token } = await make(guest.token, ["play"]);
    const open = await create((await createGuest(server.url)).token);
    const path = PATHS.seats.replace(":id", open.match);
    const watched = await ask<SeatReservation>("POST", path, token, { spectate: true, protocolVersion: 3 });
    expect(watched.seat).toBeNull();
    const taken = await ask<SeatReservation>("POST", path, token, { name: "Citlali", protocolVersion: 3 });
    expect(taken.seat).toBe("yellow");
    const quick = { game: "space-aztecs", name: "Citlali", protocolVersion: 3 };
    expect(await ask("POST", PATHS.quickPlay, token, quick)).toMatchObject({ game: "space-aztecs" });
  });

  test("without chat gives no seat that may talk, also if the same is asked again without it", async () => {
    const guest = await createGuest(server.url);
    const { token } = await make(guest.token, ["play"]);
    const open = await create((await createGuest(server.url)).token);
    const path = PATHS.seats.replace(":id", open.match);
    const request = { name: "Citlali", renew: "r".repeat(21), protocolVersion: 3 };
    const taken = await ask<SeatReservation>("POST", path, token, request);
    expect(taken.seat).toBe("yellow");
    expect(await ask("POST", path, token, request)).toMatchObject({ seat: "yellow" });
    expect(await say(taken)).toMatchObject({ code: "missing-scope" });
    expect(await ask("POST", path, guest.token, request)).toMatchObject({ code: "match-full" });
  });

  test("without chat says nothing, also after its seat's token was taken again, renewed, and after a restart", async () => {
    const guest = await createGuest(server.url);
    const { token } = await make(guest.token, ["play"]);
    const seat = await create(token);
    expect(await say(seat)).toMatchObject({ code: "missing-scope" });
    await server.stop();
    server = await startOnFakeTime(time, settings());
    const path = PATHS.seats.replace(":id", seat.match);
    for (const body of [{ token: seat.token }, { token: seat.token, renew: "n".repeat(21) }]) {
      const again = await ask<SeatReservation>("POST", path, "", { ...body, protocolVersion: 3 });
      expect(again.seat).toBe(seat.seat);
      expect(await say(again), JSON.stringify(body)).toMatchObject({ code: "missing-scope" });
    }
    const own = await ask<SeatReservation>("POST", path, token, { own: true, protocolVersion: 3 });
    expect(await say(own)).toMatchObject({ code: "missing-scope" });
    // The player themselves may.
    const self = await ask<SeatReservation>("POST", path, guest.token, { own: true, protocolVersion: 3 });
    expect(await say(self)).toMatchObject({ n: expect.any(Number) });
  });

  test("does nothing with its player's account, whatever its scopes are", async () => {
    const guest = await createGuest(server.url);
    const tokens = [
      await make(guest.token, ["play", "chat"]),
      await make(guest.token, ["bot", "chat"], "Tonatiuh"),
    ];
    const allowed = [
      "getMe",
      "getMyMatches",
      "watchChallenges",
      "createStudy",
      "getStudies",
      "changeStudy",
      "deleteStudy",
      "createTournament",
      "registerForTournament",
      "withdrawFromTournament",
      "directTournament",
    ];
    const others = (Object.entries(OPERATIONS) as [string, Operation][]).filter(
      ([id, { token }]) => token === "player" && !allowed.includes(id),
    );
    expect(others.length).toBeGreaterThan(20);
    const refused: string[] = [];
    const code = { recoveryCode: "AAAA-BBBB-CCCC-DDDD" };
    for (const { token } of tokens) {
      for (const [id, { method, path }] of others) {
        const body = {
          name: "Izel",
          scopes: ["play"],
          seats: true,
          endpoint: "https://push.example/1",
          keys: { p256dh: "a", auth: "b" },
          address: "izel@example.org",
          language: "en",
          players: [{ id: "V1StGXR8Z5jd" }],
          response: { id: "aa", rawId: "aa", type: "public-key", response: {}, clientExtensionResults: {} },
        };
        const asked = method === "get" || method === "delete" ? undefined : id === "prove" ? code : body;
        const answer = await ask(method.toUpperCase(), path.replace(":id", "x"), token, asked);
        refused.push(`${id}: ${answer.code}`);
        await time.pass(60_000);
      }
    }
    expect(refused.filter((each) => !each.endsWith(": missing-scope"))).toEqual([]);
    expect(await ask<Player>("GET", PATHS.me, guest.token)).toMatchObject({ name: guest.name });
    expect(await list(guest.token)).toHaveLength(2);
  });

  test("with bot is a bot account of its own, which goes online and creates no match", async () => {
    const guest = await createGuest(server.url);
    const { token, bot } = await make(guest.token, ["bot"], "Tonatiuh");
    expect(await ask<Player>("GET", PATHS.me, token)).toEqual({
      id: bot,
      name: "Tonatiuh",
      kind: "bot",
      token,
    });
    expect(bot).not.toBe(guest.id);
    expect(await create(token)).toMatchObject({ code: "bot-account" });
    expect(await ask("POST", BOTS_PATH, token, { protocolVersion: 3 })).toMatchObject({
      roomId: expect.any(String),
    });
    const { token: person } = await make(guest.token, ["play"]);
    expect(await ask("POST", BOTS_PATH, person, { protocolVersion: 3 })).toMatchObject({
      code: "missing-scope",
    });
  });

  test("is invalid once it is revoked, or its player signs out everywhere or is deleted", async () => {
    const guest = await createGuest(server.url);
    const one = await make(guest.token, ["play"]);
    const other = await make(guest.token, ["bot"], "Tonatiuh");
    const stranger = await createGuest(server.url);
    expect(await revoke(stranger.token, one.id)).toMatchObject({ code: "unknown-personal-token" });
    expect(await revoke(guest.token, one.id)).toEqual({});
    expect(await revoke(guest.token, one.id)).toMatchObject({ code: "unknown-personal-token" });
    expect(await create(one.token)).toMatchObject({ code: "bad-token", field: "authorization" });
    expect(await ask<Player>("GET", PATHS.me, other.token)).toMatchObject({ name: "Tonatiuh" });
    const { token } = await ask<Player>("POST", ACCOUNT_PATHS.tokens, guest.token, {});
    expect(await ask("GET", PATHS.me, other.token)).toMatchObject({ code: "bad-token" });
    const last = await make(token, ["play"]);
    await ask("DELETE", PATHS.me, token);
    expect(await ask("GET", PATHS.me, last.token)).toMatchObject({ code: "bad-token" });
  });

  test("with another's secret, or none, is bad", async () => {
    const guest = await createGuest(server.url);
    const one = await make(guest.token, ["play"]);
    const other = await make(guest.token, ["play"]);
    const mixed = one.token.slice(0, -43) + other.token.slice(-43);
    for (const token of [mixed, `fw_${one.id}_`, `fw_${"0".repeat(12)}_${"a".repeat(43)}`])
      expect(await ask("GET", PATHS.me, token), token).toMatchObject({ code: "bad-token" });
  });

  test("keeps a guest who is seen by it alone", async () => {
    const guest = await createGuest(server.url);
    const { token } = await make(guest.token, ["bot"], "Tonatiuh");
    for (let hours = 0; hours < 30; hours += 5) {
      await time.pass(5 * HOUR);
      expect(await ask<Player>("GET", PATHS.me, token)).toMatchObject({ name: "Tonatiuh" });
    }
    await time.pass(20 * HOUR);
    expect(await ask("GET", PATHS.me, token)).toMatchObject({ code: "bad-token" });
  });

  test("counts a bot account as a player that its address creates", async () => {
    await server.stop();
    server = await startOnFakeTime(time, { ...settings(), playersPerMinute: 3 });
    const guest = await createGuest(server.url);
    for (const name of ["Tonatiuh", "Metztli"])
      expect((await make(guest.token, ["bot"], name)).bot).toBeDefined();
    expect(await make(guest.token, ["bot"], "Ehecatl")).toMatchObject({ code: "too-many-players" });
    expect((await make(guest.token, ["play"])).code).toBeUndefined();
  });

  test(`is one of ${SERVER_LIMITS.personalTokens} at most`, async () => {
    const guest = await createGuest(server.url);
    for (let n = 0; n < SERVER_LIMITS.personalTokens; n += 1)
      expect((await make(guest.token, ["play"])).code).toBeUndefined();
    expect(await make(guest.token, ["bot"], "Tonatiuh")).toMatchObject({ code: "too-many-personal-tokens" });
    const [first] = await list(guest.token);
    await revoke(guest.token, first?.id ?? "");
    expect((await make(guest.token, ["play"])).code).toBeUndefined();
  });
});

describe("of an account, a personal token", () => {
  let owner: Registered;
  beforeEach(async () => {
    owner = await addPasskey(server.url, await createGuest(server.url));
  });

  test("is made with a proof and revoked without; its events tell of both", async () => {
    const { token } = owner.player;
    expect(await make(token, ["play"])).toMatchObject({ code: "proof-required" });
    const made = await make(
      token,
      ["play"],
      "Calendar",
      await prove(server.url, owner.player, owner.authenticator),
    );
    expect(await revoke(token, made.id)).toEqual({});
    const { events } = await ask<AccountEvents>("GET", ACCOUNT_PATHS.events, token);
    expect(events.map(({ what, asked }) => asked ?? what)).toEqual(
      expect.arrayContaining(["create-token", "token-created", "token-revoked"]),
    );
  });
});
