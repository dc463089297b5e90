/** An operator signed in at one server of a cluster, and players at the other. */
import { CLOSE, PATHS, type RefusalBody } from "@flower-war/protocol";
import { OPERATOR_PATHS, type OperatorOverview } from "@flower-war/protocol/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { TestClient } from "../support/client.ts";
import { TestCluster } from "../support/cluster.ts";
import { Operator } from "../support/operator.ts";
import { fromAddress, post, requestSeat } from "../support/post.ts";
import { SECRETS } from "../support/process.ts";
import { until } from "../support/until.ts";

describe.skipIf(lacks("redis", "postgres"))("in a cluster", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  });
  afterAll(() => cluster?.stop());

  test("what an operator does at one server reaches the players of another, up to its end", async () => {
    const { a, b } = cluster;
    const operator = await Operator.signedIn(a.operatorUrl, SECRETS.ADMIN_PASSWORD);
    const first = await cluster.createMatchIn(b, { seats: 3 });
    const host = await TestClient.watch(b.url, first);
    const there = fromAddress("203.0.113.9");
    const guest = await TestClient.watch(
      b.url,
      await requestSeat(b.url, first.match, { name: "Huracan" }, there),
    );
    const heard: unknown[] = [];
    host.room.onMessage("announcement", (announcement) => void heard.push(announcement));

    const hour = Date.now() + 3_600_000;
    await operator.post(OPERATOR_PATHS.announcement, { text: "Restart soon", until: hour });
    await until(() => heard.length > 0, "the announcement at the other server");

    const ban = { kind: "ban", addresses: "203.0.113.0/24", until: hour, reason: "flood" };
    await operator.post(OPERATOR_PATHS.sanctions, ban);
    await until(() => guest.closeCode !== null, "the banned guest to be disconnected");
    expect(guest.closeCode).toBe(CLOSE.banned);
    for (const server of [a, b]) {
      const { body } = await post<RefusalBody>(server.url, PATHS.players, { name: "H" }, there);
      expect(body.code).toBe("banned");
    }

    await operator.post(OPERATOR_PATHS.close, { reason: "host asked" }, first.match);
    await until(() => host.closeCode !== null, "the match to be closed");
    expect(host.closeCode).toBe(CLOSE.ended);

    const { servers } = await operator.get<OperatorOverview>(OPERATOR_PATHS.overview);
    expect(servers.filter(({ here }) => here)).toHaveLength(1);
    const other = servers.find(({ here }) => !here);
    const ended = new Promise((resolve) => b.child.once("exit", resolve));
    await operator.post(OPERATOR_PATHS.drain, { reason: "update" }, other?.id);
    expect(await ended).toBe(0);
    expect(a.isRunning).toBe(true);
  });
});
