import { systemTime } from "@flower-war/protocol/ports";
import { randomFrom } from "@flower-war/rules/bots";
import { SEATS } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { colyseus } from "../src/connection/colyseus.ts";
import {
  type AnyMatch,
  CLOSE,
  type Connect,
  type Connection,
  type Drop,
  FlowerWar,
  type Match,
  Refusal,
} from "../src/index.ts";
import { verifyRecord } from "../src/verify.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";
import { flowerWarMatch, playEasily, recordConnections } from "./support/players.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

/** Records the tables that a viewer sees, as text by the number of the latest entry, and the entries and events it receives. */
function watch(match: AnyMatch) {
  const tables = new Map<number, string>();
  const entries: number[] = [];
  const events: { n: number; event: object }[] = [];
  match.on("change", () => {
    if (match.view !== null) tables.set(match.state.n, JSON.stringify(match.view.table));
  });
  match.on("event", (event, { n }) => {
    events.push({ n, event });
    if (entries.at(-1) !== n) entries.push(n);
  });
  return { tables, entries, events };
}

/** Requests the legal commands of this connection's seat from the server. */
async function serverLegal(connection: Connection | undefined): Promise<unknown[]> {
  const answer = await connection?.request<{ commands: unknown[] }>("legal", {});
  return answer?.commands ?? [];
}

describe("a whole match of four seats and a spectator", () => {
  it("is played to its end with one view for all, and client and server agree on what is legal", async () => {
    const { connect, connections } = recordConnections(server.url);
    const host = new FlowerWar(server.url, { name: "Citlali", connect });
    const first = await host.create({ game: "flower-war", options: { rackSize: 4 }, seats: 4 });
    expect(first.status).toBe("gathering");
    const rest = [
      await host.join(first.code),
      await host.join(first.id),
      await host.join(first.code.toLowerCase()),
    ];
    const players = [first, ...rest];
    const spectator = await host.spectate(first.id);
    expect(players.map(({ seat }) => seat)).toEqual(["east", "north", "south", "west"]);
    await until(() => expect(first.status).toBe("playing"));
    await expect(host.record(first.id)).rejects.toMatchObject({ code: "match-not-over" });

    const viewers = [...players, spectator];
    const seen = viewers.map(watch);
    const outcomes = await Promise.all(
      players.map((match, i) => {
        let commands = 0;
        return playEasily(match, randomFrom(`${i}`.repeat(64)), async () => {
          commands += 1;
          if (commands % 10 === 1) expect(match.legal()).toEqual(await serverLegal(connections[i]));
        });
      }),
    );

    const { n } = first.state;
    await until(() => {
      for (const { entries } of seen) expect(entries.at(-1)).toBe(n);
    });
    for (const [i, { tables, entries, events }] of seen.entries()) {
      const log = (await viewers[i]?.log()) ?? [];
      const logged = log.flatMap((entry) => entry.events.map((event) => ({ n: entry.n, event })));
      expect(logged, `the log of viewer ${i}`).toEqual(events);
      expect(entries, `entries seen by viewer ${i}`).toEqual(Array.from({ length: n }, (_, k) => k + 1));
      for (const [at, table] of tables)
        expect(table, `entry ${at} as viewer ${i} saw it`).toBe(seen[0]?.tables.get(at));
    }
    for (const outcome of outcomes) expect(outcome).toEqual(spectator.outcome);
    const record = await host.record(first.code);
    for (const viewer of viewers) {
      expect(verifyRecord(record, await viewer.witness())).toMatchObject({
        ok: true,
        match: first.id,
        entries: n,
      });
    }
    const summary = await host.findMatch(first.id);
    expect(summary).toMatchObject({ match: first.id, code: first.code, game: "flower-war", over: true });
    expect(summary.result).toMatchObject({ outcome: spectator.outcome, entries: n, record: true });
    expect(summary.result?.seats.map(({ seat, name }) => [seat, name])).toEqual(
      first.seats.map(({ seat, name }) => [seat, name]),
    );
    for (const match of viewers) expect(match.legal()).toEqual([]);
    await Promise.all(viewers.map((match) => match.leave()));
  });
});

