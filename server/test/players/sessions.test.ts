/** Where a player is signed in, and how one device is signed out (docs/protocol.md, "Accounts"). */
import { PATHS, type RefusalBody } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type AccountEvents,
  type PasskeyOptions,
  type Player,
  type PlayerSession,
  type PlayerSessions,
} from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { PlayerTokens } from "../../src/players/player-tokens.ts";
import { OLDER_SESSIONS } from "../../src/players/sessions.ts";
import { addPasskey, bearer, createGuest, prove, type Registered } from "../support/account.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { post } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { untilRead } from "../support/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** For how long guests and sessions that were not seen are kept. */
const KEPT = 10 * HOUR;
const SECRET = "a secret of at least 16 characters";
const PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

let server: RunningServer;
let time: FakeTime;
let owner: Registered;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, {
    authSecret: SECRET,
    dataDir: temporaryFolder(),
    guestRetention: KEPT,
  });
  owner = await addPasskey(server.url, await createGuest(server.url));
});
afterEach(() => server.stop());

async function ask<T = object>(
  method: string,
  path: string,
  { token }: Pick<Player, "token"> = owner.player,
  headers: Record<string, string> = {},
): Promise<T & Partial<RefusalBody>> {
  const response = await fetch(server.url + path, { method, headers: { ...bearer(token), ...headers } });
  return (await response.json()) as T & Partial<RefusalBody>;
}
const sessionsOf = async (player: Pick<Player, "token"> = owner.player): Promise<readonly PlayerSession[]> =>
  (await ask<PlayerSessions>("GET", ACCOUNT_PATHS.sessions, player)).sessions;
const pathOf = (id: string) => ACCOUNT_PATHS.session.replace(":id", id);
const end = async (id: string, by = owner.player) =>
  ask("DELETE", pathOf(id), by, await prove(server.url, by, owner.authenticator));
const isKnown = async (player: Pick<Player, "token">) =>
  (await ask<Player>("GET", PATHS.me, player)).id !== undefined;

/** Signs the owner in on a phone. */
async function signInOnPhone(): Promise<Player> {
  const { body: options } = await post<PasskeyOptions>(server.url, ACCOUNT_PATHS.signInOptions);
  const request = { response: owner.authenticator.use(options) };
  return (await post<Player>(server.url, ACCOUNT_PATHS.signIn, request, { "user-agent": PHONE })).body;
}

/** A token as servers without sessions issue them. */
const olderToken = () => {
  const claim = { player: owner.player.id, generation: 0, session: null };
  return { token: new PlayerTokens(time, SECRET, KEPT).sign(claim) };
};

describe("the sessions of a player", () => {
  test("are the devices that signed in, the one last seen first, to the hour", async () => {
    const began = time.now();
    await time.pass(HOUR);
    await ask("GET", PATHS.me);
    const phone = await signInOnPhone();
    const id = expect.any(String) as string;
    const own = {
      id,
      device: "Firefox, Android",
      createdAt: began + HOUR,
      seenAt: began + HOUR,
      current: true,
    };
    const other = { id, device: "", createdAt: began, seenAt: began + HOUR, current: false };
    await time.pass(HOUR - 1);
    expect(await sessionsOf(phone)).toEqual([own, other]);
    await time.pass(1);
    await ask("GET", PATHS.me);
    expect(await sessionsOf()).toEqual([
      { ...other, seenAt: began + 2 * HOUR, current: true },
      { ...own, current: false },
    ]);
  });

  test("stay the same when a token is renewed, a name changes or a passkey is added", async () => {
    const renewed = await ask<Player>("GET", PATHS.me);
    const { player } = await addPasskey(server.url, renewed, {
      headers: await prove(server.url, renewed, owner.authenticator),
    });
    expect(await sessionsOf(player)).toHaveLength(1);
    expect(await sessionsOf()).toEqual(await sessionsOf(player));
  });

  test("are forgotten when their last tokens have expired", async () => {
    await signInOnPhone();
    await time.pass(6 * HOUR);
    await ask("GET", PATHS.me);
    const phone = await signInOnPhone();
    await time.pass(5 * HOUR);
    const kept = await untilRead(
      async () => {
        await time.pass(MINUTE);
        return sessionsOf(phone);
      },
      ({ length }) => length < 3,
      "a session to be deleted",
    );
    expect(kept.map(({ device }) => device)).toEqual(["Firefox, Android", ""]);
  });
});

