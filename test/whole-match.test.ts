import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar } from "@flower-war/client-sdk";
import { bots, randomFrom } from "@flower-war/rules/bots";
import type { God, Seat, Table } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IndependentTemple } from "./support/independent-temple.ts";
import { MatchReplay } from "./support/match-replay.ts";
import { Player } from "./support/player.ts";
import { ROOT } from "./support/root.ts";
import { type ServerAndBridge, startServerAndBridge } from "./support/server-and-bridge.ts";
import { until } from "./support/until.ts";

const RACK = 6;
const SLOT = { huitzilopochtli: "h", tlaloc: "t" } as const satisfies Record<God, "h" | "t">;
/** The seat that sacrifices only with beads. */
const TEMPLE_SEAT: Seat = "north";

let running: ServerAndBridge;
beforeAll(async () => {
  running = await startServerAndBridge();
});
afterAll(() => running?.stop());

test("four SDK players, one with a temple, play a match of Flower War to its end, and no client receives a card of another hand", async () => {
  const [first, ...others] = await seatFour();
  const spectator = await Player.connect(running.url, "Itzel", (host) => host.spectate(first.match.code));
  const clients = [first, ...others, spectator];
  const seated = new Map(clients.flatMap((client) => (client.seat === null ? [] : [[client.seat, client]])));
  const temple = await pairTemple(player(seated, TEMPLE_SEAT));
  const ended = clients.map(({ match }) => new Promise((resolve) => match.on("ended", resolve)));
  const replay = new MatchReplay(RACK, 4);
  const random = randomFrom("5eed".repeat(16));
  let beads = 0;
  let n = 0;

  await dropInRollPhase(temple, first);

  while (first.match.status === "playing") {
    const [awaited] = first.match.awaiting;
    if (awaited === undefined) throw new Error("a match in play awaits no decision");
    const active = player(seated, awaited.seat);
    const command = bots["flower-war"].easy(active.view, random);
    n += 1;
    if (active.seat === TEMPLE_SEAT && command.type === "sacrifice") {
      beads += 1;
      await until(() => isLit(temple, active.view.table, command.god), "a lit lamp in this turn");
      expect(await temple.drop(SLOT[command.god])).toMatchObject({ verdict: "accepted", reason: "ok" });
    } else {
      expect(await active.play(command), `entry of ${JSON.stringify(command)}`).toBe(n);
    }
    await Promise.all(clients.map((client) => client.waitForEntry(n)));
    replay.apply(clients.map((client) => client.eventsOf(n)));
    for (const client of clients) {
      expect(client.view, `what ${client.name} sees after entry ${n}`).toEqual(
        replay.view(client.seat ?? "public"),
      );
    }
    expect(countSkulls(first.view.table)).toBe(360);
    expectNoForeignCards(clients);
  }

  const outcomes = await Promise.all(ended);
  expect(outcomes).toEqual(clients.map(() => replay.view("public").table.outcome));
  expect(beads, "beads that became sacrifices").toBeGreaterThan(0);
  await until(() => temple.display?.phase === "over", "the end on the display");
  const { huitzilopochtli, tlaloc } = first.view.table.offerings;
  expect(temple.display?.offerings).toEqual({ h: huitzilopochtli, t: tlaloc });
  expect(temple.display?.judged).toEqual(temple.count);

  await temple.close();
  await Promise.all(clients.map((client) => client.leave()));
});

async function seatFour(): Promise<[Player, ...Player[]]> {
  const first = await Player.connect(running.url, "Citlali", (host) =>
    host.create({ game: "flower-war", seats: 4, options: { rackSize: RACK } }),
  );
  const { code, id } = first.match;
  const second = await Player.connect(running.url, "Nezahual", (host) => host.join(code));
  const third = await Player.connect(running.url, "Tlalli", (host) => host.join(code.toLowerCase()));
  const fourth = await Player.connect(running.url, "Xochitl", (host) => host.join(id, { seat: "west" }));
  expect([first, second, third, fourth].map(({ seat }) => seat)).toEqual(["east", "north", "south", "west"]);
  return [first, second, third, fourth];
}

/** Enrols a temple from the command line, connects it, and pairs it. */
async function pairTemple(owner: Player): Promise<IndependentTemple> {
  const cli = join(ROOT, "node_modules/.bin/flower-war");
  const add = ["temple", "add", "whole-match", "--json", "--broker", "mqtt://192.0.2.1"];
  const { stdout } = await promisify(execFile)(cli, [...add, "--operator", running.operatorUrl], {
    env: { ...process.env, DATA_DIR: running.dataDir },
  });
  const { templeId, secret } = JSON.parse(stdout) as { templeId: string; secret: string };
  const temple = await IndependentTemple.connect(running.mqttUrl, templeId, secret);
  await temple.pairWith(owner.match);
  return temple;
}

/** Canon section 16, example 11: a bead in a roll phase is no sacrifice. */
async function dropInRollPhase(temple: IndependentTemple, witness: Player): Promise<void> {
  const before = witness.view;
  expect(await temple.drop("t")).toMatchObject({ verdict: "rejected", reason: "not-your-decision" });
  expect(temple.display).toMatchObject({ fix: { h: 0, t: -1 }, offerings: { h: 0, t: 0 } });
  expect(witness.view).toEqual(before);
}

function isLit({ display }: IndependentTemple, { turn }: Table, god: God): boolean {
  return display?.turn === turn.number && display.open[SLOT[god]];
}

/** Expects that no client received a card of another hand: neither its id nor, unless the client may know it, its name. */
function expectNoForeignCards(clients: readonly Player[]): void {
  const all = clients.map((client) => client.takeReceived());
  for (const received of all) {
    const foreign = all.filter((other) => other !== received).flatMap(({ held }) => held);
    const { bytes, logPages, known, everKnown } = received;
    const leaked = foreign.filter(
      ({ id, card }) =>
        hasId(bytes, id) ||
        hasId(logPages, id) ||
        (!known.has(card) && hasText(bytes, card)) ||
        (!everKnown.has(card) && hasText(logPages, card)),
    );
    expect(leaked, `cards of other hands received by ${received.name}`).toEqual([]);
  }
}

function hasId(bytes: string, id: string): boolean {
  return hasText(bytes, id) || bytes.includes(`${id}:`);
}

/** Whether bytes contain a short text: MessagePack and Colyseus' schema both put its length before it. */
function hasText(bytes: string, text: string): boolean {
  return bytes.includes(String.fromCharCode(0xa0 + text.length) + text);
}

function player(seated: ReadonlyMap<Seat, Player>, seat: Seat): Player {
  const found = seated.get(seat);
  if (found === undefined) throw new Error(`no player has seat ${seat}`);
  return found;
}

/** Counts all skulls (canon section 15). */
function countSkulls({ spaces, supply, removed, lake, tribes }: Table): number {
  const racks = spaces.reduce((sum, { rack }) => sum + rack, 0);
  const held = Object.values(tribes).reduce((sum, tribe) => sum + tribe.skulls, 0);
  return racks + supply + removed + lake.huitzilopochtli + lake.tlaloc + held;
}

test("at SIGTERM start.mjs exits with 0 while a match is in play, and requests then fail with `unreachable`", async () => {
  const other = await startServerAndBridge();
  const host = new FlowerWar(other.url, { name: "Citlali", resume: false });
  await host.create({ game: "flower-war", seats: 2, bots: 1 });
  expect(await other.stop()).toBe(0);
  await expect(host.lobby()).rejects.toMatchObject({ code: "unreachable" });
});
