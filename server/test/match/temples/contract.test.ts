/** What a match does for its temples (docs/temple-protocol.md), called the way the temples call it. */
import { matchMaker } from "@colyseus/core";
import { CLOSE, LIMITS } from "@flower-war/protocol";
import type { TempleTable } from "@flower-war/protocol/temple";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import { LocalLocks } from "../../../src/cluster/locks.ts";
import { roomIdOf } from "../../../src/match/room-id.ts";
import { type MatchNotice, templesTopic } from "../../../src/match/temples/contract.ts";
import { refuse } from "../../../src/refusal.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { TestClient } from "../../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand } from "../../support/expected-views.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { createMatch, requestSeat } from "../../support/post.ts";
import { seededRandom } from "../../support/random.ts";
import { callRoom } from "../../support/rooms.ts";
import { type SeatedMatch, seatPlayers } from "../../support/seated-match.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

const TEMPLE = "templo-mayor";
const authSecret = "auth-secret-of-these-tests";

let journal: MemoryJournal;
let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  journal = new MemoryJournal(systemTime);
  time = new FakeTime();
  server = await startOnFakeTime(time, { authSecret, journal });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

interface TempleMatch extends SeatedMatch {
  views: ExpectedViews;
  /** Reads the table as the temple's display shows it. */
  table: () => Promise<TempleTable>;
  /** Plays a command for the awaited player, and waits until both players see it. */
  play: (choose: (client: TestClient) => object) => Promise<number>;
}

/** Begins a match of two players whose seats are local to the temple. */
async function begin(options: object = {}): Promise<TempleMatch> {
  const seated = await seatPlayers(server.url, { seats: 2, options });
  for (const seat of ["east", "west"])
    await callRoom(roomIdOf(seated.match, 1), "bindSeat", seat, null, TEMPLE, true);
  return {
    ...seated,
    views: new ExpectedViews(journal, seated.match),
    table: () => callRoom(roomIdOf(seated.match, 1), "tableFor", TEMPLE),
    async play(choose) {
      const awaited = findAwaited(seated.players);
      const n = await awaited.play(choose(awaited));
      for (const player of seated.players) await player.waitForEntry(n);
      return n;
    },
  };
}

/** Plays until the slots are open. */
async function playUntilOpen(): Promise<TempleMatch & { open: TempleTable; seat: string }> {
  const match = await begin();
  for (;;) {
    const open = await match.table();
    if (open.open.h) return { ...match, open, seat: open.seat?.id ?? "" };
    await match.play((awaited) => pickCommand(awaited, 0));
  }
}

/** The two players end the match in a draw. */
async function agreeToDraw(players: readonly TestClient[]): Promise<void> {
  const [first, second] = players;
  await first?.request("offer", { what: "draw" });
  await until(() => (second?.details.offer ?? null) !== null, "the offer");
  await second?.request("accept", { id: second.details.offer?.id });
  await until(() => players.every(({ state }) => state.status === "over"), "the end");
}

