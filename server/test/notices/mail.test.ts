/** E-mails to players whose turn it is, over a real SMTP server (docs/protocol.md, "Notices"). */
import { PATHS, type RefusalBody } from "@flower-war/protocol";
import { type Notices, NOTICE_LIMITS, NOTICE_PATHS, type Player } from "@flower-war/protocol/players";
import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { addPasskey, prove } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { findAwaited } from "../support/expected-views.ts";
import { MailServer } from "../support/mail-server.ts";
import { createMatch, fromAddress, type HttpResponse, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { systemTime } from "../../src/time.ts";

const ORIGIN = "https://play.example";
const SECRET = "a secret of the tests";
const DAY = 24 * 60 * 60 * 1000;

let mailServer: MailServer;
let server: RunningServer;
beforeEach(async () => {
  mailServer = await MailServer.start();
});
afterEach(async () => {
  await server.stop();
  await mailServer.stop();
});

const options = (): ServerOptions => ({
  dataDir: temporaryFolder(),
  authSecret: SECRET,
  mail: { url: mailServer.url, from: "Flower War <play@example.org>", origin: ORIGIN },
});
const start = async (more: ServerOptions = {}) => {
  server = await startServer({ ...options(), ...more });
};

const bearer = ({ token }: Player) => ({ authorization: `Bearer ${token}` });
const createPlayer = async (name = "Citlali") =>
  (await post<Player>(server.url, PATHS.players, { name })).body;

const setMail = <T = Notices>(
  player: Player,
  address: unknown,
  language = "en",
  headers: Record<string, string> = {},
): Promise<HttpResponse<T>> =>
  post<T>(server.url, NOTICE_PATHS.mail, { address, language }, { ...bearer(player), ...headers });

async function findMail(player: Player): Promise<Notices["mail"]> {
  const response = await fetch(server.url + NOTICE_PATHS.notices, { headers: bearer(player) });
  return ((await response.json()) as Notices).mail;
}

/** Returns the links of the last e-mail as paths of the server. */
function linksOf({ text } = mailServer.mails.at(-1) ?? { text: "" }): string[] {
  return [...text.matchAll(/https:\/\/play\.example(\S+)/g)].map(([, path = ""]) => path);
}

/** Follows a link as the page does, or an e-mail program. */
const follow = (path: string, body = "") =>
  post<RefusalBody>(server.url, path, body, { "content-type": "application/x-www-form-urlencoded" });

async function confirmed(name: string, address: string, language = "en"): Promise<Player> {
  const player = await createPlayer(name);
  await setMail(player, address, language);
  const [link = ""] = linksOf();
  expect((await follow(link)).status).toBe(200);
  return player;
}

const ADDRESSES = Array.from(
  { length: NOTICE_LIMITS.mails.ofStrangers + 4 },
  (_, i) => `mailbox-${i}@example.org`,
);

/** Lets a new player of a network ask for a link to an address. Returns the code of the refusal, or `sent`. */
async function ask(address: string, from: string): Promise<string> {
  const headers = fromAddress(from);
  const player = (await post<Player>(server.url, PATHS.players, { name: "Tenoch" }, headers)).body;
  const { status, body } = await setMail<RefusalBody>(player, address, "en", headers);
  return status === 200 ? "sent" : body.code;
}

/** Requests under way at a time: the SMTP server waits 100 ms before it greets. */
const AT_ONCE = 13;

/** Lets new players ask for a link to each address, some at a time. Returns how many got one. */
async function countSent(addresses: readonly string[], from: (i: number) => string): Promise<number> {
  let sent = 0;
  for (let first = 0; first < addresses.length; first += AT_ONCE) {
    const some = addresses.slice(first, first + AT_ONCE);
    const codes = await Promise.all(some.map((address, i) => ask(address, from(first + i))));
    sent += codes.filter((code) => code === "sent").length;
  }
  return sent;
}

describe("an e-mail address", () => {
  test("gets a link, and is the player's once they have followed it", async () => {
    await start();
    const player = await createPlayer("Citlali");
    const { status, body } = await setMail(player, " Citlali@example.org ", "es");
    expect([status, body.mail]).toEqual([200, { address: "Citlali@example.org", confirmed: false }]);
    const [mail] = mailServer.mails;
    expect(mail?.to).toEqual(["Citlali@example.org"]);
    expect(mail?.headers.get("from")).toBe("Flower War <play@example.org>");
    expect(mail?.headers.get("subject")).toBe("Confirma tu correo");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.text, "no player's words").not.toContain("Citlali");
    const [link = "", ...more] = linksOf();
    expect(more).toEqual([]);
    expect(link).toMatch(/^\/mail\/confirm\?token=[\w.-]+$/);
    expect(link).not.toContain("Citlali");
    for (let i = 0; i < 2; i += 1) expect((await follow(link)).status).toBe(200);
    expect(await findMail(player)).toEqual({ address: "Citlali@example.org", confirmed: true });
  });

  test("is not confirmed by looking at the link, as e-mail programs do", async () => {
    await start();
    const player = await createPlayer();
    await setMail(player, "c@example.org");
    await fetch(server.url + (linksOf()[0] ?? ""), { headers: { accept: "text/html" } });
    expect(await findMail(player)).toMatchObject({ confirmed: false });
  });

  test("that is confirmed gets no other link, and takes another language", async () => {
    await start();
    const player = await confirmed("Citlali", "c@example.org");
    expect((await setMail(player, "c@example.org", "es")).body.mail?.confirmed).toBe(true);
    expect(mailServer.mails).toHaveLength(1);
  });

  test("that is replaced has to be confirmed, and its link is no good any more", async () => {
    await start();
    const player = await confirmed("Citlali", "c@example.org");
    const [old = ""] = linksOf();
    await setMail(player, "other@example.org");
    expect(await findMail(player)).toEqual({ address: "other@example.org", confirmed: false });
    const { status, body } = await follow(old);
    expect([status, body.code]).toEqual([403, "bad-mail-token"]);
    expect(await findMail(player)).toMatchObject({ confirmed: false });
  });

  test("that was confirmed is told when it is replaced or removed, in its own language; others are not", async () => {
    await start();
    const player = await confirmed("Citlali", "c@example.org", "es");
    await setMail(player, "other@example.org");
    const told = mailServer.mails.at(-1);
    expect(told?.to).toEqual(["c@example.org"]);
    expect(told?.headers.get("subject")).toContain("=?UTF-8?Q?Se_quit=C3=B3_tu_correo_de_");
    expect(told?.text).toContain("Tu cuenta: https://play.example/player");
    expect(told?.text, "the new address is its player's").not.toContain("other@");
    const sent = mailServer.mails.length;
    await setMail(player, "third@example.org");
    expect(mailServer.mails.slice(sent).map(({ to }) => to)).toEqual([["third@example.org"]]);
    const other = await confirmed("Tenoch", "t@example.org");
    await fetch(server.url + NOTICE_PATHS.mail, { method: "DELETE", headers: bearer(other) });
    expect(mailServer.mails.at(-1)).toMatchObject({ to: ["t@example.org"] });
    expect(mailServer.mails.at(-1)?.text).toContain("Your account: https://play.example/player");
  });

  test("is removed by its player, and by their deletion", async () => {
    await start();
    const player = await confirmed("Citlali", "c@example.org");
    await fetch(server.url + NOTICE_PATHS.mail, { method: "DELETE", headers: bearer(player) });
    expect(await findMail(player)).toEqual({ address: null, confirmed: false });
    const other = await confirmed("Tenoch", "t@example.org");
    const [link = ""] = linksOf();
    await fetch(server.url + PATHS.me, { method: "DELETE", headers: bearer(other) });
    expect((await follow(link)).body.code).toBe("bad-mail-token");
  });

  test.each([
    ["no text", 7, "bad-request"],
    ["nothing", "", "bad-mail"],
    ["no @", "citlali.example.org", "bad-mail"],
    ["two addresses", "a@example.org, b@example.org", "bad-mail"],
    ["a name too", "Citlali <c@example.org>", "bad-mail"],
    ["a line break", "c@example.org\r\nBcc: b@example.org", "bad-mail"],
    ["a space", "c c@example.org", "bad-mail"],
    ["no domain", "c@", "bad-mail"],
    ["more than 254 characters", `${"c".repeat(250)}@example.org`, "bad-mail"],
  ])("that has %s is refused", async (_, address, code) => {
    await start();
    const player = await createPlayer();
    const { status, body } = await setMail<RefusalBody>(player, address);
    expect([status, body.code, body.field]).toEqual([400, code, "address"]);
    expect(await findMail(player)).toEqual({ address: null, confirmed: false });
    expect(mailServer.mails).toEqual([]);
  });

  test("that the SMTP server refuses is a bad one; a failure there may be over soon", async () => {
    await start();
    const player = await createPlayer();
    mailServer.refusal = 550;
    expect((await setMail<RefusalBody>(player, "nobody@example.org")).body.code).toBe("bad-mail");
    mailServer.refusal = 451;
    expect((await setMail<RefusalBody>(player, "busy@example.org")).body.code).toBe("unavailable");
    expect(await findMail(player)).toEqual({ address: null, confirmed: false });
  });

  test("is refused by a server that sends no e-mails", async () => {
    await start({ mail: null });
    const player = await createPlayer();
    expect(await findMail(player)).toBeNull();
    const { status, body } = await setMail<RefusalBody>(player, "c@example.org");
    expect([status, body.code]).toEqual([409, "no-mail"]);
  });

  test.each<[string, number, (i: number) => { name: number; address: string; from: string }]>([
    ["one e-mail address", 3, (i) => ({ name: i, address: "c@Example.org", from: `198.51.100.${i}` })],
    ["one player", 5, (i) => ({ name: 0, address: `c${i}@example.org`, from: `198.51.100.${i}` })],
    ["one network address", 10, (i) => ({ name: i, address: `c${i}@example.org`, from: "198.51.100.1" })],
  ])("gets few links in an hour: of %s %i", async (_, limit, ask) => {
    await start();
    const players = new Map<number, Player>();
    const request = async (i: number) => {
      const { name, address, from } = ask(i);
      const player = players.get(name) ?? (await createPlayer(`P${name}`));
      players.set(name, player);
      return setMail<RefusalBody>(player, address, "en", fromAddress(from));
    };
    for (let i = 0; i < limit; i += 1) expect((await request(i)).status).toBe(200);
    const { status, body } = await request(limit);
    expect([status, body.code]).toEqual([429, "too-many-mails"]);
    expect(body.wait).toBeGreaterThan(60_000);
    expect(mailServer.mails).toHaveLength(limit);
  });

  test("gets three links in an hour, however it is written and wherever they are asked from", async () => {
    await start();
    const spellings = [
      "victim@gmail.com",
      "VICTIM@GMail.com",
      "v.i.c.t.i.m@googlemail.com",
      ...Array.from({ length: 7 }, (_, i) => `victim+${i}@gmail.com`),
    ];
    const codes: string[] = [];
    for (const [i, spelling] of spellings.entries())
      codes.push(await ask(spelling, `2001:db8:${i.toString(16)}::1`));
    expect(codes).toEqual(["sent", "sent", "sent", ...Array(7).fill("too-many-mails")]);
    expect(mailServer.mails).toHaveLength(3);
  });

  test("of many gets few links that strangers ask for from as many networks, and those of players who are known", async () => {
    await start();
    const { player: account, authenticator } = await addPasskey(server.url, await createPlayer("Izel"));
    const proof = await prove(server.url, account, authenticator);
    const sent = await countSent(ADDRESSES, (i) => `2001:db8:${i.toString(16)}::1`);
    expect(sent).toBe(NOTICE_LIMITS.mails.ofStrangers);
    expect(mailServer.mails).toHaveLength(NOTICE_LIMITS.mails.ofStrangers);
    expect((await setMail(account, "izel@example.org", "en", proof)).status).toBe(200);
    const stranger = await setMail<RefusalBody>(await createPlayer("Yaotl"), "yaotl@example.org");
    expect([stranger.body.code, (stranger.body.wait ?? 0) > 60_000]).toEqual(["too-many-mails", true]);
  });

  test("gets no more of the networks of one site than it may have", async () => {
    await start();
    const some = ADDRESSES.slice(0, NOTICE_LIMITS.mails.fromSite + 4);
    const sent = await countSent(some, (i) => `2001:db8:1:${i.toString(16)}::1`);
    expect(sent).toBe(NOTICE_LIMITS.mails.fromSite);
  });

  test("that is not confirmed within a day is forgotten, and its link is no good any more", async () => {
    const time = new FakeTime();
    server = await startOnFakeTime(time, options());
    const player = await createPlayer();
    await setMail(player, "c@example.org");
    const [link = ""] = linksOf();
    await time.pass(DAY - 300_000);
    expect(await findMail(player)).toMatchObject({ address: "c@example.org" });
    const later = async () => {
      await time.pass(60_000);
      return findMail(player);
    };
    await expect.poll(later).toEqual({ address: null, confirmed: false });
    expect((await follow(link)).body.code).toBe("bad-mail-token");
  });
});

