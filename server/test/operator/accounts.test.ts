/** Operators by name: passkeys, roles and invitations (docs/operate.md, "Operators"). */
import type { RefusalBody } from "@flower-war/protocol";
import {
  type AuditLog,
  OPERATOR_PATHS,
  type OperatorInvitation,
  type OperatorInvited,
  type OperatorList,
} from "@flower-war/protocol/operator";
import type { PasskeyOptions } from "@flower-war/protocol/players";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { OperatorAccounts } from "../../src/operator/accounts.ts";
import type { OperatorStore, StoredOperator } from "../../src/operator/store/operator-store.ts";
import { systemRandom } from "../../src/random.ts";
import { systemTime } from "../../src/time.ts";
import { Authenticator } from "../support/authenticator.ts";
import { temporaryFolder } from "../support/database.ts";
import { HOUR, PASSWORD, useOperatedServer } from "../support/operated-server.ts";
import { Operator } from "../support/operator.ts";

const server = useOperatedServer();

/** The page's address: browsers have passkeys for names, not for numbers. */
const pageUrl = () => server.operatorUrl.replace("127.0.0.1", "localhost");
const newOperator = () => new Operator(pageUrl());
const newAuthenticator = () => new Authenticator(pageUrl());

/** Starts a server whose first administrator is Ana. */
async function startWithAna() {
  await server.start();
  const first = await server.signIn();
  const [ana, key] = [newOperator(), newAuthenticator()];
  const { body } = await ana.join(key, await first.invite("Ana", "administrator"));
  expect(body).toEqual({ name: "Ana", account: expect.stringMatching(/^[\w-]{21}$/), role: "administrator" });
  return { first, ana, key, account: body.account };
}

/** Lets Ana invite Beto, a moderator. */
async function invite(ana: Operator) {
  const [beto, key] = [newOperator(), newAuthenticator()];
  const { body } = await beto.join(key, await ana.invite("Beto", "moderator"));
  return { beto, key, id: body.account ?? "" };
}

const announcement = () => ({ text: "Tea at five", until: Date.now() + HOUR });
const ban = () => ({ kind: "ban", player: "V1StGXR8Z5jd", until: Date.now() + HOUR, reason: "insults" });

