/** The clocks of a match's players (docs/protocol.md, "Clocks"), in a room on a fake time. */
import { matchMaker } from "@colyseus/core";
import { Client } from "@colyseus/sdk";
import {
  type ClockRules,
  type ClockSettings,
  LIMITS,
  type MatchMessages,
  PATHS,
  readDetails,
  type SeatReservation,
  type SyncedMatch,
} from "@flower-war/protocol";
import { nanoid } from "nanoid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import type { MatchRoom } from "../../../src/match/room.ts";
import { HeartbeatStore } from "../../../src/storage/heartbeats/heartbeat-store.ts";
import { JournalUnavailable } from "../../../src/storage/journal/journal.ts";
import { memoryDatabase, MemoryJournal } from "../../support/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { hostedCounting } from "../../support/hosted-counting.ts";
import { hostedSimultaneous } from "../../support/hosted-simultaneous.ts";
import { createMatch, post, requestSeat } from "../../support/post.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

/** A journal that outlives its server, as one on disk does. */
class PersistentJournal extends MemoryJournal {
  /** Whether it can be used. */
  isAvailable = true;

  override async append(...args: Parameters<MemoryJournal["append"]>): Promise<void> {
    if (!this.isAvailable) throw new JournalUnavailable();
    return super.append(...args);
  }
}

/** Heartbeats in a store that can be away. */
class StoppableHeartbeats extends HeartbeatStore {
  isAvailable = true;

  override async store(...args: Parameters<HeartbeatStore["store"]>): Promise<void> {
    if (!this.isAvailable) throw new Error("away");
    return super.store(...args);
  }
}

const RULES: ClockRules = {
  turn: 30_000,
  reserve: 60_000,
  increment: 2000,
  warning: 10_000,
  awayAfter: 2,
  away: "bot",
};

let time: FakeTime;
let journal: PersistentJournal;
let heartbeats: StoppableHeartbeats | undefined;
let server: RunningServer;
/** Is called whenever a command is decided. */
let whileDeciding = () => {};
const start = async () => {
  const { game } = hostedCounting;
  const decide: typeof game.decide = (...command) => {
    whileDeciding();
    return game.decide(...command);
  };
  const games = new Map<string, object>([
    ["counting", { ...hostedCounting, game: { ...game, decide } }],
    ["simultaneous", hostedSimultaneous],
  ]);
  server = await startOnFakeTime(time, {
    games: games as never,
    journal,
    ...(heartbeats && { heartbeats }),
    authSecret: "the-secret-of-clocks",
  });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new PersistentJournal(systemTime);
  heartbeats = undefined;
  await start();
});
afterEach(() => server.stop());

/** A connected player of the counting game or the simultaneous one. */
class Player {
  readonly reserved: SeatReservation;
  readonly warnings: MatchMessages["warning"][] = [];
  readonly #room: Awaited<ReturnType<typeof connect>>;

  private constructor(reserved: SeatReservation, room: Awaited<ReturnType<typeof connect>>) {
    this.reserved = reserved;
    this.#room = room;
    room.reconnection.enabled = false;
    room.onMessage("warning", (warning: MatchMessages["warning"]) => void this.warnings.push(warning));
    room.onMessage("entry", () => {});
    room.onDrop(() => {});
  }

  /** Connects, and gives a nonce that is not sealed if `isOpen`, as the table has to allow. */
  static async join(reserved: SeatReservation, isOpen = false): Promise<Player> {
    const player = new Player(reserved, await connect(reserved));
    await until(() => player.state?.id === reserved.match, "the state");
    if (isOpen) await player.request("nonce", { nonce: nanoid() });
    return player;
  }

  get state(): SyncedMatch<{ sum: number; turn: string }> {
    return this.#room.state;
  }

  request(type: string, payload: object = {}): Promise<unknown> {
    return this.#room.request(type as never, payload);
  }

  play(id = nanoid()): Promise<unknown> {
    return this.request("command", { id, command: { type: "add", by: 2 } });
  }

