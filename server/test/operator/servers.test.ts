/** What operators tell everybody, and how they end a server (docs/operate.md, "Keeping order"). */
import { type CurrentAnnouncement, OPERATOR_PATHS, type OperatorOverview, PATHS } from "@flower-war/protocol";
import { describe, expect, test } from "vitest";
import { HOUR, useOperatedServer } from "../support/operated-server.ts";
import { until } from "../support/until.ts";

const server = useOperatedServer();

describe("an operator", () => {
  test("announces something to everybody who plays, and to who asks over HTTP, until it is withdrawn", async () => {
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
