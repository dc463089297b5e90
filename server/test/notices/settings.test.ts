/** Where players want to be told that it is their turn, over HTTP (docs/protocol.md, "Notices"). */
import { createECDH } from "node:crypto";
import { Agent } from "node:https";
import { PATHS, type RefusalBody } from "@flower-war/protocol";
import { type Notices, NOTICE_PATHS, type Player } from "@flower-war/protocol/players";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { PushSender } from "../../src/notices/push-sender.ts";
import { vapidKeys } from "../../src/notices/vapid.ts";
import { systemTime } from "../../src/time.ts";
import { temporaryFolder } from "../support/database.ts";
import { fromAddress, type HttpResponse, post } from "../support/post.ts";
import { PushService } from "../support/push-service.ts";

let server: RunningServer;
const start = async (options: ServerOptions = {}) => {
  server = await startServer({ dataDir: temporaryFolder(), ...options });
};
afterEach(() => server?.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const createPlayer = async () => (await post<Player>(server.url, PATHS.players, { name: "Citlali" })).body;

async function send<T = Notices>(method: string, path: string, token: string): Promise<HttpResponse<T>> {
  const response = await fetch(server.url + path, { method, headers: bearer(token) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

const KEYS = {
  p256dh: createECDH("prime256v1").generateKeys("base64url"),
  auth: Buffer.alloc(16, 1).toString("base64url"),
};
const ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc";
const pushTo = (endpoint: unknown, keys: object = KEYS) => ({
  subscription: { endpoint, keys },
  language: "en",
});

const addPush = <T = Notices>(token: string, body: object, headers: Record<string, string> = {}) =>
  post<T>(server.url, NOTICE_PATHS.pushes, body, { ...bearer(token), ...headers });

describe("a player's browsers", () => {
  test("are added, listed and removed; the server's key is the same for all", async () => {
    await start({ authSecret: "a secret of the tests" });
    const { token } = await createPlayer();
    const { status, body } = await addPush(token, pushTo(ENDPOINT));
    expect(status).toBe(201);
    expect(body).toEqual({
      push: {
        key: vapidKeys("a secret of the tests").publicKey,
        subscriptions: [{ id: expect.any(String), endpoint: ENDPOINT, createdAt: expect.any(Number) }],
      },
      mail: null,
    });
    expect((await send("GET", NOTICE_PATHS.notices, token)).body).toEqual(body);
    const path = NOTICE_PATHS.push.replace(":id", body.push?.subscriptions[0]?.id ?? "");
    expect((await send("DELETE", path, token)).status).toBe(200);
    const again = await send<RefusalBody>("DELETE", path, token);
    expect([again.status, again.body.code]).toEqual([404, "unknown-push"]);
    expect((await send("GET", NOTICE_PATHS.notices, token)).body.push?.subscriptions).toEqual([]);
  });

  test.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-db5p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/QABC",
    "https://push.example:8443/a",
    "https://a.b.relay.example/a",
  ])("may subscribe at %s", async (endpoint) => {
    await start({ push: { hosts: ["push.example:8443", "*.relay.example"], contact: "mailto:a@b.example" } });
    const { token } = await createPlayer();
    expect((await addPush(token, pushTo(endpoint))).status).toBe(201);
  });

  test.each([
    ["plain HTTP", "http://fcm.googleapis.com/fcm/send/abc"],
    ["another scheme", "file:///etc/passwd"],
    ["no URL", "fcm.googleapis.com"],
    ["an unknown host", "https://push.attacker.example/abc"],
    ["an unknown host that ends alike", "https://attackerfcm.googleapis.com/abc"],
    ["a known host as a part", "https://fcm.googleapis.com.attacker.example/abc"],
    ["a domain whose names are allowed", "https://push.apple.com/abc"],
    ["another port", "https://fcm.googleapis.com:8443/abc"],
    ["a user", "https://user@fcm.googleapis.com/abc"],
    ["a user that looks like a host", "https://fcm.googleapis.com@127.0.0.1/abc"],
    ["a private IPv4 address", "https://10.0.0.1/abc"],
    ["a loopback address", "https://127.0.0.1/abc"],
    ["a loopback address as a number", "https://2130706433/abc"],
    ["an IPv6 loopback address", "https://[::1]/abc"],
    ["IPv4 in IPv6", "https://[::ffff:127.0.0.1]/abc"],
    ["a link-local address", "https://169.254.169.254/latest/meta-data"],
    ["localhost", "https://localhost/abc"],
    ["more than 1,000 characters", `https://fcm.googleapis.com/${"a".repeat(1000)}`],
  ])("are refused with an endpoint that is %s", async (_, endpoint) => {
    await start();
    const { token } = await createPlayer();
    const { status, body } = await addPush<RefusalBody>(token, pushTo(endpoint));
    expect([status, body.code, body.field]).toEqual([400, "bad-push", "subscription.endpoint"]);
    expect((await send("GET", NOTICE_PATHS.notices, token)).body.push?.subscriptions).toEqual([]);
  });

  test.each([
    ["no body", {}, "bad-request", "subscription"],
    ["no endpoint", pushTo(undefined), "bad-request", "subscription.endpoint"],
    ["a number as endpoint", pushTo(7), "bad-request", "subscription.endpoint"],
    ["no keys", { subscription: { endpoint: ENDPOINT }, language: "en" }, "bad-request", "subscription.keys"],
    ["a short key", pushTo(ENDPOINT, { ...KEYS, p256dh: "BA" }), "bad-request", "subscription.keys.p256dh"],
    [
      "a key that is no point of the curve",
      pushTo(ENDPOINT, { ...KEYS, p256dh: Buffer.alloc(65, 4).toString("base64url") }),
      "bad-push",
      "subscription.keys.p256dh",
    ],
    ["a short secret", pushTo(ENDPOINT, { ...KEYS, auth: "AAAA" }), "bad-request", "subscription.keys.auth"],
    ["no language", { subscription: { endpoint: ENDPOINT, keys: KEYS } }, "bad-request", "language"],
    ["a language without texts", { ...pushTo(ENDPOINT), language: "xx" }, "bad-request", "language"],
  ])("are refused with %s", async (_, body, code, field) => {
    await start();
    const { token } = await createPlayer();
    const answer = await addPush<RefusalBody>(token, body);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field]);
  });

  test("of one network address are limited, and those of others not", async () => {
    await start();
    const { token } = await createPlayer();
    const add = (address: string) => addPush<RefusalBody>(token, pushTo(ENDPOINT), fromAddress(address));
    for (let i = 0; i < 30; i += 1) expect((await add("198.51.100.1")).status).toBe(201);
    const { status, body } = await add("198.51.100.1");
    expect([status, body.code, body.wait]).toEqual([429, "too-many-pushes", expect.any(Number)]);
    expect((await add("198.51.100.2")).status).toBe(201);
  });

  test("are those of a player who is known", async () => {
    await start();
    for (const [method, path] of [
      ["GET", NOTICE_PATHS.notices],
      ["POST", NOTICE_PATHS.pushes],
      ["DELETE", NOTICE_PATHS.push],
      ["POST", NOTICE_PATHS.mail],
      ["DELETE", NOTICE_PATHS.mail],
    ] as const) {
      const ask = async (headers: Record<string, string>) => {
        const response = await fetch(server.url + path, { method, headers });
        return [response.status, ((await response.json()) as RefusalBody).code];
      };
      expect(await ask({}), `${method} ${path}`).toEqual([401, "unauthorized"]);
      expect(await ask(bearer("nonsense")), `${method} ${path}`).toEqual([403, "bad-token"]);
    }
  });

  test("are not told anything by a server that sends no Web Push, or stores nothing", async () => {
    await start({ push: null });
    const { token } = await createPlayer();
    expect((await send("GET", NOTICE_PATHS.notices, token)).body).toEqual({ push: null, mail: null });
    const { status, body } = await addPush<RefusalBody>(token, pushTo(ENDPOINT));
    expect([status, body.code]).toEqual([409, "no-push"]);
    await server.stop();
    await start({ dataDir: null });
    const other = await createPlayer();
    expect((await send("GET", NOTICE_PATHS.notices, other.token)).body).toEqual({ push: null, mail: null });
    expect((await addPush<RefusalBody>(other.token, pushTo(ENDPOINT))).body.code).toBe("unavailable");
  });
});