  /** Returns a seat's clock. `left`: ms until its time is over; `null`: it does not run. */
  clock(seat = this.reserved.seat ?? "") {
    const clock = this.state.clocks.get(seat);
    if (!clock) throw new Error(`${seat} has no clock`);
    const { reserve, turnEnds, away } = clock;
    return { reserve, left: turnEnds === 0 ? null : turnEnds + reserve - time.steady.now(), away };
  }

  async leave(): Promise<void> {
    await this.#room.leave();
  }

  waitForEntry(n: number): Promise<void> {
    return until(() => this.state.status !== "gathering" && this.state.n >= n, `entry ${n}`);
  }
}

function connect({ reservation }: SeatReservation) {
  return new Client(server.url).consumeSeatReservation<SyncedMatch<{ sum: number; turn: string }>>(
    reservation,
  );
}

const clockOf = (rules: Partial<ClockRules> = {}): ClockSettings => ({
  profile: "quick",
  ...RULES,
  ...rules,
});

const detailsOf = ({ state }: Player) => readDetails(state.details);

/** Begins a match of two players, a and b. In the counting game they take turns. */
async function seatTwo(
  clock: ClockSettings | undefined = clockOf(),
  game = "counting",
): Promise<[Player, Player]> {
  const settings = { game, seats: 2, openNonces: true, ...(clock && { clock }) };
  const first = await createMatch(server.url, settings);
  const second = await requestSeat(server.url, first.match, { name: "Tenoch" });
  const players: [Player, Player] = await Promise.all([Player.join(first, true), Player.join(second, true)]);
  for (const player of players) await player.waitForEntry(0);
  return players;
}

/** The rules of a profile, as docs/protocol.md lists them. */
const clockRules = (turn: number, reserve: number, increment: number, warning: number): ClockRules => ({
  turn,
  reserve,
  increment,
  warning,
  awayAfter: 3,
  away: "bot",
});

/** Returns the clock rules of a player's match; `""`: it has no clocks. */
const rulesOf = ({ state }: Player): unknown => state.clockRules && JSON.parse(state.clockRules);

/** Reads from the journal who played each command: the start of its id, which is the seat, or `clock` if the server played it. */
async function playersOf(match: string): Promise<string[]> {
  const facts = (await journal.read(match))?.facts ?? [];
  return facts.flatMap((fact) => (fact.type === "entry" ? [fact.entry.id.replace(/:.*/, "")] : []));
}

/** Reads a match's facts from the journal. */
const readFacts = async (match: string) => (await journal.read(match))?.facts ?? [];

const rejoin = async ({ reserved: { match, token } }: Player) =>
  Player.join(await requestSeat(server.url, match, { token }));

