/** What a temple is told when an act is taken back, and that no bead is (docs/temple-protocol.md, J-9; docs/protocol.md, "Taking back"). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { GAMES } from "../../src/games/index.ts";
import { bead, ledgerOf } from "../support/beads.ts";
import { TestBridge } from "../support/bridge.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { countingGame } from "../support/counting-game.ts";
import { hostedCounting } from "../support/hosted-counting.ts";
import { post, requestSeat } from "../support/post.ts";
import { seatWithTakeBacks, takeableOf } from "../support/take-backs.ts";
import { until } from "../support/until.ts";

const TEMPLE = "templo-mayor";
const SECRETS = {
  authSecret: "auth-secret-of-these-tests",
  bridgeToken: "bridge-token-of-these-tests",
  adminPassword: "admin-password-of-these-tests",
};
/** A game whose every act reveals nothing, one by a bead too. */
const counting = { ...hostedCounting, game: { ...countingGame, quiet: ["added"] } };

let dataDir: string;
let server: RunningServer;
let bridge: TestBridge;
const start = async () => {
  const games = new Map([...GAMES, ["counting", counting]]) as never;
  server = await startServer({ ...SECRETS, dataDir, games });
  bridge = await TestBridge.join(server);
};
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "flower-war-take-backs-"));
  await start();
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Players = readonly [TestClient, TestClient];

/** Begins a match of two people whose seats are both local to the temple. */
async function beginAtTemple(game: string): Promise<Players> {
  const admin = { authorization: `Bearer ${SECRETS.adminPassword}` };
  await post(server.operatorUrl, OPERATOR_PATHS.temples, { templeId: TEMPLE }, admin);
  await bridge.request("temple-online", { templeId: TEMPLE });
  const players = await seatWithTakeBacks(server.url, { game, seats: 2 });
  const { code } = await bridge.request("code", { templeId: TEMPLE });
  for (const player of players) await player.request("pair-temple", { code });
  return players as unknown as Players;
}

const readTemple = () => bridge.request("temple-online", { templeId: TEMPLE });

async function readTable() {
  const { table } = await readTemple();
  if (table === null) throw new Error("the temple is not bound");
  return table;
}

/** Drops the nth bead in Tlaloc's slot, stamped with the mark of a window. */
async function drop(mark: string, n: number) {
  const { ledger } = await readTemple();
  const beads = [bead("t", n, { stamp: { mark, base: { h: 0, t: n - 1 } } })];
  const judged = await bridge.request("judge", { templeId: TEMPLE, ledger: ledger ?? ledgerOf(), beads });
  return { ...judged.judgements[0], fix: judged.ledger.fix.t };
}

const see = (players: Players, n: number) => Promise.all(players.map((player) => player.waitForEntry(n)));

/** Plays a command of the seat that is awaited: of this type if that is legal, else the first. */
async function play(players: Players, type?: string): Promise<number> {
  for (const player of players) {
    const { commands } = await player.request("legal");
    const able = commands.filter((command) => command.type !== "concede");
    const command = able.find((each) => each.type === type) ?? able[0];
    if (command === undefined) continue;
    const n = await player.play(command);
    await see(players, n);
    return n;
  }
  throw new Error("no seat is awaited");
}

/** Takes the last act back, to which the other player agrees. @returns the number of the entry */
async function takeBack(players: Players): Promise<number> {
  const [first, second] = players;
  const taken = takeableOf(players);
  const [actor, other] = first.seat === taken?.seat ? [first, second] : [second, first];
  const n = taken?.n ?? 0;
  await actor.request("take-back", { n });
  await until(() => other.details.offer !== null, "the question");
  await other.request("accept", { id: other.details.offer?.id });
  await see(players, n + 1);
  return n + 1;
}

/** Plays until a seat that may sacrifice has ended its turn by an act that can be taken back. @returns the window before */
async function playUntilClosed(players: Players) {
  for (let turns = 0; turns < 200; turns += 1) {
    const open = await readTable();
    if (!open.open.t) await play(players);
    else {
      await play(players, "end-turn");
      const { seat, step } = await readTable();
      // Not where the same seat has another turn.
      if (takeableOf(players) !== null && step === "roll" && seat?.id !== open.seat?.id) return open;
    }
  }
  throw new Error("no end of a turn can be taken back");
}

test("when the end of a turn is taken back, the temple is told of that turn again, under a mark of its own, in which beads count", async () => {
  const players = await beginAtTemple("flower-war");
  const { match, token } = players[0].reserved;
  const open = await playUntilClosed(players);
  const closed = await readTable();
  expect(closed).toMatchObject({ open: { h: false, t: false }, left: 0, step: "roll" });
  expect(closed.seat?.id).not.toBe(open.seat?.id);

  const mark = `${match}.${await takeBack(players)}`;
  const isAgain = ({ table }: { table: { mark: string } }) => table.mark === mark;
  const again = { ...open, mark };
  expect((await bridge.waitForMessage("table", TEMPLE, isAgain)).table).toEqual(again);
  expect(new Set([open.mark, closed.mark, mark]).size).toBe(3);
  // A bead that was dropped before the turn ended, or after, was meant for what was shown then (J-5).
  expect(await drop(open.mark, 1)).toMatchObject({ verdict: "rejected", reason: "late", fix: -1 });
  expect(await drop(closed.mark, 2)).toMatchObject({ verdict: "rejected", reason: "late", fix: -2 });

  await server.stop();
  await start();
  expect(await readTable()).toEqual(again);
  expect(await drop(mark, 3)).toMatchObject({ verdict: "accepted", reason: "ok", fix: -2 });
  expect((await readTable()).offerings.t).toBe(open.offerings.t + 1);
  const back = await TestClient.watch(server.url, await requestSeat(server.url, match, { token }));
  expect(back.details.takeBack).toBeNull();
});

test("an act by a bead is never taken back, though it revealed nothing: neither it nor one before it", async () => {
  const players = await beginAtTemple("counting");
  const n = await play(players);
  expect(takeableOf(players)).toEqual({ n, seat: "a" });
  const before = await readTable();
  expect(await drop(before.mark, 1)).toMatchObject({ verdict: "accepted", fix: 0 });
  await see(players, n + 1);
  expect(takeableOf(players)).toBeNull();
  for (const player of players)
    for (const entry of [n, n + 1]) {
      const { code } = await expectRefusal(player.request("take-back", { n: entry }));
      expect(code).toBe("no-take-back");
    }
  // After the take-back of a later act it is the last one again.
  expect(await play(players)).toBe(n + 2);
  expect(await takeBack(players)).toBe(n + 3);
  expect(takeableOf(players)).toBeNull();
  expect((await expectRefusal(players[1].request("take-back", { n: n + 1 }))).code).toBe("no-take-back");
  expect(await drop((await readTable()).mark, 2)).toMatchObject({ verdict: "accepted", fix: 0 });
});