it("lists the games of the server, a short evening of Flower War first", async () => {
  const [flowerWar] = await new FlowerWar(server.url).listGames();
  expect(flowerWar).toMatchObject({
    game: "flower-war",
    presets: [{ name: "short-evening" }, { name: "flower-war" }],
  });
});

describe("a match with bots", () => {
  let host: FlowerWar;
  let match: Match<"flower-war">;
  beforeAll(async () => {
    host = new FlowerWar(server.url, { name: "Citlali" });
    match = await host.create({ game: "flower-war", seats: 2, bots: 1 });
  });
  afterAll(() => match.leave());

  it("begins at once, and lists its seats", () => {
    expect(match.status).toBe("playing");
    expect(match.seats).toMatchObject([
      { seat: "east", kind: "human", name: "Citlali", connected: true },
      { seat: "west", kind: "bot" },
    ]);
  });

  it("neither refuses nor disconnects an app that sends 200 requests at once: the SDK sends what it may", async () => {
    const { connect, connections } = recordConnections(server.url);
    const spectator = await new FlowerWar(server.url, { connect }).spectate(match.id);
    const dropped = vi.fn();
    spectator.on("dropped", dropped);
    const [connection] = connections as [Connection];
    const answers = Array.from({ length: 200 }, () => connection.request("time", {}));
    expect(await Promise.all(answers)).toHaveLength(200);
    expect(dropped).not.toHaveBeenCalled();
    await spectator.leave();
  });

  it("refuses what the rules refuse, with their codes, and stays unchanged", async () => {
    const before = JSON.stringify(match.view);
    await expect(match.send({ type: "sacrifice", god: "tlaloc" })).rejects.toMatchObject({
      code: "wrong-phase",
    });
    await expect(match.send({ type: "move", steps: 3 })).rejects.toBeInstanceOf(Refusal);
    expect(JSON.stringify(match.view)).toBe(before);
  });

  it("answers a repeated id as before and plays nothing twice", async () => {
    const { n } = await match.send({ type: "roll" }, { id: "my-roll" });
    expect(n).toBe(1);
    expect(match.state.n).toBeGreaterThanOrEqual(n);
    expect(await match.send({ type: "roll" }, { id: "my-roll" })).toEqual({ n, legal: match.legal() });
  });

  it.each([
    ["unknown-match", () => host.join("0000")],
    ["match-full", () => host.join(match.id)],
    ["seat-taken", () => host.join(match.id, { seat: "east" })],
    ["unknown-seat", () => host.join(match.id, { seat: "nowhere" })],
    ["bad-token", () => host.join(match.id, { token: "not.a.token" })],
    ["bad-request", () => host.create({ game: "flower-war", name: "x".repeat(25) })],
    ["bad-option", () => host.create({ game: "flower-war", options: { rackSize: 3 } })],
    ["bad-code", () => match.pairTemple("0000")],
  ])("refuses with `%s`", async (code, call) => {
    await expect(call()).rejects.toMatchObject({ name: "Refusal", code });
  });

  it("gives a seat to the latest client with its token, and disconnects the one before", async () => {
    const drops: Drop[] = [];
    match.on("dropped", (drop) => drops.push(drop));
    const again = await host.join(match.id, { token: match.token ?? "" });
    expect(again.seat).toBe("east");
    await until(() =>
      expect(drops).toEqual([{ code: CLOSE.replaced, reason: expect.any(String), gone: true }]),
    );
    expect(match.connection).toBe("gone");
    match = flowerWarMatch(again);
  });

  it("admits a client that reserved a seat first and connected second: two tabs that open it at once", async () => {
    const real = colyseus(server.url, 5000, systemTime);
    const token = match.token ?? "";
    let other: AnyMatch | undefined;
    const connect: Connect = async (reservation, listener) => {
      other ??= await host.join(match.id, { token });
      return real(reservation, listener);
    };
    const late = await new FlowerWar(server.url, { connect }).join(match.id, { token });
    expect(late.connection).toBe("connected");
    await until(() => expect(other?.connection).toBe("gone"));
    match = flowerWarMatch(late);
  });

  it("shows a spectator the table and no hand, and refuses a spectator's commands with `not-seated`", async () => {
    const spectator = flowerWarMatch(await host.spectate(match.code));
    expect(spectator.view?.table).toEqual(match.view?.table);
    expect([...spectator.state.hands.entries()].map(([, { cards }]) => cards)).toEqual([
      undefined,
      undefined,
    ]);
    await expect(spectator.send({ type: "concede" })).rejects.toMatchObject({ code: "not-seated" });
    await spectator.leave();
  });

  it("goes on when a listener throws", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const stop = match.on("change", () => {
      throw new Error("mine");
    });
    const ended = vi.fn();
    match.on("ended", ended);
    await match.send({ type: "concede" });
    stop();
    await until(() => expect(ended).toHaveBeenCalledOnce());
    expect(match.outcome).toMatchObject({ by: "last-tribe", winner: "west" });
    expect(report).toHaveBeenCalled();
    report.mockRestore();
  });
});