describe("a match with clocks", () => {
  test("shows every player its rules, whose clock runs, and the time left", async () => {
    const [a, b] = await seatTwo();
    expect(JSON.parse(b.state.clockRules)).toEqual(RULES);
    expect(b.clock("a")).toEqual({ reserve: 60_000, left: 90_000, away: false });
    expect(b.clock("b")).toEqual({ reserve: 60_000, left: null, away: false });
    await time.pass(31_000);
    await a.play();
    await b.waitForEntry(1);
    expect(b.clock("a")).toEqual({ reserve: 61_000, left: null, away: false });
    expect(b.clock("b")).toEqual({ reserve: 60_000, left: 90_000, away: false });
  });

  test("warns all players 10 s before a seat's time is over, then plays the fallback for it once", async () => {
    const [a, b] = await seatTwo();
    const deadline = time.now() + 90_000;
    await time.pass(79_999);
    expect(b.warnings).toEqual([]);
    await time.pass(1);
    await until(() => a.warnings.length === 1 && b.warnings.length === 1, "the warning");
    expect(b.warnings).toEqual([{ seat: "a", deadline, turn: 1 }]);
    await time.pass(9999);
    expect(b.state.n).toBe(0);
    await time.pass(1);
    await b.waitForEntry(1);
    expect(b.state.table.sum).toBe(1);
    expect(await playersOf(a.reserved.match)).toEqual(["clock"]);
    expect(b.clock("b").left).toBe(90_000);
    await b.play();
    await a.waitForEntry(2);
    expect(a.clock("a"), "a turn's time again, and no reserve").toEqual({
      reserve: 0,
      left: 30_000,
      away: false,
    });
  });

  test("accepts a command 1 ms before the deadline, and plays no fallback", async () => {
    const [a, b] = await seatTwo();
    await time.pass(89_999);
    await a.play();
    await time.pass(1);
    await b.waitForEntry(1);
    expect(await playersOf(a.reserved.match)).toEqual(["a"]);
  });

  test("needs one timer while it runs, and none without clocks or when it is over", async () => {
    const [a, b] = await seatTwo({ profile: "none" });
    expect(time.alarms).toBe(0);
    expect(a.state.clocks.size).toBe(0);
    const [c, d] = await seatTwo();
    expect(time.alarms).toBe(1);
    for (let n = 1; n <= 5; n++) {
      await (n % 2 === 1 ? c : d).play();
      await Promise.all([c.waitForEntry(n), d.waitForEntry(n)]);
    }
    expect(c.state.status).toBe("over");
    expect(time.alarms).toBe(0);
    expect(b.state.status).toBe("playing");
  });

  test("sleeps while no client is connected, and is woken when a clock ends", async () => {
    const [a, b] = await seatTwo(clockOf({ turn: 3_600_000, reserve: 0 }));
    const { roomId } = a.reserved.reservation;
    await a.leave();
    await b.leave();
    await time.pass(61_000);
    await until(() => matchMaker.getLocalRoomById(roomId) === undefined, "the room to close");
    await time.pass(3_540_000);
    await until(() => time.alarms === 1, "the next deadline");
    expect((await rejoin(b)).state.n).toBe(1);
  });

  test("is back in time for a player who returns while it sleeps: nothing is given back", async () => {
    const [a, b] = await seatTwo(clockOf({ turn: 3_600_000, reserve: 0 }));
    const { roomId } = a.reserved.reservation;
    const { turnEnds } = a.state.clocks.get("a") ?? {};
    await a.leave();
    await b.leave();
    await time.pass(61_000);
    await until(() => matchMaker.getLocalRoomById(roomId) === undefined, "the room to close");
    await time.pass(1_000_000);
    const again = await rejoin(a);
    expect(again.state.clocks.get("a")?.turnEnds).toBe(turnEnds);
    expect(again.state.givenBack).toBe(0);
  });

  test.each([
    ["none", { profile: "none" } as const, ""],
    ["quick", { profile: "quick" } as const, clockRules(30_000, 60_000, 2000, 10_000)],
    ["relaxed", { profile: "relaxed" } as const, clockRules(120_000, 300_000, 5000, 30_000)],
    ["days", { profile: "days" } as const, clockRules(3 * 86_400_000, 0, 0, 6 * 3_600_000)],
  ])("has the rules of the profile in the request: %s", async (_, clock, rules) => {
    const first = await createMatch(server.url, { game: "counting", seats: 2, ...(clock && { clock }) });
    const player = await Player.join(first);
    expect(rulesOf(player)).toEqual(rules);
  });

  test.each([
    ["public, others can join", {}, clockRules(120_000, 300_000, 5000, 30_000)],
    ["private", { private: true }, ""],
    ["bots have all other seats", { bots: 1 }, ""],
  ])("has these rules without any in the request: %s", async (_, settings, rules) => {
    const first = await createMatch(server.url, {
      game: "counting",
      seats: 2,
      clock: undefined,
      ...settings,
    });
    expect(rulesOf(await Player.join(first))).toEqual(rules);
  });

  test("has the profile `relaxed` when quick play creates it", async () => {
    const { body } = await post<SeatReservation>(server.url, PATHS.quickPlay, {
      game: "counting",
      name: "A",
    });
    const player = await Player.join(body);
    expect(rulesOf(player)).toEqual(clockRules(120_000, 300_000, 5000, 30_000));
  });

  test.each([
    [{ profile: "slow" }],
    [{ profile: "quick", turn: 999 }],
    [{ profile: "quick", turn: 1.5 }],
    [{ profile: "quick", turn: 31 * 86_400_000 }],
    [{ profile: "quick", awayAfter: 0 }],
    [{ profile: "quick", away: "sleep" }],
    [{ profile: "quick", turn: 5000, warning: 5001 }],
    [{ profile: "quick", bonus: 1 }],
    [{ profile: "none", turn: 5000 }],
    [{}],
    ["quick"],
  ])("is refused bad-request, with the field, for the clocks %j", async (clock) => {
    const settings = { game: "counting", name: "A", seats: 2, clock };
    const { status, body } = await post(server.url, PATHS.matches, settings);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "bad-request", field: expect.stringMatching(/^clock/) });
  });
});

