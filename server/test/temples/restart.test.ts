/** A temple stays bound to its match when the server restarts (docs/temple-protocol.md, P-5). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { matchMaker } from "@colyseus/core";
import { CLOSE, type SeatReservation } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { roomIdOf } from "../../src/match/room-id.ts";
import { formatBeadId } from "../../src/temples/store/temple-store.ts";
import { bead, ledgerOf } from "../support/beads.ts";
import { TestBridge } from "../support/bridge.ts";
import { TestClient } from "../support/client.ts";
import { findAwaited, pickCommand } from "../support/expected-views.ts";
import { post, requestSeat } from "../support/post.ts";
import { callRoom } from "../support/rooms.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { until } from "../support/until.ts";

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

/** Begins a match of two players and pairs the first seat with a temple. */
async function beginAtTemple(): Promise<{
  bridge: TestBridge;
  players: readonly TestClient[];
  reserved: SeatReservation;
}> {
  const admin = { authorization: `Bearer ${SECRETS.adminPassword}` };
  await post(server.operatorUrl, OPERATOR_PATHS.temples, { templeId: TEMPLE }, admin);
  const bridge = await TestBridge.join(server);
  await bridge.request("temple-online", { templeId: TEMPLE });
  const { players } = await seatPlayers(server.url, { seats: 2 });
  const [east] = players;
  if (!east) throw new Error("the match has two players");
  const { code } = await bridge.request("code", { templeId: TEMPLE });
  await east.request("pair-temple", { code });
  return { bridge, players, reserved: east.reserved };
}

describe("after a restart of its server, a temple", () => {
  test("is bound to its match as before, and online again with its bridge", async () => {
    const { reserved } = await beginAtTemple();
    await server.stop();
    await start();
    const again = await requestSeat(server.url, reserved.match, { token: reserved.token });
    const east = await TestClient.join(server.url, again);
    const seat = () => east.state.seats.get("east");
    expect(seat()).toMatchObject({ temple: TEMPLE, templeOnline: false });
    const bridge = await TestBridge.join(server);
    const { table } = await bridge.request("temple-online", { templeId: TEMPLE });
    expect(table).toMatchObject({ match: reserved.code, phase: "playing" });
    await until(() => seat()?.templeOnline === true, "the match to show the temple online");
  });

  test("is unbound if that match is gone, and gets a code for another match", async () => {
    const { reserved } = await beginAtTemple();
    await server.stop();
    const database = new DatabaseSync(join(dataDir, "flower-war.db"));
    database.prepare("DELETE FROM heads WHERE match = ?").run(reserved.match);
    database.close();
    await start();
    const bridge = await TestBridge.join(server);
    expect(await bridge.request("temple-online", { templeId: TEMPLE })).toMatchObject({
      owned: true,
      table: null,
    });
    const { players } = await seatPlayers(server.url, { seats: 2 });
    const { code } = await bridge.request("code", { templeId: TEMPLE });
    expect(await players[0]?.request("pair-temple", { code })).toEqual({ templeId: TEMPLE });
  });

  test("restores its match although no player is back", async () => {
    const { reserved } = await beginAtTemple();
    await server.stop();
    await start();
    const bridge = await TestBridge.join(server);
    const { table } = await bridge.request("temple-online", { templeId: TEMPLE });
    expect(table).toMatchObject({ match: reserved.code, phase: "playing" });
    const reservation = await requestSeat(server.url, reserved.match, { spectate: true });
    const watcher = await TestClient.join(server.url, reservation);
    expect(watcher.state.seats.get("east")).toMatchObject({ temple: TEMPLE, templeOnline: true });
  });
});

describe("[J-0] a bead that its match took is accepted, although its answer was lost", () => {
  const id = formatBeadId(TEMPLE, bead("h", 1).name);

  /** Plays until a bead is accepted, as a judge does that is killed before it stores the verdict. */
  async function loseAnswer(): Promise<{ players: readonly TestClient[]; match: string }> {
    const { players, reserved } = await beginAtTemple();
    const { match } = reserved;
    const room = roomIdOf(match, 1);
    for (;;) {
      const { awaited, mark } = await callRoom(room, "windowFor", TEMPLE);
      const refusedOr = awaited?.local && (await callRoom(room, "dropBead", awaited.id, id, "h", mark));
      if (refusedOr && refusedOr.refused === undefined) return { players, match };
      const client = findAwaited(players);
      const n = await client.play(pickCommand(client, 0));
      for (const player of players) await player.waitForEntry(n);
    }
  }
  /** Pairs the temple with another match. */
  async function pairElsewhere(): Promise<void> {
    const bridge = await TestBridge.join(server);
    await bridge.request("temple-online", { templeId: TEMPLE });
    const { players } = await seatPlayers(server.url, { seats: 2 });
    const { code } = await bridge.request("code", { templeId: TEMPLE });
    await players[0]?.request("pair-temple", { code });
  }
  const restart = async () => {
    await server.stop();
    await start();
  };
  const closeRoom = (match: string) =>
    matchMaker.getLocalRoomById(roomIdOf(match, 1)).disconnect(CLOSE.closed);

  test.each<[string, (players: readonly TestClient[], match: string) => Promise<unknown>]>([
    ["the server was restarted", restart],
    ["the seat was unpaired", async ([east]) => east?.request("unpair-temple", {})],
    [
      "the seat was unpaired, and the server restarted",
      async ([east]) => {
        await east?.request("unpair-temple", {});
        await restart();
      },
    ],
    [
      "the match is over, its room closed, and the server restarted",
      async ([east], match) => {
        await east?.play({ type: "concede" });
        await closeRoom(match);
        await restart();
      },
    ],
    ["the match's room was closed", async (_players, match) => closeRoom(match)],
    [
      "the temple was paired with another match, after a restart",
      async ([east]) => {
        await east?.request("unpair-temple", {});
        await restart();
        await pairElsewhere();
      },
    ],
  ])("and meanwhile %s", async (_meanwhile, happen) => {
    const { players, match } = await loseAnswer();
    await happen(players, match);
    const bridge = await TestBridge.join(server);
    await bridge.request("temple-online", { templeId: TEMPLE });
    const judge = () =>
      bridge.request("judge", { templeId: TEMPLE, ledger: ledgerOf(), beads: [bead("h", 1)] });
    const { judgements, ledger } = await judge();
    expect(judgements).toMatchObject([{ verdict: "accepted", reason: "ok" }]);
    expect(ledger).toMatchObject({ judged: { h: 1, t: 0 }, fix: { h: 0, t: 0 } });
    expect((await judge()).judgements).toEqual(judgements);
  });
});
