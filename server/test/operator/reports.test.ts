/** What players report to operators (docs/operate.md, "Keeping order"). */
import type { SeatReservation } from "@flower-war/protocol";
import {
  OPERATOR_PATHS,
  type OperatorMatchPage,
  type Report,
  type ReportList,
} from "@flower-war/protocol/operator";
import { describe, expect, test } from "vitest";
import { expectRefusal, TestClient } from "../support/client.ts";
import { useOperatedServer } from "../support/operated-server.ts";
import { fromAddress, requestSeat } from "../support/post.ts";

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
    const { reports } = await operator.get<ReportList>(OPERATOR_PATHS.reports);
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
    expect(await operator.get<ReportList>(OPERATOR_PATHS.reports)).toEqual({ reports: [] });
    expect((await operator.post(OPERATOR_PATHS.settle, { reason: "x" }, id)).body.code).toBe(
      "unknown-report",
    );
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
    const { reports } = await (await server.signIn()).get<ReportList>(OPERATOR_PATHS.reports);
    expect(reports).toMatchObject([{ reporter: { seat: null, name: "", player: null } }]);
  });
});