describe("seats that decide at the same time", () => {
  const done = (player: Player) => player.request("command", { id: nanoid(), command: { type: "done" } });

  test("have a deadline each: a late answer costs no other seat time", async () => {
    const [a, b] = await seatTwo(clockOf(), "simultaneous");
    expect([b.clock("a").left, b.clock("b").left]).toEqual([90_000, 90_000]);
    await time.pass(50_000);
    await done(b);
    await a.waitForEntry(1);
    expect(a.clock("b")).toEqual({ reserve: 42_000, left: null, away: false });
    expect(a.clock("a").left).toBe(40_000);
    await time.pass(40_000);
    await b.waitForEntry(2);
    expect([b.clock("a").left, b.clock("b").left], "the next round").toEqual([30_000, 72_000]);
    await time.pass(30_000);
    await b.waitForEntry(3);
    expect(b.clock("b").left, "goes on").toBe(42_000);
    expect(await playersOf(a.reserved.match)).toEqual(["b", "clock", "clock"]);
  });

  test("are both played by the server when neither answers", async () => {
    const [a] = await seatTwo(clockOf({ awayAfter: 1 }), "simultaneous");
    await time.pass(90_000);
    await until(() => a.state.status === "over", "the end");
    expect(await playersOf(a.reserved.match)).toEqual(Array.from({ length: 6 }, () => "clock"));
  });
});

/** Plays until a has missed `awayAfter` turns in a row and is away: b answers at once, a never. */
async function missUntilAway(a: Player, b: Player): Promise<void> {
  await time.pass(90_000);
  await b.waitForEntry(1);
  await b.play();
  await b.waitForEntry(2);
  await time.pass(30_000);
  await b.waitForEntry(3);
  await until(() => b.clock("a").away && a.clock("a").away, "a to be away");
}

test.each([1_000, -1_000, 60_000, -60_000, 3_600_000, -3_600_000, 86_400_000, -86_400_000])(
  "when the machine's clock is set by %d ms, every turn ends in time, and so does what players agree on",
  async (step) => {
    const [a, b] = await seatTwo();
    await time.pass(40_000);
    time.step(step);
    expect(a.clock().left).toBe(50_000);
    await b.request("offer", { what: "draw" });
    await until(() => detailsOf(a).offer !== null, "the offer");
    await time.pass(49_999);
    expect(a.state.n).toBe(0);
    await time.pass(1);
    await b.waitForEntry(1);
    expect(b.clock().left).toBe(90_000);
    await time.pass(LIMITS.offers.open - 50_000);
    await until(() => detailsOf(a).offer === null, "the offer to lapse");
    time.step(-step);
    await time.pass(90_000 - (LIMITS.offers.open - 50_000));
    await a.waitForEntry(2);
    expect(a.state.givenBack).toBe(0);
  },
);

