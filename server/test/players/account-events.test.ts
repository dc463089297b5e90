/** What an account's owner sees and is told of, and what a passkey just added cannot do (docs/protocol.md, "Accounts"). */
import { PATHS, type RefusalBody } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type AccountEvent,
  type AccountEvents,
  NOTICE_LIMITS,
  NOTICE_PATHS,
  type PasskeyOptions,
  type PasskeyRemoval,
  type Player,
  type SignInMeans,
} from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { addPasskey, bearer, createGuest, prove, type Registered } from "../support/account.ts";
import type { Authenticator } from "../support/authenticator.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { MailServer } from "../support/mail-server.ts";
import { post } from "../support/post.ts";
import { PushService, type TestBrowser } from "../support/push-service.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until, untilRead } from "../support/until.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let server: RunningServer;
let time: FakeTime;
let pushService: PushService;
let mailServer: MailServer;
let owner: Registered;
beforeEach(async () => {
  time = new FakeTime();
  [pushService, mailServer] = await Promise.all([PushService.start(), MailServer.start()]);
  server = await startOnFakeTime(time, {
    dataDir: temporaryFolder(),
    push: { hosts: [pushService.host], contact: "mailto:operator@example.org" },
    pushAgent: pushService.agent,
    mail: { url: mailServer.url, from: "play@example.org", origin: "https://play.example" },
  });
  owner = await addPasskey(server.url, await createGuest(server.url));
});
afterEach(async () => {
  await server.stop();
  await Promise.all([pushService.stop(), mailServer.stop()]);
});

async function ask<T = object>(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  { token }: Player = owner.player,
): Promise<T> {
  const response = await fetch(server.url + path, { method, headers: { ...bearer(token), ...headers } });
  return (await response.json()) as T;
}

const eventsOf = async (player = owner.player) =>
  (await ask<AccountEvents>("GET", ACCOUNT_PATHS.events, {}, player)).events;
const kinds = (events: readonly AccountEvent[]) => events.map(({ what }) => what);
const proof = (by: Authenticator | string = owner.authenticator) => prove(server.url, owner.player, by);
const pathOf = (id: string) => ACCOUNT_PATHS.passkey.replace(":id", id);
const remove = async (id: string, by = owner.authenticator) =>
  ask<PasskeyRemoval & Partial<RefusalBody>>("DELETE", pathOf(id), await proof(by));
const keep = async (id: string, by = owner.authenticator) =>
  ask<Partial<RefusalBody>>("DELETE", ACCOUNT_PATHS.passkeyRemoval.replace(":id", id), await proof(by));
const passkeys = async () => (await ask<SignInMeans>("GET", ACCOUNT_PATHS.passkeys)).passkeys;
/** Lets the server look for what is due. */
const sweep = async () => {
  await time.pass(MINUTE);
  return passkeys();
};
const addAnother = async (by = owner.authenticator) =>
  (await addPasskey(server.url, owner.player, { headers: await proof(by) })).authenticator;

async function signIn(means: { recoveryCode: string } | Authenticator, userAgent = FIREFOX): Promise<void> {
  const { body: options } = await post<PasskeyOptions>(server.url, ACCOUNT_PATHS.signInOptions);
  const body = "recoveryCode" in means ? means : { response: means.use(options) };
  const { status } = await post(server.url, ACCOUNT_PATHS.signIn, body, { "user-agent": userAgent });
  expect(status).toBe(200);
}

