/** What a match does for its temples (docs/temple-protocol.md), called as the temples call it. */
import { matchMaker } from "@colyseus/core";
import { CLOSE } from "@flower-war/client-sdk/protocol";
import type { TempleTable } from "@flower-war/client-sdk/temple";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { LocalLocks } from "../src/cluster/locks.ts";
import { refused } from "../src/fault.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { roomIdOf } from "../src/match/room-id.ts";
import { type MatchNotice, templesTopic } from "../src/match/temple-seam.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, createMatch } from "./support/post.ts";
import { randomOf } from "./support/random.ts";
import { callRoom } from "./support/rooms.ts";
import { type People, sitDown } from "./support/table.ts";
import { awaitedOf, someCommand, Truth } from "./support/truth.ts";
import { until } from "./support/until.ts";

const TEMPLE = "templo-mayor";

const journal = new MemoryJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal, absence: 3_000 });
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

interface Scene extends People {
  truth: Truth;
  table: () => Promise<TempleTable>;
  /** Plays a command for whoever is awaited, and waits until all see it. */
  play: (choose: (client: TestClient) => object) => Promise<number>;
}

/** Two people at one temple. */
async function begin(options: object = {}): Promise<Scene> {
  const people = await sitDown(server.url, { seats: 2, options });
  for (const seat of ["east", "west"])
    await callRoom(roomIdOf(people.match, 1), "bindSeat", seat, null, TEMPLE, true);
  return {
    ...people,
    truth: new Truth(journal, people.match),
    table: () => callRoom(roomIdOf(people.match, 1), "tableFor", TEMPLE),
    async play(choose) {
      const awaited = awaitedOf(people.players);
      const n = await awaited.play(choose(awaited));
      for (const player of people.players) await player.reached(n);
      return n;
    },
  };
}

/** Plays until beads would be taken. */
async function beginOpen(): Promise<Scene & { open: TempleTable; seat: string }> {
  const scene = await begin();
  for (;;) {
    const open = await scene.table();
    if (open.open.h) return { ...scene, open, seat: open.seat?.id ?? "" };
    await scene.play((awaited) => someCommand(awaited, 0));
  }
}

describe("the table for a temple's display", () => {
  test("waits idle while seats are open", async () => {
    const { match, code } = await createMatch(server.url);
    expect(await callRoom(roomIdOf(match, 1), "tableFor", TEMPLE)).toMatchObject({
      phase: "idle",
      match: code,
      mark: `${match}.0`,
      seat: null,
      step: null,
      open: { h: false, t: false },
      left: 0,
    });
  });

  test("says whose turn it is, whether here, and how many skulls may fall", async () => {
    const { code, open, seat, truth, match } = await beginOpen();
    const { n } = (await truth.record()).entries.at(-1) ?? { n: 0 };
    const { table } = await truth.view(n, null);
    const { state, count, ruling } = table.apocalypse;
    expect(open).toEqual({
      phase: "playing",
      match: code,
      turn: table.turn.number,
      seat: { id: seat, name: seat === "east" ? "Citlali" : "Player 2", local: true },
      step: "sacrifice",
      mark: expect.stringMatching(new RegExp(`^${match}\\.\\d+$`)),
      open: { h: true, t: true },
      left: table.tribes[table.turn.seat]?.skulls,
      offerings: { h: table.offerings.huitzilopochtli, t: table.offerings.tlaloc },
      apocalypse: { state, count, of: 13, ruling },
    });
    const other = await callRoom(roomIdOf(match, 1), "tableFor", "another-temple");
    expect(other.seat?.local).toBe(false);
  });

  test("tells whole names: whoever shows one knows how much room there is", async () => {
    const name = `Citlali de Texcoco ${"\u{1F33A}".repeat(2)}`;
    const { match } = await sitDown(server.url, { name, seats: 2, bots: 1 });
    const { seat } = await callRoom(roomIdOf(match, 1), "tableFor", TEMPLE);
    expect(seat?.name).toBe(name);
  });

  test("has a mark of at most 24 characters that changes exactly when who may sacrifice does, and never comes again", async () => {
    const random = randomOf(5);
    const { players, table, play } = await begin({ rackSize: 4 });
    const marks: string[] = [(await table()).mark];
    let window: string | null = null;
    while (players[0]?.state.status === "playing") {
      await play((awaited) => someCommand(awaited, random(1000)));
      const { awaiting } = players[0].state.table;
      const now = awaiting.decision === "sacrifice" ? awaiting.seat : null;
      const { mark } = await table();
      expect(mark.length).toBeLessThanOrEqual(24);
      expect(mark !== marks.at(-1)).toBe(now !== window);
      if (now !== window) marks.push(mark);
      window = now;
    }
    expect(new Set(marks).size).toBe(marks.length);
    expect(await table()).toMatchObject({
      phase: "over",
      seat: null,
      step: null,
      open: { h: false, t: false },
    });
  });
});