describe("a player who misses `awayAfter` turns in a row", () => {
  test("is away: a bot plays the seat at once", async () => {
    const [a, b] = await seatTwo();
    await missUntilAway(a, b);
    await b.play();
    await b.waitForEntry(5);
    expect(await playersOf(a.reserved.match)).toEqual(["clock", "b", "clock", "b", "clock"]);
  });

  test("has the seat back with the request `here`, and a turn's time", async () => {
    const [a, b] = await seatTwo();
    await missUntilAway(a, b);
    expect(await a.request("here")).toEqual({ now: time.now() });
    await until(() => !b.clock("a").away, "a to be back");
    await b.play();
    await a.waitForEntry(4);
    expect(a.clock("a")).toEqual({ reserve: 0, left: 30_000, away: false });
    await a.play();
    await b.waitForEntry(5);
    expect((await playersOf(a.reserved.match)).slice(3)).toEqual(["b", "a"]);
    const back = (await readFacts(a.reserved.match)).filter(({ type }) => type === "player-back");
    expect(back).toMatchObject([{ seat: "a" }]);
  });

  test("is played by the fallback with `fallback`, and with `forfeit` in a game without concede", async () => {
    for (const away of ["fallback", "forfeit"] as const) {
      const [a, b] = await seatTwo(clockOf({ away }));
      await missUntilAway(a, b);
      await b.play();
      await b.waitForEntry(5);
      expect(b.state.table.sum).toBe(1 + 2 + 1 + 2 + 1);
    }
  });

  test("does not stop the match from reaching its end, even when no player answers", async () => {
    const [a] = await seatTwo();
    const { match } = a.reserved;
    // 90 s are at least one turn, and as many more as the server begins before they have passed.
    while (a.state.status !== "over") {
      const before = a.state.n;
      await time.pass(90_000);
      await until(() => a.state.n > before || a.state.status === "over", "the fallback or the end");
    }
    expect(new Set(await playersOf(match))).toEqual(new Set(["clock"]));
    expect((await journal.findHead(match))?.over).toBe(true);
  });
});

describe("time during which the server was away", () => {
  const restart = async (away: number) => {
    await server.stop();
    await time.pass(away);
    await start();
  };

  test("is given back to the ms from when the clocks were stopped, and shown as `givenBack`", async () => {
    const [a, b] = await seatTwo();
    await time.pass(31_234);
    await restart(3_600_000);
    const [again, other] = [await rejoin(a), await rejoin(b)];
    await until(() => other.state.givenBack > 0, "the time given back");
    expect(again.clock("a")).toEqual({ reserve: 60_000, left: 90_000 - 31_234, away: false });
    expect(other.state.givenBack).toBe(3_600_000);
    const facts = (await readFacts(a.reserved.match)).slice(-3);
    const stoppedAt = facts[0]?.at ?? 0;
    expect(facts).toMatchObject([
      { type: "clock-stopped" },
      { type: "clock-stopped", seats: ["a", "b"], since: stoppedAt, until: stoppedAt + 3_610_000 },
      { type: "time-given-back", seat: "a", ms: 3_600_000 },
    ]);
    await time.pass(90_000 - 31_234 - 1);
    expect(other.state.n).toBe(0);
    await time.pass(1);
    await other.waitForEntry(1);
    expect(await playersOf(a.reserved.match)).toEqual(["clock"]);
  });

  test("is given back from the last journaled fact on after a crash", async () => {
    const [a, b] = await seatTwo();
    await time.pass(5000);
    await a.play();
    await b.waitForEntry(1);
    await time.pass(12_000);
    const { match } = a.reserved;
    const taken = await journal.takeOver(match); // the server can append nothing from now on
    await server.stop();
    expect(taken?.facts.at(-1)?.type).toBe("entry");
    await time.pass(60_000);
    await start();
    const again = await rejoin(b);
    await until(() => again.state.givenBack > 0, "the time given back");
    expect(again.clock("b")).toEqual({ reserve: 60_000, left: 90_000, away: false });
    expect(again.state.givenBack).toBe(72_000);
  });

  test("changes nothing about who is away", async () => {
    const [a, b] = await seatTwo();
    await missUntilAway(a, b);
    await restart(1000);
    const again = await rejoin(b);
    expect(again.clock("a").away).toBe(true);
    await again.play();
    await again.waitForEntry(5);
    expect((await playersOf(a.reserved.match)).at(-1)).toBe("clock");
  });

  test("is given back after a standstill, even if a deadline passed meanwhile", async () => {
    const [a, b] = await seatTwo();
    await time.pass(80_000);
    time.standStill(7_000);
    await until(() => b.state.givenBack === 7_000, "the time given back");
    expect(b.clock("a").left).toBe(10_000);
    time.standStill(40_000);
    await until(() => b.state.givenBack === 47_000, "the time given back");
    expect(b.clock("a").left).toBe(10_000);
    await a.play();
    await b.waitForEntry(1);
    expect(await playersOf(a.reserved.match)).toEqual(["a"]);
  });

  test("is given back for a standstill to a player whose command is handled before anything else", async () => {
    const [a, b] = await seatTwo();
    await time.pass(80_000);
    time.freeze(40_000);
    await a.play();
    await b.waitForEntry(1);
    expect(b.state.givenBack).toBe(40_000);
    // Of 30 s for the turn and 60 s of reserve 80 s are spent, and 2 s come with each turn.
    expect(b.clock("a")).toMatchObject({ reserve: 12_000 });
  });

  test("is given back for a standstill in the middle of a player's command", async () => {
    const [a, b] = await seatTwo();
    await time.pass(80_000);
    whileDeciding = () => {
      whileDeciding = () => {};
      time.freeze(40_000);
    };
    await a.play();
    await b.waitForEntry(1);
    expect(b.state.givenBack).toBe(40_000);
    expect(b.clock("a")).toMatchObject({ reserve: 12_000 });
  });
});

