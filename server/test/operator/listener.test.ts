/** The operator's listener: who may ask it for anything (docs/operate.md, "Keeping order"). */
import { OPERATOR_PATHS, PATHS, type RefusalBody } from "@flower-war/protocol";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MemoryModeration } from "../../src/moderation/store/memory-store.ts";
import { refuse } from "../../src/refusal.ts";
import { HOUR, PASSWORD, useOperatedServer } from "../support/operated-server.ts";
import { Operator } from "../support/operator.ts";

const server = useOperatedServer();

describe("the operator's listener", () => {
  test("is off unless it has a port; what it answers is not on the players' port", async () => {
    await server.start({ operatorPort: null });
    expect(server.operatorUrl).toBeNull();
    await server.stop();
    await server.start();
    expect(server.operatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const path of Object.values(OPERATOR_PATHS)) {
      const { status } = await fetch(server.url + path.replace(":id", "x"), { method: "POST" });
      expect(status, path).toBe(404);
    }
    expect((await fetch(`${server.operatorUrl}${PATHS.games}`)).status).toBe(401);
  });

  test("answers nobody who is not signed in, whatever they ask", async () => {
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
    expect(await operator.get(OPERATOR_PATHS.session)).toEqual({ name: "Itzel" });
    expect(await operator.acts()).toEqual(["Itzel sign-in : "]);
    await operator.send("DELETE", OPERATOR_PATHS.session);
    expect(await operator.get(OPERATOR_PATHS.session)).toMatchObject({ code: "unauthorized" });
  });

  test("signs nobody in who is not in the audit log", async () => {
    await server.start();
    const operator = new Operator(server.operatorUrl);
    const record = vi
      .spyOn(MemoryModeration.prototype, "record")
      .mockRejectedValueOnce(refuse("unavailable"));
    onTestFinished(() => record.mockRestore());
    const { status, headers } = await operator.signIn(PASSWORD);
    expect([status, headers.get("set-cookie")]).toEqual([503, null]);
    expect(await operator.get(OPERATOR_PATHS.session)).toMatchObject({ code: "unauthorized" });
  });

  test("makes guessing slow: the eleventh attempt of a minute waits, even with the right password", async () => {
    await server.start();
    const operator = new Operator(server.operatorUrl);
    for (let i = 0; i < 10; i++) expect((await operator.signIn(`guess ${i}`)).body.code).toBe("unauthorized");
    const { status, body } = await operator.signIn(PASSWORD);
    expect([status, body.code]).toEqual([429, "too-many-attempts"]);
    expect(body.wait).toBeGreaterThan(0);
  });

  test("refuses what another site's page sends", async () => {
    await server.start();
    const operator = await server.signIn();
    const body = { text: "x", until: Date.now() + HOUR };
    const from = (origin: string) =>
      operator.send<RefusalBody>("POST", OPERATOR_PATHS.announcement, body, { origin });
    expect((await from("https://evil.example")).body.code).toBe("unauthorized");
    expect((await from("null")).body.code).toBe("unauthorized");
    expect((await from(server.operatorUrl ?? "")).status).toBe(201);
  });
});

test("nobody can change the audit log", async () => {
  await server.start();
  const operator = await server.signIn();
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { status } = await operator.send(method, OPERATOR_PATHS.audit, {});
    expect([method, status]).toEqual([method, 404]);
  }
  expect(await operator.acts()).toHaveLength(1);
});
