import { randomFrom } from "@flower-war/rules/bots";
import { SEATS } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { colyseus } from "../src/colyseus.ts";
import {
  type AnyMatch,
  CLOSE,
  type Connect,
  type Drop,
  FlowerWar,
  type Link,
  type Match,
  Refusal,
} from "../src/index.ts";
import { verifyRecord } from "../src/verify.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";
import { flowerWarMatch, keptLinks, patiently, playEasily } from "./support/players.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 5000 });

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

/** What a viewer saw after each entry: its table as text, by the entry's number. */
function watch(match: AnyMatch): { tables: Map<number, string>; entries: number[] } {
  const tables = new Map<number, string>();
  const entries: number[] = [];
  match.on("change", () => {
    if (match.view !== null) tables.set(match.state.n, JSON.stringify(match.view.table));
  });
  match.on("event", (_, { n }) => {
    if (entries.at(-1) !== n) entries.push(n);
  });
  return { tables, entries };
}

/** Asks the server which commands are open to the seat of this connection. */
async function serverLegal(link: Link | undefined): Promise<unknown[]> {
  const answer = await patiently(async () => link?.request<{ commands: unknown[] }>("legal", {}));
  return answer?.commands ?? [];
}

describe("a whole match of four seats and a spectator", () => {
  it("is played to its end with one view for all, and what is legal here is legal there", {
    timeout: 120_000,
  }, async () => {
    const { connect, links } = keptLinks(server.url);
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
          if (commands % 10 === 1) expect(match.legal()).toEqual(await serverLegal(links[i]));
        });
      }),
    );

    const { n } = first.state;
    await until(() => {
      for (const { entries } of seen) expect(entries.at(-1)).toBe(n);
    });
    for (const [i, { tables, entries }] of seen.entries()) {
      expect(entries, `entries seen by viewer ${i}`).toEqual(Array.from({ length: n }, (_, k) => k + 1));
      for (const [at, table] of tables)
        expect(table, `entry ${at} as viewer ${i} saw it`).toBe(seen[0]?.tables.get(at));
    }
    for (const outcome of outcomes) expect(outcome).toEqual(spectator.outcome);
    const record = await host.record(first.code);
    for (const { seen: dice } of viewers) {
      expect(verifyRecord(record, dice)).toMatchObject({ ok: true, match: first.id, entries: n });
    }
    for (const match of viewers) expect(match.legal()).toEqual([]);
    await Promise.all(viewers.map((match) => match.leave()));
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

  it("begins at once, and names its seats", () => {
    expect(match.status).toBe("playing");
    expect(match.seats).toMatchObject([
      { seat: "east", kind: "human", name: "Citlali", connected: true },
      { seat: "west", kind: "bot" },
    ]);
  });

  it("refuses what the rules refuse, with their codes, and changes nothing", async () => {
    const before = JSON.stringify(match.view);
    await expect(match.send({ type: "sacrifice", god: "tlaloc" })).rejects.toMatchObject({
      code: "wrong-phase",
    });
    await expect(match.send({ type: "move", steps: 3 })).rejects.toBeInstanceOf(Refusal);
    expect(JSON.stringify(match.view)).toBe(before);
  });

  it("gives a repeated id its first answer and does nothing twice", async () => {
    const { n } = await match.send({ type: "roll" }, { id: "my-roll" });
    expect(n).toBe(1);
    expect(match.state.n).toBeGreaterThanOrEqual(n);
    expect(await match.send({ type: "roll" }, { id: "my-roll" })).toEqual({ n });
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
  ])("refuses with `%s`", async (code, deed) => {
    await expect(deed()).rejects.toMatchObject({ name: "Refusal", code });
  });

  it("gives a seat to whoever takes it again with its token, and tells the one before", async () => {
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

  it("lets in whoever reserved a seat first and came second: two tabs that open it at once", async () => {
    const real = colyseus(server.url, 5000);
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

  it("shows a spectator the table and no hand, and refuses its commands with `not-seated`", async () => {
    const chair = flowerWarMatch(await host.spectate(match.code));
    expect(chair.view?.table).toEqual(match.view?.table);
    expect([...chair.state.hands.entries()].map(([, { cards }]) => cards)).toEqual([undefined, undefined]);
    await expect(chair.send({ type: "concede" })).rejects.toMatchObject({ code: "not-seated" });
    await chair.leave();
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
  it("seat two strangers in one match, which the lobby shows while it is on", async () => {
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