describe("a link that was not sent", () => {
  const sign = (claims: object, secret = SECRET) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(secret));

  test.each<[string, (player: Player, sent: string) => string | Promise<string>]>([
    ["without a token", () => ""],
    ["with nonsense", () => "?token=nonsense"],
    ["with the player's own token", ({ token }) => `?token=${token}`],
    [
      "of another secret",
      async ({ id }) => `?token=${await sign({ sub: id, aud: "confirm-mail", address: "x" }, "other")}`,
    ],
    [
      "for another address",
      async ({ id }) => `?token=${await sign({ sub: id, aud: "confirm-mail", address: "x" })}`,
    ],
    ["for stopping", (_, sent) => sent.replace("confirm", "stop")],
    [
      "of no player",
      async () => `?token=${await sign({ sub: "nobody", aud: "confirm-mail", address: "x" })}`,
    ],
  ])("(%s) confirms nothing", async (_, forge) => {
    await start();
    const player = await createPlayer();
    await setMail(player, "c@example.org");
    const [sent = ""] = linksOf();
    const forged = await forge(player, sent);
    const { status, body } = await follow(
      forged.startsWith("/") ? forged : NOTICE_PATHS.confirmMail + forged,
    );
    expect([400, 403]).toContain(status);
    expect(["bad-mail-token", "bad-request"]).toContain(body.code);
    expect(await findMail(player)).toEqual({ address: "c@example.org", confirmed: false });
  });
});

