/** Operators of two servers on one database: they are the same at both (docs/operate.md, "Operators"). */
import { type AuditCheck, OPERATOR_PATHS, type OperatorList } from "@flower-war/protocol/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { Authenticator } from "../support/authenticator.ts";
import { TestCluster } from "../support/cluster.ts";
import { Operator } from "../support/operator.ts";
import { SECRETS, type ServerProcess } from "../support/process.ts";

describe.skipIf(lacks("redis", "postgres"))("operators of a cluster", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  });
  afterAll(() => cluster?.stop());

  const pageOf = ({ operatorUrl }: ServerProcess) => operatorUrl.replace("127.0.0.1", "localhost");
  const at = (server: ServerProcess) => new Operator(pageOf(server));
  /** Answers like the session's: 200, or 401 if there is none. */
  const statusOf = async (operator: Operator) => (await operator.send("GET", OPERATOR_PATHS.session)).status;

  test("are invited at one server, join at the other, and are what one says at both at once", async () => {
    const { a, b } = cluster;
    const signInByPassword = async (server: ServerProcess) =>
      (await at(server).signIn(SECRETS.ADMIN_PASSWORD)).body.code;
    const first = await Operator.signedIn(a.operatorUrl, SECRETS.ADMIN_PASSWORD);
    const key = new Authenticator(pageOf(b));
    const ana = at(b);
    expect((await ana.join(key, await first.invite("Ana", "administrator"))).status).toBe(200);

    expect(await statusOf(first)).toBe(401);
    expect(await Promise.all([a, b].map(signInByPassword))).toEqual(["passkey-required", "passkey-required"]);
    const anaAtA = at(a);
    expect((await anaAtA.prove(key, { origin: pageOf(a) })).status).toBe(200);

    const invitation = await anaAtA.invite("Beto", "moderator");
    const tries = await Promise.all(
      [a, b].map(async (server) => {
        const [beto, own] = [at(server), new Authenticator(pageOf(server))];
        const { status, body } = await beto.join(own, invitation);
        return { server, beto, own, status, account: body.account ?? "" };
      }),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200, 403]));
    const joined = tries.find(({ status }) => status === 200);
    if (joined === undefined) throw new Error("no server took the invitation");
    const { server, beto, own, account } = joined;
    const elsewhere = server === a ? b : a;
    const betoElsewhere = at(elsewhere);
    await betoElsewhere.prove(own, { origin: pageOf(elsewhere) });
    const operators = async (operator: Operator) =>
      (await operator.send<OperatorList>("GET", OPERATOR_PATHS.operators)).body.operators?.length ?? 0;
    expect(await Promise.all([beto, betoElsewhere].map(operators))).toEqual([0, 0]);

    const reason = { reason: "x" };
    await ana.post(OPERATOR_PATHS.role, { role: "administrator", ...reason }, account);
    expect(await Promise.all([beto, betoElsewhere].map(operators))).toEqual([2, 2]);
    const left = await beto.invite("Carla", "administrator");
    await anaAtA.post(OPERATOR_PATHS.removeOperator, reason, account);
    expect(await Promise.all([beto, betoElsewhere].map(statusOf))).toEqual([401, 401]);
    for (const each of [a, b]) {
      expect((await at(each).prove(own, { origin: pageOf(each) })).body.code).toBe("unknown-passkey");
      expect((await at(each).join(new Authenticator(pageOf(each)), left)).body.code).toBe("bad-invitation");
    }
    const checks = await Promise.all(
      [ana, anaAtA].map((each) => each.get<AuditCheck>(OPERATOR_PATHS.auditCheck)),
    );
    expect(checks.map(({ fault }) => fault)).toEqual([null, null]);
    expect(await ana.acts()).toEqual(await anaAtA.acts());
  });
});