describe("an operator with an account", () => {
  test("signs in with a passkey, and each act has the account", async () => {
    const { key, account } = await startWithAna();
    const ana = newOperator();
    const { status, body, headers } = await ana.prove(key);
    expect([status, body]).toEqual([200, { name: "Ana", account, role: "administrator" }]);
    expect(headers.get("set-cookie")).toContain("HttpOnly");
    expect(await ana.get(OPERATOR_PATHS.session)).toEqual(body);
    await ana.post(OPERATOR_PATHS.sanctions, ban());
    const { entries } = await ana.get<AuditLog>(OPERATOR_PATHS.audit);
    expect(entries.map(({ operator, account: id, act, target }) => [operator, id, act, target])).toEqual([
      ["Ana", account, "ban", "V1StGXR8Z5jd"],
      ["Ana", account, "sign-in", ""],
      ["Ana", account, "join", ""],
      ["Itzel", null, "invite-operator", `Ana (${account}), administrator`],
      ["Itzel", null, "sign-in", ""],
    ]);
    expect(await ana.get(OPERATOR_PATHS.auditCheck)).toMatchObject({ entries: 5, fault: null });
  });

  test("has the account after a restart", async () => {
    const dataDir = temporaryFolder();
    await server.start({ dataDir });
    const key = newAuthenticator();
    await newOperator().join(key, await (await server.signIn()).invite("Ana", "administrator"));
    const port = new URL(server.operatorUrl).port;
    await server.start({ dataDir, operatorPort: Number(port) });
    expect((await newOperator().prove(key)).body).toMatchObject({ name: "Ana" });
  });

  test("is not held back by strangers who guess the password", async () => {
    const { ana, key } = await startWithAna();
    for (let i = 0; i < 15; i++) await new Operator(server.operatorUrl).signIn(`guess ${i}`);
    expect((await new Operator(server.operatorUrl).signIn("a guess")).body.code).toBe("too-many-attempts");
    expect((await ana.send("GET", OPERATOR_PATHS.overview)).status).toBe(200);
    expect((await newOperator().prove(key)).status).toBe(200);
  });

  test("is not held back by pages of other sites", async () => {
    const { key } = await startWithAna();
    const headers = { origin: "https://evil.example" };
    const paths = [OPERATOR_PATHS.invitation, OPERATOR_PATHS.passkeySession, OPERATOR_PATHS.join];
    for (const path of paths) {
      for (let i = 0; i < 21; i++) {
        await fetch(pageUrl() + path);
        await newOperator().send("POST", path, { invitation: "a guess" }, headers);
      }
    }
    expect((await newOperator().prove(key)).status).toBe(200);
  });

  test("signs in as often as they like", async () => {
    const { key } = await startWithAna();
    const answers = new Set<number>();
    for (let i = 0; i < 61; i++) answers.add((await newOperator().prove(key)).status);
    expect(answers).toEqual(new Set([200]));
  });

  test("signs out nobody else by signing in often, and of their own only the oldest", async () => {
    const { ana, first } = await startWithAna();
    const { beto, key } = await invite(ana);
    const others = Array.from({ length: 10 }, newOperator);
    for (const other of others) await other.prove(key);
    const isIn = async (operator: Operator) => (await operator.send("GET", OPERATOR_PATHS.session)).status;
    expect(await Promise.all([ana, beto, ...others].map(isIn))).toEqual([200, 401, ...others.map(() => 200)]);
    expect(await isIn(first)).toBe(401);
  });

  test("ends the session of the same browser by signing in again", async () => {
    const { ana, key } = await startWithAna();
    const before = ana.copy();
    await ana.prove(key);
    expect((await before.send("GET", OPERATOR_PATHS.session)).status).toBe(401);
    expect((await ana.send("GET", OPERATOR_PATHS.session)).status).toBe(200);
  });

  test.each([
    ["of another site", { origin: "https://evil.example" }],
    ["for another host", { rpId: "evil.example" }],
    ["that a page in a frame of another site asked for", { crossOrigin: true }],
    ["to another challenge", { challenge: "AAAA" }],
    ["without a check of who uses it", { flags: 0x01 }],
    ["with a wrong signature", { signature: "AAAA" }],
  ])("is not signed in by an answer %s", async (_, deviation) => {
    const { key } = await startWithAna();
    const { status, body } = await newOperator().prove(key, deviation);
    expect([status, body.code]).toEqual([400, "bad-passkey"]);
  });

  test("answers a challenge once, and none that is for an invitation", async () => {
    const { ana, key } = await startWithAna();
    const origin = pageUrl();
    const post = <T>(path: string, body: object) => newOperator().send<T>("POST", path, body, { origin });
    const { body: options } = await post<PasskeyOptions>(OPERATOR_PATHS.signInOptions, {});
    const response = key.use(options);
    const use = (answer: object) => post<RefusalBody>(OPERATOR_PATHS.passkeySession, { response: answer });
    expect((await use(response)).status).toBe(200);
    expect((await use(response)).body.code).toBe("bad-passkey");
    const { invitation } = await ana.invite("Beto", "moderator");
    const { body } = await post<OperatorInvited>(OPERATOR_PATHS.invitation, { invitation });
    const other = { ...options, challenge: body.options.challenge };
    expect((await use(key.use(other))).body.code).toBe("bad-passkey");
  });

  test("does what the role allows, from now on", async () => {
    const { ana, account } = await startWithAna();
    const { beto, id } = await invite(ana);
    expect((await beto.post(OPERATOR_PATHS.announcement, announcement())).status).toBe(201);
    expect((await beto.post(OPERATOR_PATHS.sanctions, ban())).status).toBe(201);
    expect((await beto.send("DELETE", OPERATOR_PATHS.announcement)).status).toBe(200);
    const reason = { reason: "x" };
    const refusals = await Promise.all([
      beto.post(OPERATOR_PATHS.drain, reason, "x"),
      beto.post(OPERATOR_PATHS.close, reason, "x"),
      beto.send<RefusalBody>("GET", OPERATOR_PATHS.operators),
      beto.post(OPERATOR_PATHS.operators, { name: "Carla", role: "moderator" }),
      beto.post(OPERATOR_PATHS.invite, {}, account ?? ""),
      beto.post(OPERATOR_PATHS.role, { role: "administrator", ...reason }, id),
      beto.post(OPERATOR_PATHS.removeOperator, reason, account ?? ""),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [403, "not-administrator"]),
    );
    expect((await ana.post(OPERATOR_PATHS.role, { role: "administrator", ...reason }, id)).status).toBe(200);
    expect((await beto.send("GET", OPERATOR_PATHS.operators)).status).toBe(200);
    expect((await ana.acts())[0]).toBe(`Ana set-role Beto (${id}), administrator: x`);
  });

  test("is unknown to a change of the role if they are removed meanwhile", async () => {
    const stored = { id: "beto", name: "Beto", role: "moderator" } as StoredOperator;
    const found = [stored, null];
    const operators = { find: async () => found.shift() ?? null, setRole: async () => false };
    const accounts = new OperatorAccounts({
      time: systemTime,
      random: systemRandom,
      log: pino({ level: "silent" }),
      operators: operators as unknown as OperatorStore,
    });
    const operator = { name: "Ana", account: "ana", role: "administrator" } as const;
    const change = accounts.setRole("beto", "administrator", { operator, reason: "x" });
    await expect(change).rejects.toMatchObject({ body: { code: "unknown-operator" } });
    await accounts.close();
  });

  test("is signed out at once when the account is removed", async () => {
    const { ana } = await startWithAna();
    const { beto, key, id } = await invite(ana);
    expect((await ana.post(OPERATOR_PATHS.removeOperator, { reason: "left" }, id)).status).toBe(200);
    expect(await beto.get(OPERATOR_PATHS.overview)).toMatchObject({ code: "unauthorized" });
    expect((await newOperator().prove(key)).body.code).toBe("unknown-passkey");
    expect((await ana.post(OPERATOR_PATHS.removeOperator, { reason: "left" }, id)).body.code).toBe(
      "unknown-operator",
    );
    const { operators } = await ana.get<OperatorList>(OPERATOR_PATHS.operators);
    expect(operators.map(({ name, role, passkeys }) => [name, role, passkeys])).toEqual([
      ["Ana", "administrator", 1],
    ]);
  });
});

