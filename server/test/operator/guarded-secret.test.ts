/** What a wrong admin password or bridge token costs (docs/operate.md, "The operator's door"). */
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { GuardedSecret } from "../../src/operator/guarded-secret.ts";
import type { RefusalError } from "../../src/refusal.ts";
import { readMetrics } from "../support/metrics.ts";
import { PASSWORD, useOperatedServer } from "../support/operated-server.ts";
import { Operator } from "../support/operator.ts";
import { ServerProcess } from "../support/process.ts";
import { openQuotas } from "../support/quotas.ts";

const server = useOperatedServer();

describe("guesses of a secret", () => {
  const guess = async (path: string, count: number) => {
    const codes: string[] = [];
    for (let i = 0; i < count; i++) codes.push((await server.send("POST", path, `guess ${i}`)).body.code);
    return codes;
  };
  const tenUnauthorized = Array.from({ length: 10 }, () => "unauthorized");

  test("of the password by sign-in or by bearer wait after ten in a minute, whatever comes next", async () => {
    await server.start();
    const operator = new Operator(server.operatorUrl);
    for (let i = 0; i < 5; i++) expect((await operator.signIn(`guess ${i}`)).body.code).toBe("unauthorized");
    expect(await guess(OPERATOR_PATHS.temples, 6)).toEqual([
      ...tenUnauthorized.slice(5),
      "too-many-attempts",
    ]);
    const { status, body } = await operator.signIn(PASSWORD);
    expect([status, body.code]).toEqual([429, "too-many-attempts"]);
    expect(body.wait).toBeGreaterThan(0);
    expect((await server.send("GET", OPERATOR_PATHS.database, PASSWORD)).body.code).toBe("too-many-attempts");
  });

  test("of the bridge's token wait as well, and do not keep operators out", async () => {
    await server.start();
    expect(await guess(OPERATOR_PATHS.bridges, 12)).toEqual([
      ...tenUnauthorized,
      "too-many-attempts",
      "too-many-attempts",
    ]);
    expect(
      (await server.send("POST", OPERATOR_PATHS.bridges, server.running.config.bridgeToken)).body.code,
    ).toBe("too-many-attempts");
    expect((await new Operator(server.operatorUrl).signIn(PASSWORD)).status).toBe(200);
  });

  test("that are right, or no guesses, are not counted", async () => {
    await server.start();
    for (let i = 0; i < 30; i++) {
      expect((await server.send("GET", OPERATOR_PATHS.temples, PASSWORD)).status).toBe(200);
      expect((await fetch(server.operatorUrl + OPERATOR_PATHS.temples)).status).toBe(401);
    }
  });

  test("are counted, and logged with their address but without the secret", async () => {
    const running = await ServerProcess.start();
    onTestFinished(() => running.stop().then(() => undefined));
    const wrong = { authorization: "Bearer a-wrong-one" };
    for (let i = 0; i < 50; i++)
      await fetch(running.operatorUrl + OPERATOR_PATHS.bridges, { method: "POST", headers: wrong });
    const counted = await readMetrics(running.operatorUrl);
    const of = (outcome: string) =>
      counted.get(`flower_war_wrong_secrets_total{secret="bridge-token",outcome="${outcome}"}`);
    expect([of("refused"), of("limited")]).toEqual([10, 40]);
    await running.stop();
    const lines = running.log.split("\n").filter((line) => line.includes("wrong secret refused"));
    const messages = lines.map((line) => JSON.parse(line) as { [field: string]: unknown });
    const from = { address: "127.0.0.1", kind: "bridge-token", level: 40 };
    expect(messages).toMatchObject([
      { ...from, times: 1 },
      { ...from, times: 49 },
    ]);
    expect(running.log).not.toContain("a-wrong-one");
  });
});

describe("a GuardedSecret", () => {
  const log = pino({ level: "silent" });
  const open = () => new GuardedSecret({ name: "bridge-token", secret: PASSWORD, quotas: openQuotas(), log });
  const codeOf = (attempt: Promise<void>) =>
    attempt.then(
      () => "accepted",
      (error: RefusalError) => error.body.code,
    );

  test("counts addresses of IPv6 by their network of 64 bits", async () => {
    const guarded = open();
    for (let i = 0; i < 10; i++) await codeOf(guarded.require("x", `2001:db8::${i}`));
    expect(await codeOf(guarded.require(PASSWORD, "2001:db8::ffff"))).toBe("too-many-attempts");
    expect(await codeOf(guarded.require(PASSWORD, "2001:db8:0:1::1"))).toBe("accepted");
  });

  test("when all addresses together guess too often, lets in those that had the secret before, or guess for the first time", async () => {
    const guarded = open();
    expect(await codeOf(guarded.require(PASSWORD, "192.0.2.1"))).toBe("accepted");
    const guesses = Array.from({ length: 1_000 }, (_, i) =>
      codeOf(guarded.require("x", `10.0.0.${i % 100}`)),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === "unauthorized")).toHaveLength(200);
    expect(await codeOf(guarded.require("x", "10.0.0.1"))).toBe("too-many-attempts");
    expect(await codeOf(guarded.require(PASSWORD, "10.0.0.2"))).toBe("too-many-attempts");
    expect(await codeOf(guarded.require("x", "10.0.1.1"))).toBe("unauthorized");
    expect(await codeOf(guarded.require("x", "10.0.1.1"))).toBe("too-many-attempts");
    expect(await codeOf(guarded.require(PASSWORD, "10.0.1.2"))).toBe("accepted");
    expect(await codeOf(guarded.require(PASSWORD, "192.0.2.1"))).toBe("accepted");
  });
});