test("J-7: what a bead is judged by names the seat that is awaited, also in the turn of another", async () => {
  const random = randomOf(5);
  const { match, players, table, play } = await begin({ rackSize: 4 });
  await callRoom(roomIdOf(match, 1), "unbindSeat", "west");
  const turns = new Set<string>();
  while (players[0]?.state.status === "playing") {
    const { awaiting, turn } = players[0].state.table;
    expect(await callRoom(roomIdOf(match, 1), "windowFor", TEMPLE)).toEqual({
      phase: "playing",
      mark: (await table()).mark,
      awaited: { id: awaiting.seat, local: awaiting.seat === "east" },
    });
    turns.add(awaiting.seat === turn.seat ? "own" : "another's");
    await play((awaited) => someCommand(awaited, random(1000)));
  }
  expect(turns).toContain("own");
  expect(await callRoom(roomIdOf(match, 1), "windowFor", TEMPLE)).toMatchObject({
    phase: "over",
    awaited: null,
  });
});

describe("a bead", () => {
  test("is a sacrifice of the seat's, told and shown like any other command", async () => {
    const { match, open, seat, players } = await beginOpen();
    const n = (players[0]?.state.n ?? 0) + 1;
    const offerings = open.offerings.t;
    expect(await callRoom(roomIdOf(match, 1), "dropBead", seat, "templo_1_0_t1", "t", open.mark)).toEqual({
      n,
    });
    for (const player of players) {
      await player.reached(n);
      expect(player.state.table.offerings.get("tlaloc")).toBe(offerings + 1);
    }
  });

  test("whose name comes again gets its first answer, whatever has changed since (J-0)", async () => {
    const { match, open, seat, play } = await beginOpen();
    const drop = () => callRoom(roomIdOf(match, 1), "dropBead", seat, "templo_1_0_h1", "h", open.mark);
    const first = await drop();
    expect(first.refused).toBeUndefined();
    await play(() => ({ type: "end-turn" }));
    expect(await drop()).toEqual(first);
  });

  test("stamped with a window that is no more is late (J-5), and nothing changes", async () => {
    const { match, open, seat, play, truth } = await beginOpen();
    const n = await play(() => ({ type: "end-turn" }));
    expect(await callRoom(roomIdOf(match, 1), "dropBead", seat, "templo_1_0_h1", "h", open.mark)).toEqual({
      refused: "late",
    });
    expect((await truth.record()).entries).toHaveLength(n);
  });

  test("that the rules refuse says why (J-8)", async () => {
    const { match, seat, open } = await beginOpen();
    const other = seat === "east" ? "west" : "east";
    const drop = (from: string, id: string) =>
      callRoom(roomIdOf(match, 1), "dropBead", from, id, "h", open.mark);
    expect(await drop(other, "templo_1_0_h1")).toEqual({ refused: "not-your-decision" });
    for (let i = 0; i < open.left; i++)
      expect((await drop(seat, `templo_1_0_h${i + 2}`)).refused).toBeUndefined();
    expect(await drop(seat, "templo_1_0_h99")).toEqual({ refused: "no-skulls" });
  });

  test("before the match begins is refused", async () => {
    const { match } = await createMatch(server.url);
    const dropped = callRoom(roomIdOf(match, 1), "dropBead", "east", "templo_1_0_h1", "h", `${match}.0`);
    expect(await dropped).toEqual({ refused: "match-not-started" });
  });
});

describe("temples hear", () => {
  test("that a table may have changed, and that the match is closed", async () => {
    const { match, players } = await begin();
    const heard: MatchNotice[] = [];
    const listener = (notice: MatchNotice) => void (notice.match === match && heard.push(notice));
    await matchMaker.presence.subscribe(templesTopic(), listener);
    const [east] = players;
    await east?.play({ type: "roll" });
    expect(heard).toContainEqual({ match, kind: "table" });
    await east?.play({ type: "concede" });
    await matchMaker.getLocalRoomById(roomIdOf(match, 1)).disconnect(CLOSE.closed);
    expect(heard.at(-1)).toEqual({ match, kind: "closed" });
    matchMaker.presence.unsubscribe(templesTopic(), listener);
  });

  test("nothing of a match without temples", async () => {
    const heard: MatchNotice[] = [];
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const listener = (notice: MatchNotice) => void (notice.match === match && heard.push(notice));
    await matchMaker.presence.subscribe(templesTopic(), listener);
    await players[0]?.play({ type: "roll" });
    matchMaker.presence.unsubscribe(templesTopic(), listener);
    expect(heard).toEqual([]);
  });
});

