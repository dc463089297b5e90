import { expect, test } from "vitest";
import { startServer } from "../../src/app.ts";

test.each(["127.0.0.1", "::1"])("a server that listens on %s can be reached at its `url`", async (host) => {
  const server = await startServer({ host });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.stop();
});