describe("signing out one device", () => {
  test("makes its tokens invalid, and no others; the account's events tell of it", async () => {
    const phone = await signInOnPhone();
    await time.pass(1);
    const renewed = await ask<Player>("GET", PATHS.me, phone);
    const [stolen] = (await sessionsOf()).filter(({ current }) => !current);
    expect(await end(stolen?.id ?? "")).toEqual({});
    for (const ended of [phone, renewed]) {
      expect(await ask("GET", PATHS.me, ended)).toMatchObject({ code: "bad-token", field: "authorization" });
    }
    expect(await isKnown(owner.player)).toBe(true);
    const { events } = await ask<AccountEvents>("GET", ACCOUNT_PATHS.events);
    expect(events[0]).toMatchObject({ what: "session-ended", times: 1 });
    expect((await end(stolen?.id ?? "")).code).toBe("unknown-session");
  });

  test("needs a proof, so that a copied token signs the owner out nowhere; the owner sees that it was tried", async () => {
    const phone = await signInOnPhone();
    await time.pass(1);
    for (const { id, current } of await sessionsOf(phone)) {
      if (!current) expect((await ask("DELETE", pathOf(id), phone)).code).toBe("proof-required");
    }
    expect(await isKnown(owner.player)).toBe(true);
    const { events } = await ask<AccountEvents>("GET", ACCOUNT_PATHS.events);
    expect(events[0]).toMatchObject({ what: "refused", asked: "end-session", device: "" });
  });

  test("needs none for the device that asks", async () => {
    const phone = await signInOnPhone();
    expect(await ask("DELETE", ACCOUNT_PATHS.thisSession, phone)).toEqual({});
    expect([await isKnown(phone), await isKnown(owner.player)]).toEqual([false, true]);
    expect(await sessionsOf()).toHaveLength(1);
  });

  test("ends no session of another player", async () => {
    const other = await createGuest(server.url, "Tenoch");
    const [session] = await sessionsOf();
    expect((await ask("DELETE", pathOf(session?.id ?? ""), other)).code).toBe("unknown-session");
    expect(await isKnown(owner.player)).toBe(true);
  });
});

describe("tokens of servers without sessions", () => {
  test("are valid, stay so when they are renewed, and are listed together once one was used", async () => {
    expect((await sessionsOf()).map(({ id }) => id)).not.toContain(OLDER_SESSIONS);
    const older = await ask<Player>("GET", PATHS.me, olderToken());
    expect(await sessionsOf(older)).toContainEqual({
      id: OLDER_SESSIONS,
      device: "",
      seenAt: time.now(),
      current: true,
    });
  });

  test("end together, and those of sessions stay valid", async () => {
    const older = await ask<Player>("GET", PATHS.me, olderToken());
    expect(await end(OLDER_SESSIONS)).toEqual({});
    expect([await isKnown(older), await isKnown(olderToken()), await isKnown(owner.player)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await sessionsOf()).map(({ id }) => id)).not.toContain(OLDER_SESSIONS);
  });

  test("end when one of them signs itself out", async () => {
    const older = await ask<Player>("GET", PATHS.me, olderToken());
    expect(await ask("DELETE", ACCOUNT_PATHS.thisSession, older)).toEqual({});
    expect([await isKnown(older), await isKnown(owner.player)]).toEqual([false, true]);
  });
});

test("signing out everywhere leaves the session of the new token alone", async () => {
  const phone = await signInOnPhone();
  const proof = await prove(server.url, owner.player, owner.authenticator);
  const { body: player } = await post<Player>(
    server.url,
    ACCOUNT_PATHS.tokens,
    {},
    {
      ...bearer(owner.player.token),
      ...proof,
    },
  );
  expect(await Promise.all([phone, owner.player, olderToken(), player].map(isKnown))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(await sessionsOf(player)).toMatchObject([{ current: true }]);
});
