/** The clocks of a match's players (docs/protocol.md, "Clocks"), in a room on a fake time. */
import { Client } from "@colyseus/sdk";
import {
  type ClockRules,
  type ClockSettings,
  type MatchMessages,
  PATHS,
  type SeatReservation,
  type SyncedMatch,
} from "@flower-war/protocol";
import { nanoid } from "nanoid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import { MemoryJournal } from "../../../src/storage/journal/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { hostedCounting } from "../../support/hosted-counting.ts";
import { hostedSimultaneous } from "../../support/hosted-simultaneous.ts";
import { createMatch, post, requestSeat } from "../../support/post.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

/** A journal that outlives its server, as one on disk does. */
class PersistentJournal extends MemoryJournal {
  override async close(): Promise<void> {}
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
let server: RunningServer;
const start = async () => {
  const games = new Map<string, object>([
    ["counting", hostedCounting],
    ["simultaneous", hostedSimultaneous],
  ]);
  server = await startOnFakeTime(time, {
    games: games as never,
    journal,
    authSecret: "the-secret-of-clocks",
  });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new PersistentJournal(systemTime);
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

  static async join(reserved: SeatReservation): Promise<Player> {
    const player = new Player(reserved, await connect(reserved));
    await until(() => player.state?.id === reserved.match, "the state");
    if (player.state.seats.get(reserved.seat ?? "")?.nonce === "")
      await player.request("nonce", { nonce: nanoid() });
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
    return { reserve, left: turnEnds === 0 ? null : turnEnds + reserve - time.now(), away };
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

/** Begins a match of two players, a and b. In the counting game they take turns. */
async function seatTwo(
  clock: ClockSettings | undefined = clockOf(),
  game = "counting",
): Promise<[Player, Player]> {
  const first = await createMatch(server.url, { game, seats: 2, ...(clock && { clock }) });
  const second = await requestSeat(server.url, first.match, { name: "Tenoch" });
  const players: [Player, Player] = await Promise.all([Player.join(first), Player.join(second)]);
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
    expect(b.warnings).toEqual([{ seat: "a", deadline }]);
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

  test("goes on while no client is connected: its room does not close after 15 min", async () => {
    const [a, b] = await seatTwo(clockOf({ turn: 3_600_000, reserve: 0 }));
    await a.leave();
    await b.leave();
    await time.pass(3_600_000);
    await until(() => time.alarms === 1, "the next deadline");
    const again = await rejoin(b);
    expect(again.state.n).toBe(1);
    expect(again.reserved.reservation.roomId).toBe(b.reserved.reservation.roomId);
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
    for (let turns = 0; turns < 4; turns++) {
      const before = (await playersOf(match)).length;
      await time.pass(90_000);
      await until(() => a.state.n > before, "the fallback");
    }
    await until(() => a.state.status === "over", "the end");
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
    expect(again.clock("a")).toEqual({ reserve: 60_000, left: 90_000 - 31_234, away: false });
    expect(other.state.givenBack).toBe(3_600_000);
    const facts = (await readFacts(a.reserved.match)).slice(-2);
    expect(facts).toMatchObject([{ type: "clock-stopped" }, { type: "time-given-back", ms: 3_600_000 }]);
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
});