describe("the table for a temple's display", () => {
  test("has phase `idle` and closed slots while the match waits for players", async () => {
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

  test("shows whose turn it is, whether that seat is local, and the skulls left", async () => {
    const { code, open, seat, views, match } = await playUntilOpen();
    const { n } = (await views.readRecord()).entries.at(-1) ?? { n: 0 };
    const { table } = await views.viewAt(n, null);
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
      lake: { h: table.lake.huitzilopochtli, t: table.lake.tlaloc },
      apocalypse: {
        state,
        count,
        of: 13,
        ruling,
        discs: table.spaces.filter(({ disc }) => disc !== null).length,
      },
      end: null,
    });
    const other = await callRoom(roomIdOf(match, 1), "tableFor", "another-temple");
    expect(other.seat?.local).toBe(false);
  });

  test("[J-7] [J-13] has closed slots in the sacrifice phase of a seat that is local to no temple, or to another one", async () => {
    const { match, open, seat, table } = await playUntilOpen();
    const closed = { ...open, seat: { ...open.seat, local: false }, open: { h: false, t: false }, left: 0 };
    expect(await callRoom(roomIdOf(match, 1), "tableFor", "another-temple")).toEqual(closed);
    await callRoom(roomIdOf(match, 1), "unbindSeat", seat);
    expect(await table()).toEqual(closed);
    await callRoom(roomIdOf(match, 1), "bindSeat", seat, null, TEMPLE, true);
    expect(await table()).toEqual(open);
  });

  test("[J-4] [J-13] [J-15] has closed slots and no turn when an agreement ends the match in a sacrifice phase", async () => {
    const { match, open, players, table } = await playUntilOpen();
    await agreeToDraw(players);
    const { mark, ...shown } = await table();
    expect(shown).toEqual({
      ...open,
      mark: undefined,
      phase: "over",
      seat: null,
      step: null,
      open: { h: false, t: false },
      left: 0,
      end: "none",
    });
    expect(mark).not.toBe(open.mark);
    expect(await callRoom(roomIdOf(match, 1), "windowFor", TEMPLE)).toMatchObject({
      mark,
      closed: { mark: open.mark, ago: expect.any(Number) },
    });
  });

  test("contains names in full: the display shortens them", async () => {
    const name = `Citlali de Texcoco ${"\u{1F33A}".repeat(2)}`;
    const { match } = await seatPlayers(server.url, { name, seats: 2, bots: 1 });
    const { seat } = await callRoom(roomIdOf(match, 1), "tableFor", TEMPLE);
    expect(seat?.name).toBe(name);
  });

  test("has a mark of at most 24 characters that changes exactly with the window, and is never used again", async () => {
    const random = seededRandom(5);
    const { players, table, play } = await begin({ rackSize: 4 });
    const marks: string[] = [(await table()).mark];
    let window: string | null = null;
    while (players[0]?.state.status === "playing") {
      await play((awaited) => pickCommand(awaited, random(1000)));
      const { awaiting } = players[0].state.table;
      const now = awaiting.decision === "sacrifice" ? awaiting.seat : null;
      const { mark } = await table();
      expect(mark.length).toBeLessThanOrEqual(24);
      expect(mark !== marks.at(-1)).toBe(now !== window);
      if (now !== window) marks.push(mark);
      window = now;
    }
    expect(new Set(marks).size).toBe(marks.length);
    const { winner = null } = players[0]?.state.table.outcome ?? {};
    const nameOf = (seat: string) => players[0]?.state.seats.get(seat)?.name;
    expect((await table()).winner).toBe(winner === null ? undefined : nameOf(winner));
    const { ruling } = players[0]?.state.table.apocalypse ?? {};
    expect((await table()).end).toBe(winner ? "won" : ruling);
    expect(await table()).toMatchObject({
      phase: "over",
      seat: null,
      step: null,
      open: { h: false, t: false },
    });
  });
});

test("[J-7] the window for beads names the awaited seat, also in another seat's turn", async () => {
  const random = seededRandom(5);
  const { match, players, table, play } = await begin({ rackSize: 4 });
  await callRoom(roomIdOf(match, 1), "unbindSeat", "west");
  const turns = new Set<string>();
  while (players[0]?.state.status === "playing") {
    const { awaiting, turn } = players[0].state.table;
    expect(await callRoom(roomIdOf(match, 1), "windowFor", TEMPLE)).toMatchObject({
      phase: "playing",
      mark: (await table()).mark,
      awaited: { id: awaiting.seat, local: awaiting.seat === "east" },
    });
    turns.add(awaiting.seat === turn.seat ? "own" : "another's");
    await play((awaited) => pickCommand(awaited, random(1000)));
  }
  expect(turns).toContain("own");
  expect(await callRoom(roomIdOf(match, 1), "windowFor", TEMPLE)).toMatchObject({
    phase: "over",
    awaited: null,
  });
});

test("[J-15] the window names the one that closed last at the temple, and how long ago", async () => {
  const { match, open, play } = await playUntilOpen();
  await play(() => ({ type: "end-turn" }));
  const windowFor = (temple: string) => callRoom(roomIdOf(match, 1), "windowFor", temple);
  expect((await windowFor(TEMPLE)).closed).toEqual({ mark: open.mark, ago: expect.any(Number) });
  expect((await windowFor("another-temple")).closed).toBeNull();
});

test("[J-15] the window that closed last is as old, and has the same name, when another process has the match", async () => {
  const { match, open, play, players } = await playUntilOpen();
  await play(() => ({ type: "end-turn" }));
  await time.pass(5_000);
  const windowFor = (epoch: number) => callRoom(roomIdOf(match, epoch), "windowFor", TEMPLE);
  const before = await windowFor(1);
  expect(before.closed).toEqual({ mark: open.mark, ago: 5_000 });
  await server.stop();
  await time.pass(5_000);
  server = await startOnFakeTime(time, { authSecret, journal });
  await requestSeat(server.url, match, { token: players[0]?.reserved.token });
  for (const seat of ["east", "west"])
    await callRoom(roomIdOf(match, 2), "bindSeat", seat, null, TEMPLE, true);
  expect(await windowFor(2)).toEqual({ ...before, closed: { mark: open.mark, ago: 10_000 } });
});

