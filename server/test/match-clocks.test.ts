/** The players' clocks of a match, in a room: time passes when the test says so. */
import { Client } from "@colyseus/sdk";
import {
  type ClockRules,
  type ClockWish,
  type MatchMessages,
  type MatchState,
  PATHS,
  type SeatReservation,
} from "@flower-war/client-sdk/protocol";
import { nanoid } from "nanoid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { FakeTime } from "./support/fake-time.ts";
import { hostedCounting } from "./support/hosted-counting.ts";
import { hostedTogether } from "./support/hosted-together.ts";
import { askForSeat, createMatch, post } from "./support/post.ts";
import { until } from "./support/until.ts";

/** A journal that outlives its server, as one on disk does. */
class KeptJournal extends MemoryJournal {
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
let journal: KeptJournal;
let server: RunningServer;
const start = async () => {
  const games = new Map<string, object>([
    ["counting", hostedCounting],
    ["together", hostedTogether],
  ]);
  server = await startServer({ games: games as never, journal, time, authSecret: "the-secret-of-clocks" });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new KeptJournal();
  await start();
});
afterEach(() => server.stop());

/** One player's place. */
class Player {
  readonly reserved: SeatReservation;
  readonly warnings: MatchMessages["warning"][] = [];
  readonly #room: Awaited<ReturnType<typeof enter>>;

  private constructor(reserved: SeatReservation, room: Awaited<ReturnType<typeof enter>>) {
    this.reserved = reserved;
    this.#room = room;
    room.reconnection.enabled = false;
    room.onMessage("warning", (warning: MatchMessages["warning"]) => void this.warnings.push(warning));
    room.onMessage("entry", () => {});
    room.onDrop(() => {});
  }

  static async join(reserved: SeatReservation): Promise<Player> {
    const player = new Player(reserved, await enter(reserved));
    await until(() => player.state?.id === reserved.match, "the state");
    if (player.state.seats.get(reserved.seat ?? "")?.nonce === "")
      await player.ask("nonce", { nonce: nanoid() });
    return player;
  }

  get state(): MatchState<{ sum: number; turn: string }> {
    return this.#room.state;
  }

  ask(type: string, payload: object = {}): Promise<unknown> {
    return this.#room.request(type as never, payload);
  }

  play(id = nanoid()): Promise<unknown> {
    return this.ask("command", { id, command: { type: "add", by: 2 } });
  }

  clock(seat = this.reserved.seat ?? "") {
    const clock = this.state.clocks.get(seat);
    if (!clock) throw new Error(`${seat} has no clock`);
    const { reserve, turnEnds, away } = clock;
    return { reserve, left: turnEnds === 0 ? null : turnEnds + reserve - time.now(), away };
  }

  async leave(): Promise<void> {
    await this.#room.leave();
  }

  reached(n: number): Promise<void> {
    return until(() => this.state.status !== "gathering" && this.state.n >= n, `entry ${n}`);
  }
}

function enter({ reservation }: SeatReservation) {
  return new Client(server.url).consumeSeatReservation<MatchState<{ sum: number; turn: string }>>(
    reservation,
  );
}

const clockOf = (wish: Partial<ClockRules> = {}): ClockWish => ({ profile: "quick", ...RULES, ...wish });