/** What the state says of clocks that stand still: ms that were left of each. */
const stoppedOf = ({ state }: Player) => {
  const { stopped } = readDetails(state.details);
  const left = (seat: string, since: number) => {
    const clock = state.clocks.get(seat);
    return clock === undefined ? 0 : clock.turnEnds + clock.reserve - since;
  };
  return Object.fromEntries(Object.entries(stopped ?? {}).map(([seat, since]) => [seat, left(seat, since)]));
};

describe("a clock that waits for its player after a takeover", () => {
  /** Another process takes the match over, as if this one had died: nothing more of it is journaled. */
  const crash = async ({ reserved: { match } }: Player) => {
    await journal.takeOver(match);
    await server.stop();
  };
  const nextServer = async (away: number) => {
    await time.pass(away);
    await start();
  };
  beforeEach(async () => {
    await server.stop();
    heartbeats = new StoppableHeartbeats(memoryDatabase());
    await start();
  });

  test("stands still until they are back, and is shown standing still", async () => {
    const [a, b] = await seatTwo();
    await time.pass(20_000);
    await server.stop();
    await nextServer(5_000);
    const other = await rejoin(b);
    expect(stoppedOf(other)).toEqual({ a: 70_000 });
    await time.pass(9_000);
    expect(stoppedOf(other)).toEqual({ a: 70_000 });
    const again = await rejoin(a);
    await until(() => again.state.givenBack === 14_000, "the time given back");
    expect(again.clock("a").left).toBe(70_000);
    expect(stoppedOf(again)).toEqual({});
  });

  test("waits no longer than the outage and 10 s; what was given is journaled", async () => {
    const [a, b] = await seatTwo();
    await time.pass(20_000);
    await server.stop();
    await nextServer(5_000);
    const other = await rejoin(b);
    await time.pass(10_000);
    await until(() => other.state.givenBack === 15_000, "the time given back");
    expect(other.clock("a").left).toBe(70_000);
    const { match } = a.reserved;
    expect((await readFacts(match)).at(-1)).toMatchObject({ type: "time-given-back", seat: "b", ms: 0 });
    await time.pass(70_000);
    await other.waitForEntry(1);
    expect(await playersOf(match)).toEqual(["clock"]);
  });

  test("costs a player who is awaited only meanwhile nothing", async () => {
    const [a, b] = await seatTwo();
    await server.stop();
    await nextServer(5_000);
    const again = await rejoin(a);
    await time.pass(1_000);
    await again.play();
    await again.waitForEntry(1);
    await time.pass(6_000);
    expect(stoppedOf(again)).toEqual({ b: 90_000 });
    const other = await rejoin(b);
    await until(() => other.clock("b").left === 90_000, "the time given back");
  });

  test("has lost what it ran before a crash, to a second", async () => {
    const [a, b] = await seatTwo();
    await time.pass(18_000);
    await crash(a);
    await nextServer(4_000);
    const [again] = [await rejoin(a), await rejoin(b)];
    await until(() => again.state.givenBack > 0, "the time given back");
    expect(Math.abs((again.clock("a").left ?? 0) - 72_000)).toBeLessThanOrEqual(1_000);
  });

  describe.each([1, 60, 3_600, 86_400])(
    "has what was left of it in a process whose machine's clock was set by %d s:",
    (seconds) => {
      test.each([
        ["forth, after a restart", 1, async () => server.stop()],
        ["back, after a restart", -1, async () => server.stop()],
        ["forth, after a crash", 1, crash],
        ["back, after a crash", -1, crash],
      ])("%s", async (_, sign, end) => {
        const [a, b] = await seatTwo();
        await time.pass(18_000);
        await end(a);
        time = new FakeTime(time.now() + sign * seconds * 1_000);
        await nextServer(4_000);
        const other = await rejoin(b);
        await time.pass(3_000);
        const again = await rejoin(a);
        await until(() => Object.keys(stoppedOf(other)).length === 0, "the clocks to run");
        const serverTime = async () => ((await again.request("time")) as { now: number }).now;
        const left = async () => (again.clock("a").left ?? 0) + time.steady.now() - (await serverTime());
        expect(Math.abs((await left()) - 72_000)).toBeLessThanOrEqual(1_000);
        await time.pass(70_000);
        expect(await playersOf(a.reserved.match)).toEqual([]);
        await time.pass(3_000);
        await other.waitForEntry(1);
        expect(await playersOf(a.reserved.match)).toEqual(["clock"]);
      });
    },
  );

  test("has lost what it ran before each of two crashes, though the clock was set back at the first", async () => {
    const [a, b] = await seatTwo();
    await time.pass(18_000);
    await crash(a);
    time = new FakeTime(time.now() - 3_600_000);
    await nextServer(4_000);
    await rejoin(a);
    const other = await rejoin(b);
    await until(() => Object.keys(stoppedOf(other)).length === 0, "the clocks to run");
    await time.pass(20_000);
    await crash(a);
    await nextServer(4_000);
    const [again] = [await rejoin(a), await rejoin(b)];
    await until(() => Object.keys(stoppedOf(again)).length === 0, "the clocks to run");
    const { now } = (await again.request("time")) as { now: number };
    const left = (again.clock("a").left ?? 0) + time.steady.now() - now;
    expect(Math.abs(left - 52_000)).toBeLessThanOrEqual(2_000);
  });

  test.each([
    ["a restart", async () => server.stop()],
    ["a crash", crash],
  ])("warns once in a turn, also over %s", async (_, end) => {
    const [a, b] = await seatTwo();
    await time.pass(82_000);
    await until(() => b.warnings.length === 1, "the warning");
    await end(a);
    await nextServer(5_000);
    const [again, other] = [await rejoin(a), await rejoin(b)];
    await until(() => again.state.givenBack > 0, "the time given back");
    await time.pass(7_000);
    await again.play();
    await other.waitForEntry(1);
    await again.waitForEntry(1);
    expect([...again.warnings, ...other.warnings]).toEqual([]);
    await time.pass(80_000);
    await until(() => other.warnings.length > 0 && again.warnings.length > 0, "the next turn's warning");
    expect(other.warnings).toMatchObject([{ seat: "b", turn: 1 }]);
    expect(b.warnings).toMatchObject([{ seat: "a", turn: 1 }]);
  });

  test("warns once in a turn, although its time stood still meanwhile", async () => {
    const [a, b] = await seatTwo();
    await time.pass(82_000);
    time.standStill(7_000);
    await until(() => b.state.givenBack === 7_000, "the time given back");
    await time.pass(7_000);
    await a.play();
    await b.waitForEntry(1);
    expect(b.warnings).toMatchObject([{ seat: "a" }]);
  });

  test("runs out on a host that crashes every 20 s", async () => {
    let [a] = await seatTwo(clockOf({ turn: 60_000, reserve: 0, warning: 0 }));
    for (let crashes = 0; crashes < 3; crashes++) {
      await time.pass(20_000);
      expect(a?.state.n, `after ${crashes} crashes`).toBe(0);
      await crash(a);
      await nextServer(2_000);
      const before: Player = a;
      a = await rejoin(before);
      await until(() => a.state.givenBack > before.state.givenBack, "the time given back");
    }
    await time.pass(4_000);
    await a.waitForEntry(1);
    expect(await playersOf(a.reserved.match)).toEqual(["clock"]);
  });

  test("stands still for as long as the store is away, and nothing of it is lost", async () => {
    if (!heartbeats) throw new Error("no heartbeats");
    const [a, b] = await seatTwo();
    await time.pass(80_500);
    journal.isAvailable = heartbeats.isAvailable = false;
    await time.pass(40_000);
    await until(() => "a" in stoppedOf(b), "the clock to stand still");
    expect(b.state.n).toBe(0);
    journal.isAvailable = true;
    await a.play();
    await b.waitForEntry(1);
    heartbeats.isAvailable = true;
    await time.pass(1_000);
    expect(b.clock("a").reserve, "50.5 s of it ran, at most a second more").toBeGreaterThanOrEqual(10_500);
    expect(b.clock("a").reserve).toBeLessThanOrEqual(12_500);
    expect(await playersOf(a.reserved.match)).toEqual(["a"]);
    await until(() => Object.keys(stoppedOf(b)).length === 0, "no clock to stand still");
    expect(b.clock("b").left, "it has run since the store is back").toBeGreaterThanOrEqual(89_000);
  });

  test("stands still in the journal too while no player can come back, whoever takes the match over", async () => {
    const [a, b] = await seatTwo();
    await time.pass(20_000);
    const { match, reservation } = a.reserved;
    const { live } = matchMaker.getLocalRoomById(reservation.roomId) as unknown as MatchRoom;
    live.clockStops.noteEntranceLost(0);
    await a.leave();
    await until(() => "a" in stoppedOf(b), "the clock to stand still");
    await time.pass(5_000);
    await crash(a);
    expect((await readFacts(match)).at(-1)).toMatchObject({ type: "clock-stopped", seats: ["a"] });
    await nextServer(1_000);
    const again = await rejoin(a);
    await until(() => again.state.givenBack === 6_000, "the time given back");
    expect(again.clock("a").left).toBe(70_000);
  });

  test("runs on while no player can come back, for those who are there", async () => {
    const [a, b] = await seatTwo();
    const { live } = matchMaker.getLocalRoomById(a.reserved.reservation.roomId) as unknown as MatchRoom;
    live.clockStops.noteEntranceLost(0);
    await time.pass(20_000);
    live.clockStops.noteEntranceBack();
    await time.pass(1_000);
    expect(b.clock("a").left).toBe(69_000);
    expect(b.state.givenBack).toBe(0);
  });

  test("is given its time when the store is back that was away at that moment", async () => {
    const [a, b] = await seatTwo();
    await time.pass(20_000);
    await server.stop();
    await nextServer(5_000);
    const other = await rejoin(b);
    journal.isAvailable = false;
    const again = await rejoin(a);
    await until(() => other.state.givenBack === 5_000, "the time given back");
    expect((await readFacts(a.reserved.match)).at(-1)).not.toMatchObject({ seat: "a" });
    journal.isAvailable = true;
    await time.pass(1_000);
    const given = async () =>
      (await readFacts(a.reserved.match)).filter(({ type }) => type === "time-given-back");
    for (let tries = 0; tries < 100 && (await given()).length === 0; tries++) await time.nextTurn();
    expect((await given()).at(-1)).toMatchObject({ seat: "a", ms: 5_000 });
    expect(again.clock("a").left).toBe(69_000);
  });
});