describe("connections to push services", () => {
  const sender = () =>
    new PushSender({ keys: vapidKeys("a secret"), contact: "mailto:a@b.example", time: systemTime });
  const subscription = (endpoint: string) =>
    ({ id: "a", player: "a", endpoint, ...KEYS, language: "en", createdAt: 0 }) as const;
  const notice = { title: "a", body: "b", match: "m", path: "/matches/m", language: "en" } as const;

  // What `PUSH_HOSTS` may name, and a name server may answer.
  test.each([
    "https://localhost",
    "https://127.0.0.1",
    "https://[::1]",
    "https://[::ffff:127.0.0.1]",
    "https://0.0.0.0",
  ])("are never made to this machine or its network: %s", async (origin) => {
    const service = await PushService.start();
    try {
      const { port } = new URL(`https://${service.host}`);
      await expect(sender().send(subscription(`${origin}:${port}/a`), notice)).rejects.toThrow(/not allowed/);
      expect(service.messages).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  test("need a certificate that is trusted", async () => {
    const service = await PushService.start();
    try {
      const untrusting = new PushSender({
        keys: vapidKeys("a secret"),
        contact: "mailto:a@b.example",
        agent: new Agent(),
        time: systemTime,
      });
      const sent = untrusting.send(subscription(`https://${service.host}/a`), notice);
      await expect(sent).rejects.toThrow(/certificate/);
      expect(service.messages).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});