describe("the events of an account", () => {
  test("tell what changed how it is signed in to, when, and on which device, the newest first", async () => {
    const began = time.now();
    await time.pass(MINUTE);
    await signIn(owner.authenticator);
    await time.pass(MINUTE);
    await signIn({ recoveryCode: owner.recoveryCodes[0] ?? "" }, CHROME);
    await time.pass(MINUTE);
    await ask("POST", ACCOUNT_PATHS.recoveryCodes, { ...(await proof()), "user-agent": "curl/8.0 <b>" });
    const events = await eventsOf();
    expect(events[0]).toEqual({ what: "codes-renewed", at: began + 3 * MINUTE, times: 1, device: "" });
    expect(events).toContainEqual({
      what: "signed-in",
      at: began + MINUTE,
      times: 1,
      device: "Firefox, Android",
    });
    expect(events).toContainEqual({
      what: "code-used",
      at: began + 2 * MINUTE,
      times: 1,
      device: "Chrome, Windows",
    });
    expect(kinds(events).at(-1)).toBe("passkey-added");
  });

  test("tell of each attempt without a proof, and of proofs that fail; the same within an hour are one", async () => {
    const thief = { "user-agent": CHROME };
    for (let i = 0; i < 3; i += 1) await ask("POST", ACCOUNT_PATHS.recoveryCodes, thief);
    await ask("DELETE", PATHS.me, thief);
    const guess = { recoveryCode: "AAAA-AAAA-AAAA-AAAA" };
    await post(server.url, ACCOUNT_PATHS.proofs, guess, { ...bearer(owner.player.token), ...thief });
    const refused = (await eventsOf()).filter(({ what }) => what === "refused");
    expect(refused.map(({ asked, times, device }) => `${asked} ${times} ${device}`).toSorted()).toEqual([
      "delete 1 Chrome, Windows",
      "prove 1 Chrome, Windows",
      "renew-codes 3 Chrome, Windows",
    ]);
    time.step(61 * MINUTE);
    await ask("POST", ACCOUNT_PATHS.recoveryCodes, thief);
    const [newest] = await eventsOf();
    expect(newest).toMatchObject({ what: "refused", asked: "renew-codes", times: 1 });
  });

  test("are kept from a flood of refusals, and for 180 days", async () => {
    for (let i = 0; i < 25; i += 1) {
      await ask("POST", ACCOUNT_PATHS.recoveryCodes);
      time.step(61 * MINUTE);
    }
    const events = await eventsOf();
    expect(events.filter(({ what }) => what === "refused")).toHaveLength(20);
    expect(kinds(events)).toContain("passkey-added");
    const isSwept = async () => {
      await time.pass(MINUTE);
      const player = await signInAnew();
      return !kinds(await eventsOf(player)).includes("refused");
    };
    time.step(178 * DAY);
    expect(await isSwept()).toBe(false);
    time.step(3 * DAY);
    await untilRead(isSwept, Boolean, "old events to be deleted");
    expect(kinds(await eventsOf(await signInAnew()))).not.toContain("passkey-added");
  });

  test("are the account's alone, and go with it", async () => {
    const other = await addPasskey(server.url, await createGuest(server.url, "Tenoch"));
    expect(await eventsOf(other.player)).toHaveLength(1);
    expect(await ask<RefusalBody>("GET", ACCOUNT_PATHS.events, { authorization: "" })).toMatchObject({
      code: "unauthorized",
    });
    expect(await eventsOf(await createGuest(server.url, "Xoco"))).toEqual([]);
  });
});

/** Signs in anew: the token of the first time has expired. */
async function signInAnew(): Promise<Player> {
  const { body: options } = await post<PasskeyOptions>(server.url, ACCOUNT_PATHS.signInOptions);
  return (
    await post<Player>(server.url, ACCOUNT_PATHS.signIn, { response: owner.authenticator.use(options) })
  ).body;
}

describe("a passkey that was just added", () => {
  test("does not remove the owner's: that waits for 3 days, works meanwhile, and is cancelled", async () => {
    time.step(10 * DAY);
    const thiefs = await addAnother();
    const asked = time.now();
    const { id } = owner.authenticator;
    expect(await remove(id, thiefs)).toEqual({ removedAt: asked + 3 * DAY });
    time.step(DAY);
    expect(await remove(id, thiefs)).toEqual({ removedAt: asked + 3 * DAY });
    expect((await passkeys()).map(({ removedAt }) => removedAt)).toEqual([asked + 3 * DAY, undefined]);
    await signIn(owner.authenticator);
    expect(await keep(id)).toEqual({});
    time.step(MINUTE);
    expect(await remove(thiefs.id)).toEqual({ removedAt: null });
    time.step(4 * DAY);
    await time.pass(2 * MINUTE);
    expect((await passkeys()).map((passkey) => passkey.id)).toEqual([id]);
    expect(kinds(await eventsOf()).filter((what) => what.includes("remov"))).toEqual([
      "passkey-removed",
      "removal-cancelled",
      "removal-waiting",
    ]);
  });

  test("is the only one in 3 days, if the owner lets it", async () => {
    time.step(DAY);
    const second = await addAnother();
    await remove(owner.authenticator.id, second);
    time.step(3 * DAY - 3 * MINUTE);
    await time.pass(2 * MINUTE);
    expect(await passkeys()).toHaveLength(2);
    await untilRead(sweep, (left) => left.length === 1, "the removal");
    expect((await passkeys())[0]?.id).toBe(second.id);
    expect(kinds(await eventsOf())[0]).toBe("passkey-removed");
    expect((await remove(second.id, second)).code).toBe("last-passkey");
  });

  test("removes an older one at once as soon as it is 3 days old itself", async () => {
    const second = await addAnother();
    time.step(3 * DAY);
    expect(await remove(owner.authenticator.id, second)).toEqual({ removedAt: null });
  });

  test("stays if all others are removed before the removal is due", async () => {
    time.step(DAY);
    const second = await addAnother();
    await remove(owner.authenticator.id, second);
    await remove(second.id);
    time.step(4 * DAY);
    const isKept = ([first]: SignInMeans["passkeys"]) => first !== undefined && !("removedAt" in first);
    expect(await untilRead(sweep, isKept, "the last passkey to be kept")).toMatchObject([
      { id: owner.authenticator.id },
    ]);
  });

  test("cannot be kept or removed by another account", async () => {
    const other = await addPasskey(server.url, await createGuest(server.url, "Tenoch"));
    expect((await keep(other.authenticator.id)).code).toBe("unknown-passkey");
    expect(await keep(owner.authenticator.id)).toEqual({});
    expect(kinds(await eventsOf())).not.toContain("removal-cancelled");
  });
});

