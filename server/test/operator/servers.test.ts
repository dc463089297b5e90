/** What operators announce, and how they end a server (docs/operate.md, "Keeping order"). */
import { type CurrentAnnouncement, PATHS } from "@flower-war/protocol";
import { OPERATOR_PATHS, type OperatorOverview } from "@flower-war/protocol/operator";
import { describe, expect, test } from "vitest";
import { TestBridge } from "../support/bridge.ts";
import { HOUR, PASSWORD, useOperatedServer } from "../support/operated-server.ts";
import { until } from "../support/until.ts";

const server = useOperatedServer();

describe("an operator", () => {
  test("announces something to all who play, and over HTTP, until it is withdrawn", async () => {
    await server.start();
    const { xoco } = await server.beginMatch();
    const heard: unknown[] = [];
    xoco.room.onMessage("announcement", (announcement) => void heard.push(announcement));
    const operator = await server.signIn();
    const announced = {
      text: "The server restarts at 21:00.",
      startsAt: Date.now() + HOUR,
      until: Date.now() + HOUR,
    };
    await operator.post(OPERATOR_PATHS.announcement, announced);
    await until(() => heard.length > 0, "the announcement");
    expect(heard).toEqual([expect.objectContaining(announced)]);
    const current = async () =>
      ((await (await fetch(server.url + PATHS.announcement)).json()) as CurrentAnnouncement).announcement;
    expect(await current()).toMatchObject(announced);
    await operator.send("DELETE", OPERATOR_PATHS.announcement);
    expect(await current()).toBeNull();
  });

  test("sees what each temple said of its own health last", async () => {
    await server.start();
    const operator = await server.signIn();
    for (const templeId of ["templo-1", "templo-2"])
      await server.send("POST", OPERATOR_PATHS.temples, PASSWORD, { templeId });
    const bridge = await TestBridge.join(server.running);
    await bridge.request("temple-online", { templeId: "templo-1" });
    const health = {
      fw: "templo-esp32 1.0.3",
      rssi: -67,
      up: 5_000,
      reset: "power-on",
      count: { h: 1, t: 0 },
      faults: ["blocked-t"],
    };
    await bridge.request("health", { templeId: "templo-1", health });
    const { temples } = await operator.get<OperatorOverview>(OPERATOR_PATHS.overview);
    expect(temples).toEqual([
      { templeId: "templo-1", online: true, match: null, health: { ...health, at: expect.any(Number) } },
      { templeId: "templo-2", online: false, match: null, health: null },
    ]);
  });

  test("drains a server: its process is asked to stop", async () => {
    await server.start();
    const operator = await server.signIn();
    const { servers } = await operator.get<OperatorOverview>(OPERATOR_PATHS.overview);
    expect((await operator.post(OPERATOR_PATHS.drain, { reason: "x" }, "nobody")).body.code).toBe(
      "unknown-server",
    );
    await operator.post(OPERATOR_PATHS.drain, { reason: "update" }, servers[0]?.id);
    await server.running.drained;
    expect((await operator.acts())[0]).toBe(`Itzel drain-server ${servers[0]?.id}: update`);
  });
});