describe("a seat at a temple", () => {
  test("shows it, and whether it is online", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const [east, west] = players;
    const seatSeen = () => west?.state.seats.get("east");
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, TEMPLE, true);
    await until(() => seatSeen()?.temple === TEMPLE && seatSeen()?.templeOnline === true, "the binding");
    await callRoom(roomIdOf(match, 1), "templePresence", TEMPLE, false);
    await until(() => seatSeen()?.templeOnline === false, "the temple to be offline");
    await callRoom(roomIdOf(match, 1), "templeOwes", TEMPLE, { h: 0, t: -1 });
    await until(() => seatSeen()?.fixT === -1, "the debt");
    await callRoom(roomIdOf(match, 1), "unbindTemple", TEMPLE);
    await until(() => seatSeen()?.temple === "", "the binding to end");
    expect(east?.state.seats.get("west")).toMatchObject({ temple: "", templeOnline: false });
  });

  test("is local until it is durable that its player left for good, and only then another's to take", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url, { seats: 3 }));
    const { match } = first.reserved;
    const other = await TestClient.join(server.url, await askForSeat(server.url, match, { name: "B" }));
    const seat = other.reserved.seat ?? "";
    const shown = () => first.state.seats.get(seat);
    await callRoom(roomIdOf(match, 1), "bindSeat", seat, null, TEMPLE, true);
    await until(() => shown()?.temple === TEMPLE, "the binding");
    const { promise: durable, resolve: sync } = Promise.withResolvers<void>();
    const locks = vi.spyOn(LocalLocks.prototype, "run").mockImplementationOnce(async (_name, work) => {
      await durable;
      return work();
    });
    await other.leave();
    await until(() => shown()?.connected === false, "its player to have left");
    expect(locks).toHaveBeenLastCalledWith("pairing", expect.anything());
    expect(shown()).toMatchObject({ kind: "human", temple: TEMPLE });
    sync();
    await until(() => shown()?.kind === "open", "the seat to be open");
    expect(shown()?.temple).toBe("");
  });

  test("becomes local for whoever holds it, and for nobody who left it meanwhile", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url, { seats: 3 }));
    const { match } = first.reserved;
    const leaver = await TestClient.join(server.url, await askForSeat(server.url, match, { name: "B" }));
    const { seat, token } = leaver.reserved;
    const { holder } = decodeJwt<{ holder: string }>(token ?? "");
    const bind = () => callRoom(roomIdOf(match, 1), "bindSeat", seat ?? "", holder, TEMPLE, true);
    const shown = () => first.state.seats.get(seat ?? "");
    expect(await bind()).toBe(true);
    await callRoom(roomIdOf(match, 1), "unbindSeat", seat ?? "");
    await leaver.leave();
    await until(() => shown()?.connected === false, "its player to have left");
    expect(await bind(), "leaving").toBe(false);
    await until(() => shown()?.kind === "open", "the seat to be open");
    expect(await bind(), "left").toBe(false);
    await askForSeat(server.url, match, { name: "C", seat: seat ?? "" });
    expect(await bind(), "another's").toBe(false);
    expect(shown()).toMatchObject({ temple: "", templeOnline: false });
  });

  test("owes nothing at another temple than before", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2 });
    const shown = () => players[1]?.state.seats.get("east");
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, TEMPLE, true);
    await callRoom(roomIdOf(match, 1), "templeOwes", TEMPLE, { h: 0, t: -1 });
    await until(() => shown()?.fixT === -1, "the debt");
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, "templo-menor", true);
    await until(() => shown()?.temple === "templo-menor", "the other temple");
    expect(shown()).toMatchObject({ fixH: 0, fixT: 0 });
  });

  test("whose player is leaving begins no match", async () => {
    const reserved = await createMatch(server.url, { seats: 2 });
    const { match } = reserved;
    const leaver = await TestClient.join(server.url, await askForSeat(server.url, match, { name: "B" }));
    const seat = leaver.reserved.seat ?? "";
    await until(() => leaver.state.seats.get(seat)?.nonce !== "", "the leaver's nonce");
    await callRoom(roomIdOf(match, 1), "bindSeat", seat, null, TEMPLE, true);
    const { promise: durable, resolve: sync } = Promise.withResolvers<void>();
    vi.spyOn(LocalLocks.prototype, "run").mockImplementationOnce(async (_name, work) => {
      await durable;
      return work();
    });
    await leaver.leave();
    const stayer = await TestClient.join(server.url, reserved);
    const shown = () => stayer.state.seats.get(seat);
    await until(() => shown()?.connected === false, "its player to have left");
    await until(() => stayer.state.seats.get(stayer.reserved.seat ?? "")?.nonce !== "", "the last nonce");
    sync();
    await until(() => shown()?.kind === "open", "the seat to be open");
    expect(stayer.state.status).toBe("gathering");
  });

  test("that could not be given back is empty, whatever its temple says, and given up after a while", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url, { seats: 3 }));
    const { match } = first.reserved;
    const other = await TestClient.join(server.url, await askForSeat(server.url, match, { name: "B" }));
    const seat = other.reserved.seat ?? "";
    const shown = () => first.state.seats.get(seat);
    await callRoom(roomIdOf(match, 1), "bindSeat", seat, null, TEMPLE, true);
    const locks = vi.spyOn(LocalLocks.prototype, "run").mockRejectedValueOnce(refused("unavailable"));
    await other.leave();
    await until(() => shown()?.kind === "open", "the seat to be given up");
    expect(locks.mock.settledResults.map(({ type }) => type)).toContain("rejected");
    expect(shown()?.temple).toBe("");
  });
});
