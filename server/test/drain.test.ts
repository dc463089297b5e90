import { type Reservation, OPERATOR_PATHS } from "@flower-war/protocol";
import { expect, test } from "vitest";
import { startServer } from "../src/app.ts";
import { TestBridge } from "./support/bridge.ts";
import { post } from "./support/post.ts";

test("a server stops within DRAIN_TIMEOUT although a bridge has a reservation that it has not used", async () => {
  const server = await startServer();
  await TestBridge.join(server);
  const authorization = `Bearer ${server.config.bridgeToken}`;
  await post<Reservation>(
    server.operatorUrl,
    OPERATOR_PATHS.bridges,
    { bridge: "bridge-2" },
    { authorization },
  );
  const before = performance.now();
  await server.stop();
  expect(performance.now() - before).toBeLessThan(server.config.drainTimeout);
});