describe("quick play and the lobby", () => {
  it("seat two players in one match, which the lobby lists while it is running", async () => {
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const lobby = await host.lobby();
    const first = await host.quickPlay({ game: "flower-war" });
    await until(() => expect(lobby.matches.map(({ id }) => id)).toContain(first.id));
    const second = await new FlowerWar(server.url, { name: "Izel" }).quickPlay({ game: "flower-war" });
    expect(second.id).toBe(first.id);
    expect(SEATS).toContain(second.seat);
    await until(() => {
      const listing = lobby.matches.find(({ id }) => id === first.id);
      expect(listing).toMatchObject({
        code: first.code,
        game: "flower-war",
        status: "gathering",
        host: "Citlali",
      });
      expect(listing?.open).toBe((listing?.seats ?? 0) - 2);
    });
    await Promise.all([lobby.leave(), first.leave(), second.leave()]);
  });
});

describe("a table that gathers", () => {
  it("tells its host so, and takes bots, moves, hand-overs and the start from the SDK", async () => {
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const east = flowerWarMatch(await host.create({ game: "flower-war", seats: 4, start: "host" }));
    const friend = flowerWarMatch(
      await new FlowerWar(server.url, { name: "Jun" }).join(east.code, { seat: "south" }),
    );
    expect([east.isHost, friend.isHost, east.startsAt]).toEqual([true, false, null]);

    await friend.moveTo("north");
    expect(friend.seat).toBe("north");
    await until(() => expect(friend.connection).toBe("connected"));
    await east.seatBot("south", "easy");
    await east.freeSeat("south");
    await east.handOver("north");
    await until(() => expect(friend.isHost).toBe(true));
    await friend.setReady(true);
    await until(() => expect(east.seats.find(({ seat }) => seat === "north")?.ready).toBe(true));
    await friend.start();
    // Two play at east and west (canon section 2).
    await until(() => expect([east.status, friend.status]).toEqual(["playing", "playing"]));
    await until(() => expect(friend.seat).toBe("west"));
    expect(east.view?.table.awaiting).toMatchObject({ seat: "east", decision: "roll" });
    await Promise.all([east.leave(), friend.leave()]);
  });

  it("is left by who is removed: the seat is gone and no longer stored", async () => {
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const east = flowerWarMatch(await host.create({ game: "flower-war", seats: 4, start: "host" }));
    const other = new FlowerWar(server.url, { name: "Jun" });
    const friend = flowerWarMatch(await other.join(east.code));
    const drops: Drop[] = [];
    friend.on("dropped", (drop) => drops.push(drop));
    await east.freeSeat("north");
    await until(() => expect(drops).toMatchObject([{ code: CLOSE.removed, gone: true }]));
    expect(friend.connection).toBe("gone");
    expect(await other.resume()).toEqual([]);
    await east.leave();
  });
});
