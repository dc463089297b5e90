/** The operator's listener: who may ask it for anything (docs/operate.md, "The operator's door"). */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PATHS, type RefusalBody, type Reservation } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { makeCa } from "../../../test/support/certificates.ts";
import { lacks } from "../../../test/support/programs.ts";
import { ModerationStore } from "../../src/moderation/store/moderation-store.ts";
import { refuse } from "../../src/refusal.ts";
import { HOUR, PASSWORD, useOperatedServer } from "../support/operated-server.ts";
import { Operator } from "../support/operator.ts";
import { createMatch } from "../support/post.ts";

const server = useOperatedServer();

describe("the operator's listener", () => {
  test("is on loopback, and nothing that it answers is on the players' listener", async () => {
    await server.start();
    expect(server.operatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const path of Object.values(OPERATOR_PATHS)) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const { status } = await fetch(server.url + path.replace(":id", "x"), { method });
        expect(status, `${method} ${path}`).toBe(404);
      }
    }
    expect((await fetch(server.url + OPERATOR_PATHS.metrics)).status).toBe(404);
  });

  test("answers metrics, and nothing of the players'", async () => {
    await server.start();
    expect((await fetch(server.operatorUrl + OPERATOR_PATHS.metrics)).status).toBe(200);
    const statusOf = async (path: string) => (await fetch(server.operatorUrl + path)).status;
    expect([await statusOf(PATHS.health), await statusOf(PATHS.ready)]).toEqual([404, 404]);
    expect(await statusOf(PATHS.games)).toBe(401);
  });

  test("answers no one who is not signed in, whatever they ask", async () => {
    await server.start();
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
    await server.start();
    const operator = new Operator(server.operatorUrl);
    const { status, headers } = await operator.signIn(PASSWORD);
    expect(status).toBe(200);
    const cookie = headers.get("set-cookie") ?? "";
    for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"]) expect(cookie).toContain(part);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(await operator.get(OPERATOR_PATHS.session)).toEqual({
      name: "Itzel",
      account: null,
      role: "administrator",
    });
    expect(await operator.acts()).toEqual(["Itzel sign-in : "]);
    await operator.send("DELETE", OPERATOR_PATHS.session);
    expect(await operator.get(OPERATOR_PATHS.session)).toMatchObject({ code: "unauthorized" });
  });

  test("answers nothing to a name that a stranger's page can have lead here", async () => {
    await server.start({ operatorHosts: ["ops.example"] });
    const ask = async (host: string, path: string, method = "GET") => {
      const asked = requestPlain(server.operatorUrl + path, {
        method,
        headers: { host, "content-type": "application/json" },
      });
      asked.end(method === "GET" ? undefined : JSON.stringify({ name: "Itzel", password: PASSWORD }));
      const [response] = (await once(asked, "response")) as [IncomingMessage];
      return { status: response.statusCode, text: await text(response) };
    };
    const { metrics, session, temples } = OPERATOR_PATHS;
    for (const host of [
      "rebound.example:2568",
      "evil.local.example",
      "127.0.0.1.example",
      "a.b",
      ".",
      "ops.example.evil.example",
    ]) {
      for (const [path, method] of [
        [metrics, "GET"],
        [session, "POST"],
        [temples, "GET"],
        ["/", "GET"],
      ] as const) {
        const { status, text: answer } = await ask(host, path, method);
        const { code } = JSON.parse(answer) as RefusalBody;
        expect([host, path, status, code]).toEqual([host, path, 421, "wrong-host"]);
      }
    }
    for (const host of [
      "localhost:2568",
      "192.168.1.20",
      "[::1]:2568",
      "server-1:2568",
      "temple.local",
      "OPS.example:80",
    ])
      expect([host, (await ask(host, metrics)).status]).toEqual([host, 200]);
  });

  test("answers programs that send the admin's password, and tells them whether the audit log is whole", async () => {
    await server.start();
    await server.signIn();
    const { status, body } = await server.send("GET", OPERATOR_PATHS.auditCheck, PASSWORD);
    expect([status, body]).toEqual([200, expect.objectContaining({ entries: 1, fault: null })]);
    const announcement = { text: "x", until: Date.now() + HOUR };
    expect((await server.send("POST", OPERATOR_PATHS.announcement, PASSWORD, announcement)).status).toBe(201);
    expect((await (await server.signIn()).acts())[1]).toBe("admin announce everybody: x");
    const wrong = await server.send("GET", OPERATOR_PATHS.auditCheck, "a guess");
    expect([wrong.status, wrong.body.code]).toEqual([401, "unauthorized"]);
  });

  test("signs no operator in without an entry in the audit log", async () => {
    await server.start();
    const operator = new Operator(server.operatorUrl);
    const record = vi.spyOn(ModerationStore.prototype, "record").mockRejectedValueOnce(refuse("unavailable"));
    onTestFinished(() => record.mockRestore());
    const { status, headers } = await operator.signIn(PASSWORD);
    expect([status, headers.get("set-cookie")]).toEqual([503, null]);
    expect(await operator.get(OPERATOR_PATHS.session)).toMatchObject({ code: "unauthorized" });
  });

  test("refuses what another site's page sends", async () => {
    await server.start();
    const operator = await server.signIn();
    const body = { text: "x", until: Date.now() + HOUR };
    const from = (origin: string) =>
      operator.send<RefusalBody>("POST", OPERATOR_PATHS.announcement, body, { origin });
    expect((await from("https://evil.example")).body.code).toBe("unauthorized");
    expect((await from("null")).body.code).toBe("unauthorized");
    expect((await from(server.operatorUrl)).status).toBe(201);
  });
});