describe("an awaited player who is away", () => {
  test("gets one e-mail a turn, and ends them by one POST", async () => {
    const time = new FakeTime();
    server = await startOnFakeTime(time, options());
    const people = [
      await confirmed("Citlali", "citlali@example.org", "es"),
      await confirmed("Tenoch", "tenoch@example.org", "es"),
    ];
    const settings = { game: "flower-war", seats: 2, private: true, clock: { profile: "days" } };
    const [a, b] = people.map(bearer);
    const created = await createMatch(server.url, settings, a);
    const joined = await requestSeat(server.url, created.invitation ?? "", { name: "B" }, b);
    const clients = await Promise.all([created, joined].map((each) => TestClient.join(server.url, each)));
    for (const client of clients) await client.waitForEntry(0);
    const awaited = findAwaited(clients);
    const player = people[clients.indexOf(awaited)];
    if (!player) throw new Error("no seat is awaited");
    await awaited.leave();
    for (const end = performance.now() + 20_000; mailServer.mails.length < 3; ) {
      if (performance.now() > end) throw new Error("waited for the e-mail");
      await time.pass(5_000);
      await systemTime.nextTurn();
    }
    const mail = mailServer.mails.at(-1);
    expect(mail?.to).toEqual([`${player.name.toLowerCase()}@example.org`]);
    expect(mail?.headers.get("subject")).toBe("Te toca: Flower War");
    const [play = "", stop = ""] = linksOf();
    expect(play).toBe(`/matches/${created.match}`);
    expect(mail?.text, "no secret of the match").not.toContain(created.invitation);
    expect(mail?.headers.get("list-unsubscribe")).toBe(`<${ORIGIN}${stop}>`);
    expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    await fetch(server.url + stop, { headers: { accept: "text/html" } });
    expect(await findMail(player), "looking at the link changes nothing").toMatchObject({ confirmed: true });
    for (let i = 0; i < 2; i += 1) {
      expect((await follow(stop, "List-Unsubscribe=One-Click")).status).toBe(200);
      expect(await findMail(player)).toEqual({ address: null, confirmed: false });
    }
    await setMail(player, "new@example.org");
    await follow(stop);
    expect(await findMail(player), "an old link stops nothing new").toMatchObject({
      address: "new@example.org",
    });
  });
});
