/** Telling a temple to look for a newer firmware (docs/temple-protocol.md, section 3, `update`). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RefusalBody } from "@flower-war/protocol";
import { OPERATOR_PATHS, type RequestedUpdate } from "@flower-war/protocol/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { TestBridge } from "../support/bridge.ts";
import { firmwareImage } from "../support/firmware-image.ts";
import { post } from "../support/post.ts";

const folder = mkdtempSync(join(tmpdir(), "flower-war-images-"));
let server: RunningServer;
beforeAll(async () => {
  writeFileSync(join(folder, "templo-esp32.bin"), firmwareImage("1.0.10"));
  server = await startServer({ firmwareDir: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const asAdmin = () => ({ authorization: `Bearer ${server.config.adminPassword}` });

/** Asks for an update. Resolves with the status, and the version or the refusal's code. */
async function update(templeId: string, headers: Record<string, string> = asAdmin()) {
  const path = OPERATOR_PATHS.templeUpdate.replace(":id", templeId);
  const { status, body } = await post<RequestedUpdate & RefusalBody>(server.operatorUrl, path, {}, headers);
  return [status, body.code ?? body.version];
}

/** Brings a temple online that runs this firmware. */
async function connect(templeId: string, fw: string): Promise<TestBridge> {
  await post(server.operatorUrl, OPERATOR_PATHS.temples, { templeId }, asAdmin());
  const bridge = await TestBridge.join(server);
  await bridge.request("temple-online", { templeId });
  await bridge.request("health", { templeId, health: { fw, up: 5_000, count: { h: 0, t: 0 } } });
  return bridge;
}

test("its bridge is told once, and the admin learns which version it will find", async () => {
  const bridge = await connect("sun-temple", "templo-esp32 1.0.9");
  expect(await update("sun-temple")).toEqual([200, "1.0.10"]);
  expect(await bridge.waitForMessage("update", "sun-temple")).toEqual({ templeId: "sun-temple" });
  expect(await update("sun-temple", {})).toEqual([401, "unauthorized"]);
  await bridge.request("health", {
    templeId: "sun-temple",
    health: { fw: "templo-esp32 1.0.10", up: 5_000, count: { h: 0, t: 0 } },
  });
  expect(await update("sun-temple")).toEqual([409, "no-update"]);
  expect(bridge.received.filter(({ name }) => name === "update")).toHaveLength(1);
  await bridge.leave();
});

test("one that is not enrolled, or offline, or has not said what it runs, is refused", async () => {
  expect(await update("no-temple")).toEqual([404, "unknown-temple"]);
  expect(await update("No temple")).toEqual([404, "unknown-temple"]);
  await post(server.operatorUrl, OPERATOR_PATHS.temples, { templeId: "moon-temple" }, asAdmin());
  expect(await update("moon-temple")).toEqual([409, "temple-offline"]);
  const bridge = await TestBridge.join(server);
  await bridge.request("temple-online", { templeId: "moon-temple" });
  expect(await update("moon-temple")).toEqual([503, "unavailable"]);
  await bridge.leave();
});

test.each(["templo-esp32c3 1.0.0", "templo-pi 1", "firmware of one's own"])(
  "there is no image for %s: no-image",
  async (fw) => {
    const bridge = await connect("rain-temple", fw);
    expect(await update("rain-temple")).toEqual([409, "no-image"]);
    expect(bridge.received).toEqual([]);
    await bridge.leave();
  },
);