describe("without ADMIN_PASSWORD", () => {
  test("there is no admin: no password signs in, none enrols", async () => {
    await server.start({ adminPassword: null });
    for (const password of ["", "null", PASSWORD]) {
      expect((await new Operator(server.operatorUrl).signIn(password)).body.code).toBe("unauthorized");
      const { body } = await server.send("GET", OPERATOR_PATHS.temples, password);
      expect(body.code).toBe("unauthorized");
    }
    expect(
      (await server.send("POST", OPERATOR_PATHS.bridges, server.running.config.bridgeToken)).status,
    ).toBe(200);
  });
});

describe("sockets", () => {
  /** Resolves with the status that an upgrade gets. */
  async function upgrade(url: string, { processId, roomId, sessionId }: Reservation): Promise<number> {
    const socket = new WebSocket(`${url}/${processId}/${roomId}?sessionId=${sessionId}`);
    const refused = once(socket, "unexpected-response").then(([, { statusCode }]) => statusCode as number);
    const opened = once(socket, "open").then(() => 101);
    // Whichever comes second never does, or fails as the socket closes.
    for (const outcome of [refused, opened]) outcome.catch(() => {});
    const status = await Promise.race([refused, opened]);
    socket.on("error", () => {}).terminate();
    return status;
  }

  test("of bridges are on the operator's listener alone, and those of players on theirs", async () => {
    await server.start();
    const { reservation } = await createMatch(server.url);
    const temples = (await server.send("POST", OPERATOR_PATHS.bridges, server.running.config.bridgeToken))
      .body as never as Reservation;
    expect(await upgrade(server.url, temples)).toBe(404);
    expect(await upgrade(server.operatorUrl, reservation)).toBe(404);
    expect(await upgrade(server.operatorUrl, { ...reservation, roomId: "nowhere" })).toBe(404);
    expect(await upgrade(server.operatorUrl, temples)).toBe(101);
    expect(await upgrade(server.url, reservation)).toBe(101);
  });
});

test.skipIf(lacks("openssl"))(
  "with a certificate it speaks TLS 1.2 or newer, and its cookie is secure",
  async () => {
    const made = makeCa("flower-war-test");
    onTestFinished(() => made.remove());
    const { pem: ca, serverDir } = made;
    const read = (file: string) => readFileSync(join(serverDir, file), "utf8");
    await server.start({ operatorTls: { cert: read("fullchain.pem"), key: read("privkey.pem") } });
    expect(server.operatorUrl).toMatch(/^https:/);
    const sign = (options: object) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(
          server.operatorUrl + OPERATOR_PATHS.session,
          { method: "POST", headers: { "content-type": "application/json" }, ca, ...options },
          resolve,
        );
        sent.on("error", reject).end(JSON.stringify({ name: "Itzel", password: PASSWORD }));
      });
    const { statusCode, headers } = await sign({});
    expect([statusCode, headers["set-cookie"]?.[0]]).toEqual([200, expect.stringContaining("Secure")]);
    await expect(sign({ minVersion: "TLSv1.1", maxVersion: "TLSv1.1" })).rejects.toThrow();
  },
);

test("no one can change the audit log", async () => {
  await server.start();
  const operator = await server.signIn();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { status } = await operator.send(method, OPERATOR_PATHS.audit, {});
    expect([method, status]).toEqual([method, 404]);
  }
  expect(await operator.acts()).toHaveLength(1);
});