describe("a bead", () => {
  test("becomes a sacrifice of its seat, shown like any other command", async () => {
    const { match, open, seat, players } = await playUntilOpen();
    const n = (players[0]?.state.n ?? 0) + 1;
    const offerings = open.offerings.t;
    expect(await callRoom(roomIdOf(match, 1), "dropBead", seat, "templo_1_0_t1", "t", open.mark)).toEqual({
      n,
    });
    for (const player of players) {
      await player.waitForEntry(n);
      expect(player.state.table.offerings.get("tlaloc")).toBe(offerings + 1);
    }
  });

  test("[J-0] with a name that was judged before gets the first answer, whatever has changed since", async () => {
    const { match, open, seat, play } = await playUntilOpen();
    const drop = () => callRoom(roomIdOf(match, 1), "dropBead", seat, "templo_1_0_h1", "h", open.mark);
    const first = await drop();
    expect(first.refused).toBeUndefined();
    await play(() => ({ type: "end-turn" }));
    expect(await drop()).toEqual(first);
  });

  test("[J-5] stamped with the mark of a closed window is refused late, and changes nothing", async () => {
    const { match, open, seat, play, views } = await playUntilOpen();
    const n = await play(() => ({ type: "end-turn" }));
    expect(await callRoom(roomIdOf(match, 1), "dropBead", seat, "templo_1_0_h1", "h", open.mark)).toEqual({
      refused: "late",
    });
    expect((await views.readRecord()).entries).toHaveLength(n);
  });

  test("[J-8] that the rules refuse gets their code", async () => {
    const { match, seat, open } = await playUntilOpen();
    const other = seat === "east" ? "west" : "east";
    const drop = (from: string, id: string) =>
      callRoom(roomIdOf(match, 1), "dropBead", from, id, "h", open.mark);
    expect(await drop(other, "templo_1_0_h1")).toEqual({ refused: "not-your-decision" });
    for (let i = 0; i < open.left; i++)
      expect((await drop(seat, `templo_1_0_h${i + 2}`)).refused).toBeUndefined();
    expect(await drop(seat, "templo_1_0_h99")).toEqual({ refused: "no-skulls" });
  });

  test("before the match begins is refused match-not-started", async () => {
    const { match } = await createMatch(server.url);
    const dropped = callRoom(roomIdOf(match, 1), "dropBead", "east", "templo_1_0_h1", "h", `${match}.0`);
    expect(await dropped).toEqual({ refused: "match-not-started" });
  });
});

describe("temples are notified", () => {
  test("when the table may have changed, and when the match closes", async () => {
    const { match, players } = await begin();
    const notices: MatchNotice[] = [];
    const listener = (notice: MatchNotice) => void (notice.match === match && notices.push(notice));
    await matchMaker.presence.subscribe(templesTopic(matchMaker.processId), listener);
    const [east] = players;
    await east?.play({ type: "roll" });
    expect(notices).toContainEqual({ match, kind: "table" });
    await east?.play({ type: "concede" });
    await matchMaker.getLocalRoomById(roomIdOf(match, 1)).disconnect(CLOSE.closed);
    expect(notices.at(-1)).toEqual({ match, kind: "closed" });
    matchMaker.presence.unsubscribe(templesTopic(matchMaker.processId), listener);
  });

  test("of nothing in a match without local seats", async () => {
    const notices: MatchNotice[] = [];
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const listener = (notice: MatchNotice) => void (notice.match === match && notices.push(notice));
    await matchMaker.presence.subscribe(templesTopic(matchMaker.processId), listener);
    await players[0]?.play({ type: "roll" });
    matchMaker.presence.unsubscribe(templesTopic(matchMaker.processId), listener);
    expect(notices).toEqual([]);
  });
});

