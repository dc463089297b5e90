import type { Reservation } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { test } from "vitest";
import { TestBridge } from "./support/bridge.ts";
import { FakeTime } from "./support/fake-time.ts";
import { post } from "./support/post.ts";
import { reserveForAnHour } from "./support/rooms.ts";
import { startOnFakeTime } from "./support/server.ts";

test("a server stops before DRAIN_TIMEOUT although a bridge has a reservation that it has not used", async () => {
  // No time passes: DRAIN_TIMEOUT never ends.
  const server = await startOnFakeTime(new FakeTime());
  const bridge = await TestBridge.join(server);
  reserveForAnHour(bridge.room.roomId);
  const authorization = `Bearer ${server.config.bridgeToken}`;
  await post<Reservation>(
    server.operatorUrl,
    OPERATOR_PATHS.bridges,
    { bridge: "bridge-2" },
    { authorization },
  );
  await server.stop();
});
