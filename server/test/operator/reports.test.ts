/** What players report to operators (docs/operate.md, "Keeping order"). */
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import {
  OPERATOR_PATHS,
  type OperatorMatchPage,
  type Report,
  type ReportList,
  type SettledReports,
} from "@flower-war/protocol/operator";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { describe, expect, test } from "vitest";
import { expectRefusal, TestClient } from "../support/client.ts";
import { useOperatedServer } from "../support/operated-server.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { TestStream } from "../support/stream.ts";

const server = useOperatedServer();

describe("a report", () => {
  const REPORT = { reason: "insults", text: " He said\n“go home” " } as const;

  test("reaches the operator with the end of the log, and not the reported player", async () => {
    await server.start();
    const { match, xoco, bad, citlali, huracan } = await server.beginMatch();
    await bad.request("say", { id: "1", text: "go home" });
    const frames = bad.frames.length;
    expect(await xoco.request("report", { seat: bad.seat, ...REPORT })).toEqual({});
    expect(await xoco.request("report", { seat: bad.seat, ...REPORT })).toEqual({});
    expect(bad.frames.length).toBe(frames);
    const operator = await server.signIn();
    const { groups } = await operator.get<ReportList>(OPERATOR_PATHS.reports);
    const reports = groups.flatMap((group) => group.reports);
    expect(groups).toMatchObject([
      { target: huracan.id, count: 1, reporters: { accounts: 0, seated: 1, watching: 0 } },
    ]);
    expect(reports).toMatchObject([
      {
        match,
        reason: "insults",
        text: "He said “go home”",
        reported: { seat: bad.seat, name: "Huracan", player: huracan.id, address: "127.0.0.1" },
        reporter: { seat: xoco.seat, name: "Citlali", player: citlali.id },
      },
    ]);
    const id = reports[0]?.id ?? "";
    const { lines, chat } = await operator.get<Report>(OPERATOR_PATHS.report, id);
    expect(lines.length).toBe(xoco.state.n);
    expect(chat).toMatchObject([{ seat: bad.seat, text: "go home" }]);
    const [listed] = (await operator.get<OperatorMatchPage>(OPERATOR_PATHS.matches)).matches;
    expect(listed).toMatchObject({ id: match, reports: 1 });
    await operator.post(OPERATOR_PATHS.settle, { reason: "left it" }, id);
    expect(await operator.get<ReportList>(OPERATOR_PATHS.reports)).toMatchObject({ groups: [], total: 0 });
    expect((await operator.post(OPERATOR_PATHS.settle, { reason: "x" }, id)).body.code).toBe(
      "unknown-report",
    );
  });

  test("of a table's name shows it to the operator", async () => {
    await server.start();
    const created = await createMatch(server.url, { seats: 2, title: "Slow people out" });
    const reserved = await requestSeat(server.url, created.match, { name: "Ben" });
    await TestClient.join(server.url, created);
    const guest = await TestClient.join(server.url, reserved);
    await guest.request("report", { seat: "east", reason: "table-name", text: "" });
    const operator = await server.signIn();
    const { groups } = await operator.get<ReportList>(OPERATOR_PATHS.reports);
    expect(groups.flatMap(({ reports }) => reports)).toMatchObject([
      { reason: "table-name", title: "Slow people out", reported: { seat: "east" } },
    ]);
    const found = `${OPERATOR_PATHS.matches}?search=slow`;
    expect((await operator.get<OperatorMatchPage>(found)).matches).toMatchObject([{ id: created.match }]);
  });

  test.each([
    ["of one's own seat", "own", {}, "own-seat"],
    ["of a seat that is not there", "up", {}, "unknown-seat"],
    ["for no reason that there is", "other", { reason: "boring" }, "bad-request"],
    ["with too many words", "other", { text: "x".repeat(501) }, "bad-request"],
  ])("%s is refused", async (_, seat, change, code) => {
    await server.start();
    const { xoco, bad } = await server.beginMatch();
    const seats: Record<string, string | null> = { own: xoco.seat, other: bad.seat };
    const request = xoco.request("report", { seat: seats[seat] ?? seat, ...REPORT, ...change });
    expect((await expectRefusal(request)).code).toBe(code);
  });

  test("comes from spectators too, from one address five in a minute", async () => {
    await server.start();
    const { match, bad } = await server.beginMatch();
    const spectate = (headers: Record<string, string>): Promise<SeatReservation> =>
      requestSeat(server.url, match, { spectate: true }, headers);
    const watcher = await TestClient.watch(server.url, await spectate(fromAddress("203.0.113.9")));
    for (let i = 0; i < 5; i++) await watcher.request("report", { seat: bad.seat, ...REPORT });
    const refused = await expectRefusal(watcher.request("report", { seat: bad.seat, ...REPORT }));
    expect(refused.code).toBe("too-many-reports");
    expect(refused.wait).toBeGreaterThan(0);
    const { groups } = await (await server.signIn()).get<ReportList>(OPERATOR_PATHS.reports);
    expect(groups.flatMap(({ reports }) => reports)).toMatchObject([
      { reporter: { seat: null, name: "", player: null } },
    ]);
  });

  test("needs a seat, or an open stream over plain HTTP", async () => {
    await server.start();
    const { match, bad } = await server.beginMatch();
    const from = fromAddress("2001:db8:1:2::1");
    const report = () =>
      post<RefusalBody>(server.url, `${PATHS.matches}/${match}/report`, { seat: bad.seat, ...REPORT }, from);
    const refused = await report();
    expect([refused.status, refused.body.code]).toEqual([403, "not-watching"]);
    const stream = await TestStream.open(server.url, match, { headers: fromAddress("2001:db8:1:2::9") });
    expect((await report()).status).toBe(200);
    stream.close();
  });

  test("of a seated player is first, though strangers of many networks report others", async () => {
    await server.start();
    const genuine = await server.beginMatch();
    const { match, bad, xoco } = await server.beginMatch();
    // 400 networks of 65,536 that one customer has, without a connection.
    const attack = async (i: number) => {
      const from = fromAddress(`2001:db8:1:${i.toString(16)}::1`);
      const seat = i % 2 === 0 ? bad.seat : xoco.seat;
      const path = `${PATHS.matches}/${match}/report`;
      return (await post<RefusalBody>(server.url, path, { seat, ...REPORT }, from)).body.code;
    };
    const codes = await Promise.all(Array.from({ length: 400 }, (_, i) => attack(i)));
    expect(new Set(codes)).toEqual(new Set(["not-watching"]));
    // Others watch, each from a site of their own.
    const refusals: string[] = [];
    for (let i = 0; i < 30; i += 1) {
      const from = fromAddress(`2001:db8:${(i + 2).toString(16)}::1`);
      const watcher = await TestClient.watch(
        server.url,
        await requestSeat(server.url, match, { spectate: true }, from),
      );
      await watcher.request("report", { seat: bad.seat, ...REPORT }).catch((error: unknown) => {
        refusals.push((error as { reason: RefusalBody }).reason.code);
      });
    }
    expect(refusals.length).toBe(30 - SERVER_LIMITS.strangersReports.perTarget);
    await genuine.xoco.request("report", { seat: genuine.bad.seat, ...REPORT });
    const { groups } = await (await server.signIn()).get<ReportList>(OPERATOR_PATHS.reports);
    expect(groups.map(({ target, reporters }) => [target, reporters])).toEqual([
      [genuine.huracan.id, { accounts: 0, seated: 1, watching: 0 }],
      [expect.any(String), { accounts: 0, seated: 0, watching: SERVER_LIMITS.strangersReports.perTarget }],
    ]);
  });

  test("is settled with all of its target, in one act of several", async () => {
    await server.start();
    const [first, second] = [await server.beginMatch(), await server.beginMatch()];
    for (const { xoco, bad } of [first, second]) await xoco.request("report", { seat: bad.seat, ...REPORT });
    await first.bad.request("report", { seat: first.xoco.seat, ...REPORT });
    const operator = await server.signIn();
    const { groups, at } = await operator.get<ReportList>(OPERATOR_PATHS.reports);
    const targets = groups.map(({ target }) => target);
    expect(targets).toHaveLength(3);
    const settle = (body: object) => operator.post<SettledReports>(OPERATOR_PATHS.settleReports, body);
    expect((await settle({ reason: "a test" })).status).toBe(400);
    expect((await settle({ reason: "a test", targets, before: at - 60_000 })).status).toBe(404);
    const { status, body } = await settle({ reason: "a test", targets: targets.slice(0, 2), before: at });
    expect([status, body]).toEqual([200, { settled: 2 }]);
    expect(await operator.get(OPERATOR_PATHS.reports)).toMatchObject({ total: 1, count: 1 });
    expect(await operator.get(`${OPERATOR_PATHS.reports}?state=settled`)).toMatchObject({ total: 2 });
    expect(await operator.get(`${OPERATOR_PATHS.reports}?target=${targets[2]}`)).toMatchObject({ total: 1 });
    expect(await operator.acts()).toContain(
      `Itzel settle-reports 2: ${targets.slice(0, 2).join(" ")}: a test`,
    );
    const reported = await operator.get<OperatorMatchPage>(`${OPERATOR_PATHS.matches}?show=reported`);
    expect(reported).toMatchObject({ total: 1, matches: [{ reports: 1, stuck: false }] });
    expect(await operator.get(`${OPERATOR_PATHS.matches}?show=stuck`)).toMatchObject({ total: 0 });
  });
});