describe("a seat that is local to a temple", () => {
  test("shows the temple, whether it is online, and its debts", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const [east, west] = players;
    const seatSeen = () => west?.state.seats.get("east");
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, TEMPLE, true);
    await until(() => seatSeen()?.temple === TEMPLE && seatSeen()?.templeOnline === true, "the binding");
    await callRoom(roomIdOf(match, 1), "setTempleOnline", TEMPLE, false);
    await until(() => seatSeen()?.templeOnline === false, "the temple to be offline");
    await callRoom(roomIdOf(match, 1), "setTempleDebts", TEMPLE, { h: 0, t: -1 });
    await until(() => seatSeen()?.fixT === -1, "the debt");
    await callRoom(roomIdOf(match, 1), "unbindTemple", TEMPLE);
    await until(() => seatSeen()?.temple === "", "the binding to end");
    expect(east?.state.seats.get("west")).toMatchObject({ temple: "", templeOnline: false });
  });

  test("stays local and taken until it is durable that its player left", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url, { seats: 3 }));
    const { match } = first.reserved;
    const other = await TestClient.join(server.url, await requestSeat(server.url, match, { name: "B" }));
    const seat = other.reserved.seat ?? "";
    const shown = () => first.state.seats.get(seat);
    await callRoom(roomIdOf(match, 1), "bindSeat", seat, null, TEMPLE, true);
    await until(() => shown()?.temple === TEMPLE, "the binding");
    const { promise: durable, resolve: makeDurable } = Promise.withResolvers<void>();
    const locks = vi.spyOn(LocalLocks.prototype, "run").mockImplementationOnce(async (_name, work) => {
      await durable;
      return work();
    });
    await other.leave();
    await until(() => shown()?.connected === false, "its player to have left");
    expect(locks).toHaveBeenLastCalledWith(`pairing:${match}`, expect.anything());
    expect(shown()).toMatchObject({ kind: "human", temple: TEMPLE });
    makeDurable();
    await until(() => shown()?.kind === "open", "the seat to be open");
    expect(shown()?.temple).toBe("");
  });

  test("becomes local for its holder only, not for a player who is leaving or has left", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url, { seats: 3 }));
    const { match } = first.reserved;
    const leaver = await TestClient.join(server.url, await requestSeat(server.url, match, { name: "B" }));
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
    await requestSeat(server.url, match, { name: "C", seat: seat ?? "" });
    expect(await bind(), "taken by another player").toBe(false);
    expect(shown()).toMatchObject({ temple: "", templeOnline: false });
  });

  test("has no debts at another temple", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const shown = () => players[1]?.state.seats.get("east");
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, TEMPLE, true);
    await callRoom(roomIdOf(match, 1), "setTempleDebts", TEMPLE, { h: 0, t: -1 });
    await until(() => shown()?.fixT === -1, "the debt");
    await callRoom(roomIdOf(match, 1), "bindSeat", "east", null, "templo-menor", true);
    await until(() => shown()?.temple === "templo-menor", "the other temple");
    expect(shown()).toMatchObject({ fixH: 0, fixT: 0 });
  });

  test("does not let the match begin while its player is leaving", async () => {
    const reserved = await createMatch(server.url, { seats: 2 });
    const { match } = reserved;
    const leaver = await TestClient.join(server.url, await requestSeat(server.url, match, { name: "B" }));
    const seat = leaver.reserved.seat ?? "";
    await until(() => seat in leaver.details.seals, "the leaver's seal");
    await callRoom(roomIdOf(match, 1), "bindSeat", seat, null, TEMPLE, true);
    const { promise: durable, resolve: makeDurable } = Promise.withResolvers<void>();
    vi.spyOn(LocalLocks.prototype, "run").mockImplementationOnce(async (_name, work) => {
      await durable;
      return work();
    });
    await leaver.leave();
    const stayer = await TestClient.join(server.url, reserved);
    const shown = () => stayer.state.seats.get(seat);
    await until(() => shown()?.connected === false, "its player to have left");
    await until(() => (stayer.reserved.seat ?? "") in stayer.details.seals, "the last seal");
    makeDurable();
    await until(() => shown()?.kind === "open", "the seat to be open");
    expect(stayer.state.status).toBe("gathering");
  });

  test("opens after 20 s if its player left and the journal failed, although its temple is online", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url, { seats: 3 }));
    const { match } = first.reserved;
    const other = await TestClient.join(server.url, await requestSeat(server.url, match, { name: "B" }));
    const seat = other.reserved.seat ?? "";
    const shown = () => first.state.seats.get(seat);
    await callRoom(roomIdOf(match, 1), "bindSeat", seat, null, TEMPLE, true);
    const locks = vi.spyOn(LocalLocks.prototype, "run").mockRejectedValueOnce(refuse("unavailable"));
    await other.leave();
    await until(() => locks.mock.settledResults.some(({ type }) => type === "rejected"), "the first attempt");
    await until(() => time.isDueIn(LIMITS.absence), "the absence timeout to start");
    await time.pass(LIMITS.absence);
    await until(() => shown()?.kind === "open", "the seat to open");
    expect(shown()?.temple).toBe("");
  });
});
