import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar } from "@flower-war/client-sdk";
import { bots, randomFrom } from "@flower-war/rules/bots";
import type { God, Seat, Table } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BareTemple } from "./support/bare-temple.ts";
import { type House, openHouse, ROOT } from "./support/house.ts";
import { Player } from "./support/player.ts";
import { Shadow } from "./support/shadow.ts";

const RACK = 6;
const SLOT = { huitzilopochtli: "h", tlaloc: "t" } as const satisfies Record<God, "h" | "t">;
/** The seat that sacrifices with its hands only. */
const TEMPLE_SEAT: Seat = "north";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

test("four SDK players, one of them with a temple, play a match of Flower War to its end", async () => {
  const [first, ...others] = await seatFour();
  const spectator = await Player.sit(house.url, "Itzel", (host) => host.spectate(first.match.code));
  const clients = [first, ...others, spectator];
  const seated = new Map(clients.flatMap((client) => (client.seat === null ? [] : [[client.seat, client]])));
  const temple = await pairTemple(player(seated, TEMPLE_SEAT));
  const ended = clients.map(({ match }) => new Promise((resolve) => match.on("ended", resolve)));
  const shadow = new Shadow(RACK, 4);
  const random = randomFrom("5eed".repeat(16));
  let beads = 0;
  let n = 0;

  await dropAtTheWrongTime(temple, first);

  while (first.match.status === "playing") {
    const [awaited] = first.match.awaiting;
    if (awaited === undefined) throw new Error("a match that is on awaits a decision");
    const active = player(seated, awaited.seat);
    const command = bots["flower-war"].easy(active.view, random);
    n += 1;
    if (active.seat === TEMPLE_SEAT && command.type === "sacrifice") {
      beads += 1;
      await temple.until("a lit lamp in this turn", () => isLit(temple, active.view.table, command.god));
      expect(await temple.drop(SLOT[command.god])).toMatchObject({ verdict: "accepted", reason: "ok" });
    } else {
      expect(await active.play(command), `entry of ${JSON.stringify(command)}`).toBe(n);
    }
    await Promise.all(clients.map((client) => client.reached(n)));
    shadow.fold(clients.map((client) => client.told(n)));
    for (const client of clients) {
      expect(client.view, `what ${client.name} sees after entry ${n}`).toEqual(
        shadow.view(client.seat ?? "public"),
      );
    }
    expect(skulls(first.view.table)).toBe(360);
    expectNoForeignCards(clients);
  }

  const outcomes = await Promise.all(ended);
  expect(outcomes).toEqual(clients.map(() => shadow.view("public").table.outcome));
  expect(beads, "beads that became sacrifices").toBeGreaterThan(0);
  await temple.until("the end on the display", () => temple.display?.phase === "over");
  const { huitzilopochtli, tlaloc } = first.view.table.offerings;
  expect(temple.display?.offerings).toEqual({ h: huitzilopochtli, t: tlaloc });
  expect(temple.display?.judged).toEqual(temple.count);

  await temple.close();
  await Promise.all(clients.map((client) => client.leave()));
}, 240_000);

async function seatFour(): Promise<[Player, ...Player[]]> {
  const first = await Player.sit(house.url, "Citlali", (host) =>
    host.create({ game: "flower-war", seats: 4, options: { rackSize: RACK } }),
  );
  const { code, id } = first.match;
  const second = await Player.sit(house.url, "Nezahual", (host) => host.join(code));
  const third = await Player.sit(house.url, "Tlalli", (host) => host.join(code.toLowerCase()));
  const fourth = await Player.sit(house.url, "Xochitl", (host) => host.join(id, { seat: "west" }));
  expect([first, second, third, fourth].map(({ seat }) => seat)).toEqual(["east", "north", "south", "west"]);
  return [first, second, third, fourth];
}

/** Enrols a temple from the command line, connects it, and pairs it by the code that it shows. */
async function pairTemple(owner: Player): Promise<BareTemple> {
  const cli = join(ROOT, "node_modules/.bin/flower-war");
  const add = ["temple", "add", "whole-match", "--json", "--server", house.url];
  const { stdout } = await promisify(execFile)(cli, add, {
    env: { ...process.env, DATA_DIR: house.dataDir },
  });
  const { templeId, secret } = JSON.parse(stdout) as { templeId: string; secret: string };
  const temple = await BareTemple.connect(house.mqttUrl, templeId, secret);
  await temple.until("a pairing code", () => typeof temple.display?.code === "string");
  await owner.match.pairTemple(temple.display?.code ?? "");
  await temple.until("the match on the display", () => temple.display?.phase === "playing");
  return temple;
}

/** Canon section 16, example 11: a bead in somebody's roll phase is no sacrifice. */
async function dropAtTheWrongTime(temple: BareTemple, witness: Player): Promise<void> {
  const before = witness.view;
  expect(await temple.drop("t")).toMatchObject({ verdict: "rejected", reason: "not-your-decision" });
  expect(temple.display).toMatchObject({ fix: { h: 0, t: -1 }, offerings: { h: 0, t: 0 } });
  expect(witness.view).toEqual(before);
}

function isLit({ display }: BareTemple, { turn }: Table, god: God): boolean {
  return display?.turn === turn.number && display.open[SLOT[god]];
}

/** No frame carried what is in somebody else's hand: neither a card's id nor, unless it is there for all to see, its name. */
function expectNoForeignCards(clients: readonly Player[]): void {
  const wires = clients.map((client) => client.readWire());
  for (const wire of wires) {
    const foreign = wires.filter((other) => other !== wire).flatMap(({ held }) => held);
    const leaked = foreign.filter(
      ({ id, card }) =>
        carries(wire.bytes, id) ||
        wire.bytes.includes(`${id}:`) ||
        (!wire.seen.has(card) && carries(wire.bytes, card)),
    );
    expect(leaked, `foreign cards on the wire to ${wire.name}`).toEqual([]);
  }
}

/** MessagePack and Colyseus' schema both put a short text's length before it. */
function carries(bytes: string, text: string): boolean {
  return bytes.includes(String.fromCharCode(0xa0 + text.length) + text);
}

function player(seated: ReadonlyMap<Seat, Player>, seat: Seat): Player {
  const found = seated.get(seat);
  if (found === undefined) throw new Error(`nobody sits at ${seat}`);
  return found;
}

/** Canon section 15. */
function skulls({ spaces, supply, removed, lake, tribes }: Table): number {
  const racks = spaces.reduce((sum, { rack }) => sum + rack, 0);
  const held = Object.values(tribes).reduce((sum, tribe) => sum + tribe.skulls, 0);
  return racks + supply + removed + lake.huitzilopochtli + lake.tlaloc + held;
}

test("nobody is left behind when the house is closed", async () => {
  const other = await openHouse();
  const host = new FlowerWar(other.url, { name: "Citlali", resume: false });
  await host.create({ game: "flower-war", seats: 2, bots: 1 });
  expect(await other.stop()).toBe(0);
  await expect(host.lobby()).rejects.toMatchObject({ code: "unreachable" });
});