/** Two people at a match of the smallest game: a and b take turns. */
async function sitDown(
  clock: ClockWish | undefined = clockOf(),
  game = "counting",
): Promise<[Player, Player]> {
  const first = await createMatch(server.url, { game, seats: 2, ...(clock && { clock }) });
  const second = await askForSeat(server.url, first.match, { name: "Tenoch" });
  const players: [Player, Player] = await Promise.all([Player.join(first), Player.join(second)]);
  for (const player of players) await player.reached(0);
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

/** The rules of a player's match; `""`: no clocks. */
const rulesOf = ({ state }: Player): unknown => state.clockRules && JSON.parse(state.clockRules);

/** Who played, by the journal: a seat, or `clock:` for somebody in its place. */
async function playedIn(match: string): Promise<string[]> {
  const facts = (await journal.read(match))?.facts ?? [];
  return facts.flatMap((fact) => (fact.type === "entry" ? [fact.entry.id.replace(/:.*/, "")] : []));
}

const factsOf = async (match: string) => (await journal.read(match))?.facts ?? [];

const comeBack = async ({ reserved: { match, token } }: Player) =>
  Player.join(await askForSeat(server.url, match, { token }));

describe("a match with clocks", () => {
  test("shows everybody their rules, whose clock runs, and what is left on it", async () => {
    const [a, b] = await sitDown();
    expect(JSON.parse(b.state.clockRules)).toEqual(RULES);
    expect(b.clock("a")).toEqual({ reserve: 60_000, left: 90_000, away: false });
    expect(b.clock("b")).toEqual({ reserve: 60_000, left: null, away: false });
    time.pass(31_000);
    await a.play();
    await b.reached(1);
    expect(b.clock("a")).toEqual({ reserve: 61_000, left: null, away: false });
    expect(b.clock("b")).toEqual({ reserve: 60_000, left: 90_000, away: false });
  });

  test("warns all of the end of a player's time, and then plays the fallback for him, once", async () => {
    const [a, b] = await sitDown();
    const deadline = time.now() + 90_000;
    time.pass(79_999);
    expect(b.warnings).toEqual([]);
    time.pass(1);
    await until(() => a.warnings.length === 1 && b.warnings.length === 1, "the warning");
    expect(b.warnings).toEqual([{ seat: "a", deadline }]);
    time.pass(9999);
    expect(b.state.n).toBe(0);
    time.pass(1);
    await b.reached(1);
    expect(b.state.table.sum).toBe(1);
    expect(await playedIn(a.reserved.match)).toEqual(["clock"]);
    expect(b.clock("b").left).toBe(90_000);
    await b.play();
    await a.reached(2);
    expect(a.clock("a"), "a turn's time again, and no reserve").toEqual({
      reserve: 0,
      left: 30_000,
      away: false,
    });
  });

  test("takes a command that comes before the deadline, and leaves its clock", async () => {
    const [a, b] = await sitDown();
    time.pass(89_999);
    await a.play();
    time.pass(1);
    await b.reached(1);
    expect(await playedIn(a.reserved.match)).toEqual(["a"]);
  });

  test("waits with one timer, and with none when it has no clocks or is over", async () => {
    const [a, b] = await sitDown({ profile: "none" });
    expect(time.pending).toBe(0);
    expect(a.state.clocks.size).toBe(0);
    const [c, d] = await sitDown();
    expect(time.pending).toBe(1);
    for (let n = 1; n <= 5; n++) {
      await (n % 2 === 1 ? c : d).play();
      await Promise.all([c.reached(n), d.reached(n)]);
    }
    expect(c.state.status).toBe("over");
    expect(time.pending).toBe(0);
    expect(b.state.status).toBe("playing");
  });

  test.each([
    ["left out", undefined, ""],
    ["none", { profile: "none" } as const, ""],
    ["quick", { profile: "quick" } as const, clockRules(30_000, 60_000, 2000, 10_000)],
    ["relaxed", { profile: "relaxed" } as const, clockRules(120_000, 300_000, 5000, 30_000)],
    ["days", { profile: "days" } as const, clockRules(3 * 86_400_000, 0, 0, 6 * 3_600_000)],
  ])("has the profile that its host chose: %s", async (_, clock, rules) => {
    const first = await createMatch(server.url, { game: "counting", seats: 2, ...(clock && { clock }) });
    const player = await Player.join(first);
    expect(rulesOf(player)).toEqual(rules);
  });

  test("is `relaxed` when quick play creates it", async () => {
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
  ])("is refused with other clocks: %j", async (clock) => {
    const wish = { game: "counting", name: "A", seats: 2, clock };
    const { status, body } = await post(server.url, PATHS.matches, wish);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "bad-request", field: expect.stringMatching(/^clock/) });
  });
});

describe("seats that decide at the same time", () => {
  const done = (player: Player) => player.ask("command", { id: nanoid(), command: { type: "done" } });

  test("have a deadline each, and who answers late does not hold up more than his own turn", async () => {
    const [a, b] = await sitDown(clockOf(), "together");
    expect([b.clock("a").left, b.clock("b").left]).toEqual([90_000, 90_000]);
    time.pass(50_000);
    await done(b);
    await a.reached(1);
    expect(a.clock("b")).toEqual({ reserve: 42_000, left: null, away: false });
    expect(a.clock("a").left).toBe(40_000);
    time.pass(40_000);
    await b.reached(2);
    expect([b.clock("a").left, b.clock("b").left], "the next round").toEqual([30_000, 72_000]);
    time.pass(30_000);
    await b.reached(3);
    expect(b.clock("b").left, "goes on").toBe(42_000);
    expect(await playedIn(a.reserved.match)).toEqual(["b", "clock", "clock"]);
  });

  test("are both played for when neither answers", async () => {
    const [a] = await sitDown(clockOf({ awayAfter: 1 }), "together");
    time.pass(90_000);
    await until(() => a.state.status === "over", "the end");
    expect(await playedIn(a.reserved.match)).toEqual(Array.from({ length: 6 }, () => "clock"));
  });
});

/** B answers at once, a never: until a has missed as many turns as his rules allow, and is away. */
async function missUntilAway(a: Player, b: Player): Promise<void> {
  time.pass(90_000);
  await b.reached(1);
  await b.play();
  await b.reached(2);
  time.pass(30_000);
  await b.reached(3);
  await until(() => b.clock("a").away && a.clock("a").away, "a to be away");
}

