/** A temple stays in its match when the server is started anew (docs/temple-protocol.md, P-5). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { TestBridge } from "./support/bridge.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";
import { until } from "./support/until.ts";

const TEMPLE = "templo-mayor";
const SECRETS = {
  authSecret: "auth-secret-of-these-tests",
  bridgeToken: "bridge-token-of-these-tests",
  adminPassword: "admin-password-of-these-tests",
};

let dataDir: string;
let server: RunningServer;
const start = async () => {
  server = await startServer({ ...SECRETS, dataDir });
};
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "flower-war-restart-"));
  await start();
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Two sit in a match, and the first is at a temple. */
async function atTemple(): Promise<{ bridge: TestBridge; reserved: SeatReservation }> {
  const admin = { authorization: `Bearer ${SECRETS.adminPassword}` };
  await post(server.url, PATHS.temples, { templeId: TEMPLE }, admin);
  const bridge = await TestBridge.join(server);
  await bridge.ask("temple-online", { templeId: TEMPLE });
  const { players } = await sitDown(server.url, { seats: 2 });
  const [east] = players;
  if (!east) throw new Error("two sit here");
  const { code } = await bridge.ask("code", { templeId: TEMPLE });
  await east.ask("pair-temple", { code });
  return { bridge, reserved: east.reserved };
}

describe("a temple whose server was restarted", () => {
  test("is bound to its match as before, and present again with its bridge", async () => {
    const { reserved } = await atTemple();
    await server.stop();
    await start();
    const again = await askForSeat(server.url, reserved.match, { token: reserved.token });
    const east = await TestClient.join(server.url, again);
    const seat = () => east.state.seats.get("east");
    expect(seat()).toMatchObject({ temple: TEMPLE, templeOnline: false });
    const bridge = await TestBridge.join(server);
    const { table } = await bridge.ask("temple-online", { templeId: TEMPLE });
    expect(table).toMatchObject({ match: reserved.code, phase: "playing" });
    await until(() => seat()?.templeOnline === true, "the temple to be seen");
  });

  test("is unbound if that match is gone, answers so, and shows a code for another one", async () => {
    const { reserved } = await atTemple();
    await server.stop();
    const database = new DatabaseSync(join(dataDir, "flower-war.db"));
    database.prepare("DELETE FROM matches WHERE match = ?").run(reserved.match);
    database.close();
    await start();
    const bridge = await TestBridge.join(server);
    expect(await bridge.ask("temple-online", { templeId: TEMPLE })).toMatchObject({
      owned: true,
      table: null,
    });
    const { players } = await sitDown(server.url, { seats: 2 });
    const { code } = await bridge.ask("code", { templeId: TEMPLE });
    expect(await players[0]?.ask("pair-temple", { code })).toEqual({ templeId: TEMPLE });
  });

  test("wakes its match although none of the players is back", async () => {
    const { reserved } = await atTemple();
    await server.stop();
    await start();
    const bridge = await TestBridge.join(server);
    const { table } = await bridge.ask("temple-online", { templeId: TEMPLE });
    expect(table).toMatchObject({ match: reserved.code, phase: "playing" });
    const chair = await askForSeat(server.url, reserved.match, { spectate: true });
    const watcher = await TestClient.join(server.url, chair);
    expect(watcher.state.seats.get("east")).toMatchObject({ temple: TEMPLE, templeOnline: true });
  });
});