describe("the owner is told at once", () => {
  const ADDED = "Se añadió una clave de acceso a tu cuenta";
  const RENEWED = "Se cambiaron los códigos de recuperación de tu cuenta";
  let browser: TestBrowser;
  beforeEach(async () => {
    const guest = await createGuest(server.url);
    browser = pushService.subscribe("owner");
    await post(server.url, NOTICE_PATHS.pushes, browser.request, bearer(guest.token));
    owner = await addPasskey(server.url, guest);
    await untilTold(1);
  });
  const titles = () => browser.notices.map(({ title }) => title);
  const untilTold = (n: number) => until(() => titles().length >= n, `${n} notices`);
  const renewCodes = async () => ask("POST", ACCOUNT_PATHS.recoveryCodes, await proof());

  test("of a new passkey, of a removal that waits and of new recovery codes, in their browser", async () => {
    time.step(DAY);
    const second = await addAnother();
    await untilTold(2);
    await remove(owner.authenticator.id, second);
    await untilTold(3);
    await renewCodes();
    await untilTold(4);
    expect(titles()).toEqual([ADDED, ADDED, "Se va a quitar una clave de acceso de tu cuenta", RENEWED]);
    expect(browser.notices[0]).toMatchObject({ match: null, path: "/player" });
  });

  test("by e-mail, at an address that they have confirmed", async () => {
    const { token } = owner.player;
    const mail = { address: "citlali@example.org", language: "en" };
    await post(server.url, NOTICE_PATHS.mail, mail, { ...bearer(token), ...(await proof()) });
    const [link = ""] = /\/mail\/confirm\S+/.exec(mailServer.mails[0]?.text ?? "") ?? [];
    await post(server.url, link, {});
    await renewCodes();
    await until(() => mailServer.mails.length === 2, "the e-mail");
    const [, told] = mailServer.mails;
    expect(told?.headers.get("subject")).toBe("The recovery codes of your account were replaced");
    expect(told?.text).toContain("https://play.example/player");
    expect(kinds(await eventsOf())).toContain("mail-set");
  });

  test("again, if the push service could not take it", async () => {
    pushService.answer = { status: 503 };
    await renewCodes();
    await untilTold(2);
    await untilRead(
      async () => {
        await time.pass(MINUTE / 2);
        return titles();
      },
      (told) => told.length === 3,
      "the notice to be sent again",
    );
    expect(titles()).toEqual([ADDED, RENEWED, RENEWED]);
  });

  test("a limited number of times in an hour", async () => {
    const shown = await proof();
    const most = NOTICE_LIMITS.ofAccount;
    for (let i = 0; i < most + 3; i += 1) await ask("POST", ACCOUNT_PATHS.recoveryCodes, shown);
    await untilTold(most);
    // One about another account is sent after those that are not.
    const other = await createGuest(server.url, "Tenoch");
    const othersBrowser = pushService.subscribe("other");
    await post(server.url, NOTICE_PATHS.pushes, othersBrowser.request, bearer(other.token));
    await addPasskey(server.url, other);
    await until(() => othersBrowser.notices.length === 1, "the other's notice");
    expect(titles()).toHaveLength(most);
  });
});