describe("a player who does not answer for several turns", () => {
  test("is away: a bot plays his turns at once, and nobody waits", async () => {
    const [a, b] = await sitDown();
    await missUntilAway(a, b);
    await b.play();
    await b.reached(5);
    expect(await playedIn(a.reserved.match)).toEqual(["clock", "b", "clock", "b", "clock"]);
  });

  test("plays again as soon as he says that he is here, with a turn's time", async () => {
    const [a, b] = await sitDown();
    await missUntilAway(a, b);
    expect(await a.ask("here")).toEqual({ now: time.now() });
    await until(() => !b.clock("a").away, "a to be back");
    await b.play();
    await a.reached(4);
    expect(a.clock("a")).toEqual({ reserve: 0, left: 30_000, away: false });
    await a.play();
    await b.reached(5);
    expect((await playedIn(a.reserved.match)).slice(3)).toEqual(["b", "a"]);
    const back = (await factsOf(a.reserved.match)).filter(({ type }) => type === "player-back");
    expect(back).toMatchObject([{ seat: "a" }]);
  });

  test("is played for by the fallback where the rules say so, or where his game knows no conceding", async () => {
    for (const away of ["fallback", "forfeit"] as const) {
      const [a, b] = await sitDown(clockOf({ away }));
      await missUntilAway(a, b);
      await b.play();
      await b.reached(5);
      expect(b.state.table.sum).toBe(1 + 2 + 1 + 2 + 1);
    }
  });

  test("does not keep the match from its end, though nobody is there any more", async () => {
    const [a] = await sitDown();
    const { match } = a.reserved;
    for (let turns = 0; turns < 4; turns++) {
      const before = (await playedIn(match)).length;
      time.pass(90_000);
      await until(() => a.state.n > before, "the fallback");
    }
    await until(() => a.state.status === "over", "the end");
    expect(new Set(await playedIn(match))).toEqual(new Set(["clock"]));
    expect((await journal.headOf(match))?.over).toBe(true);
  });
});

describe("the clocks of a match whose server was away", () => {
  const restart = async (away: number) => {
    await server.stop();
    time.pass(away);
    await start();
  };

  test("go on to the ms as they stood when it stopped, and say how much was given back", async () => {
    const [a, b] = await sitDown();
    time.pass(31_234);
    await restart(3_600_000);
    const [again, other] = [await comeBack(a), await comeBack(b)];
    expect(again.clock("a")).toEqual({ reserve: 60_000, left: 90_000 - 31_234, away: false });
    expect(other.state.givenBack).toBe(3_600_000);
    const told = (await factsOf(a.reserved.match)).slice(-2);
    expect(told).toMatchObject([{ type: "clock-stopped" }, { type: "time-given-back", ms: 3_600_000 }]);
    time.pass(90_000 - 31_234 - 1);
    expect(other.state.n).toBe(0);
    time.pass(1);
    await other.reached(1);
    expect(await playedIn(a.reserved.match)).toEqual(["clock"]);
  });

  test("go on as they stood at the last that is known when it died without a word", async () => {
    const [a, b] = await sitDown();
    time.pass(5000);
    await a.play();
    await b.reached(1);
    time.pass(12_000);
    const { match } = a.reserved;
    const taken = await journal.takeOver(match); // whoever had it can write no more
    await server.stop();
    expect(taken?.facts.at(-1)?.type).toBe("entry");
    time.pass(60_000);
    await start();
    const again = await comeBack(b);
    expect(again.clock("b")).toEqual({ reserve: 60_000, left: 90_000, away: false });
    expect(again.state.givenBack).toBe(72_000);
  });

  test("keep who is away, and what he missed, over a restart", async () => {
    const [a, b] = await sitDown();
    await missUntilAway(a, b);
    await restart(1000);
    const again = await comeBack(b);
    expect(again.clock("a").away).toBe(true);
    await again.play();
    await again.reached(5);
    expect((await playedIn(a.reserved.match)).at(-1)).toBe("clock");
  });

  test("get their time back when it stood still itself, be it that somebody's time ran out meanwhile", async () => {
    const [a, b] = await sitDown();
    time.pass(80_000);
    time.standStill(7_000);
    await until(() => b.state.givenBack === 7_000, "the time given back");
    expect(b.clock("a").left).toBe(10_000);
    time.standStill(40_000);
    await until(() => b.state.givenBack === 47_000, "the time given back");
    expect(b.clock("a").left).toBe(10_000);
    await a.play();
    await b.reached(1);
    expect(await playedIn(a.reserved.match)).toEqual(["a"]);
  });

  test("run on while nobody is connected: the room stays", async () => {
    const [a, b] = await sitDown();
    await a.leave();
    await b.leave();
    time.pass(90_000);
    await until(() => time.pending === 1, "the next deadline");
    const again = await comeBack(b);
    expect(again.state.n).toBe(1);
    expect(again.reserved.reservation.roomId).toBe(b.reserved.reservation.roomId);
  });
});