describe("the admin's password", () => {
  test("signs in until an administrator has a passkey, and is that of programs for good", async () => {
    await server.start();
    const first = await server.signIn();
    const invitation = await first.invite("Ana", "administrator");
    await newOperator().join(newAuthenticator(), await first.invite("Beto", "moderator"));
    expect((await server.signIn()) && (await first.send("GET", OPERATOR_PATHS.session)).status).toBe(200);
    const ana = newOperator();
    await ana.join(newAuthenticator(), invitation);
    const refused = await new Operator(server.operatorUrl).signIn(PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([403, "passkey-required"]);
    expect(refused.headers.get("set-cookie")).toBeNull();
    expect(await first.get(OPERATOR_PATHS.session)).toMatchObject({ code: "unauthorized" });
    expect((await server.send("GET", OPERATOR_PATHS.temples, PASSWORD)).status).toBe(200);
    const renewed = await server.send("POST", path(OPERATOR_PATHS.invite, invitation.account), PASSWORD);
    expect(renewed.status).toBe(201);
    await ana.post(OPERATOR_PATHS.removeOperator, { reason: "left" }, invitation.account);
    expect((await new Operator(server.operatorUrl).signIn(PASSWORD)).status).toBe(200);
  });
});

describe("an invitation", () => {
  const code = async (joined: Promise<{ body: RefusalBody }>) => (await joined).body.code;

  test("is good once, and only the last of an operator", async () => {
    const { ana } = await startWithAna();
    const invited = await ana.invite("Beto", "moderator");
    const { body: again } = await ana.post<OperatorInvitation>(OPERATOR_PATHS.invite, {}, invited.account);
    expect(await code(newOperator().join(newAuthenticator(), invited))).toBe("bad-invitation");
    const key = newAuthenticator();
    expect((await newOperator().join(key, again)).status).toBe(200);
    expect(await code(newOperator().join(newAuthenticator(), again))).toBe("bad-invitation");
    const { body: third } = await ana.post<OperatorInvitation>(OPERATOR_PATHS.invite, {}, invited.account);
    expect(await code(newOperator().join(key, third))).toBe("passkey-known");
    expect((await newOperator().join(newAuthenticator(), third)).status).toBe(200);
    const { operators } = await ana.get<OperatorList>(OPERATOR_PATHS.operators);
    expect(operators.map(({ name, passkeys, invitedUntil }) => [name, passkeys, invitedUntil])).toEqual([
      ["Ana", 1, null],
      ["Beto", 2, null],
    ]);
  });

  test("needs an authenticator that knows who uses it", async () => {
    const { ana } = await startWithAna();
    const invited = await ana.invite("Beto", "moderator");
    expect(await code(newOperator().join(newAuthenticator(), invited, { flags: 0x01 }))).toBe("bad-passkey");
    expect(await code(newOperator().join(newAuthenticator(), { invitation: "a guess" }))).toBe(
      "bad-invitation",
    );
  });

  test("is of a name that no other operator has, and none that looks like it", async () => {
    const { ana } = await startWithAna();
    for (const name of ["Ana", "ANA", "\u0410na", "  Ana ", "admin", "Admin"]) {
      const { status, body } = await ana.post(OPERATOR_PATHS.operators, { name, role: "moderator" });
      expect([name, status, body.code]).toEqual([name, 409, "operator-known"]);
    }
  });

  test.each([
    ["removed", OPERATOR_PATHS.removeOperator, {}],
    ["demoted", OPERATOR_PATHS.role, { role: "moderator" }],
  ])("ends when its administrator is %s", async (_, act, change) => {
    const { ana, account } = await startWithAna();
    const beto = newOperator();
    const joined = await beto.join(newAuthenticator(), await ana.invite("Beto", "administrator"));
    const id = joined.body.account ?? "";
    const invited = await beto.invite("Carla", "administrator");
    const { body: again } = await beto.post<OperatorInvitation>(OPERATOR_PATHS.invite, {}, account ?? "");
    const { operators } = await ana.get<OperatorList>(OPERATOR_PATHS.operators);
    expect(operators.map(({ name, invitedBy }) => [name, invitedBy])).toEqual([
      ["Ana", id],
      ["Beto", account],
      ["Carla", id],
    ]);
    expect((await ana.post(act, { reason: "left", ...change }, id)).status).toBe(200);
    expect(await code(newOperator().join(newAuthenticator(), invited))).toBe("bad-invitation");
    expect(await code(newOperator().join(newAuthenticator(), again))).toBe("bad-invitation");
  });

  test("is refused after an hour", async () => {
    let later = 0;
    await server.start({ time: { ...systemTime, now: () => systemTime.now() + later } });
    const ana = newOperator();
    await ana.join(newAuthenticator(), await (await server.signIn()).invite("Ana", "administrator"));
    const invited = await ana.invite("Beto", "moderator");
    later = HOUR;
    expect(await code(newOperator().join(newAuthenticator(), invited))).toBe("bad-invitation");
  });

  test("is not guessed at leisure", async () => {
    await server.start();
    const guess = () => code(newOperator().join(newAuthenticator(), { invitation: "a guess" }));
    const answers = new Set<string>();
    for (let i = 0; i < 61; i++) answers.add(await guess());
    expect(answers).toEqual(new Set(["bad-invitation", "too-many-attempts"]));
  });
});

const path = (pattern: string, id: string) => pattern.replace(":id", id);
