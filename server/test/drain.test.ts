import { PATHS, type Reservation } from "@flower-war/protocol";
import { expect, test } from "vitest";
import { startServer } from "../src/app.ts";
import { TestBridge } from "./support/bridge.ts";
import { post } from "./support/post.ts";

test("a server stops within DRAIN_TIMEOUT although a bridge has a reservation that it has not used", async () => {
  const server = await startServer();
  await TestBridge.join(server);
  const authorization = `Bearer ${server.config.bridgeToken}`;
  await post<Reservation>(server.url, PATHS.bridges, { bridge: "bridge-2" }, { authorization });
  const before = performance.now();
  await server.stop();
  expect(performance.now() - before).toBeLessThan(server.config.drainTimeout);
});
