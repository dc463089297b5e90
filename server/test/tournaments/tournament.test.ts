import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../../../test/support/seeded-random.ts";
import { RefusalError } from "../../src/refusal.ts";
import {
  advance,
  end,
  noteAbsent,
  noteResult,
  pause,
  register,
  resume,
  start,
  withdraw,
} from "../../src/tournaments/decide.ts";
import { describe as describeShown } from "../../src/tournaments/describe.ts";
import type { DatedFact, TournamentFact, TournamentPlan } from "../../src/tournaments/facts.ts";
import { TIE_BREAK, WIN } from "../../src/tournaments/scores.ts";
import { standingsOf } from "../../src/tournaments/standings.ts";
import { type Table, Tournament } from "../../src/tournaments/tournament.ts";
import { PLAN } from "./plan.ts";

const MINUTE = 60_000;

/** A tournament on its own time, whose facts are stored as text. */
class World {
  now = 1_000;
  readonly facts: DatedFact[] = [];
  readonly barred = new Set<string>();
  readonly busy = new Set<string>();
  isDeserted = false;
  readonly #random: SeededRandom;
  #ids = 0;

  constructor(plan: Partial<TournamentPlan> = {}, seed = 1) {
    this.#random = new SeededRandom(seed);
    this.add([{ type: "created", plan: { ...PLAN, ...plan } }]);
  }

  /** The tournament, folded anew. */
  get tournament(): Tournament {
    return new Tournament("t", JSON.parse(JSON.stringify(this.facts)) as DatedFact[]);
  }

  add(facts: readonly TournamentFact[]): readonly TournamentFact[] {
    this.facts.push(...facts.map((fact) => ({ ...fact, at: this.now })));
    return facts;
  }

  enter(count: number, first = 0): this {
    for (let i = first; i < first + count; i += 1)
      this.add(register(this.tournament, { player: `p${i}`, name: `P${i}`, kind: "guest" }));
    return this;
  }

  advance(ms = 0): readonly TournamentFact[] {
    this.now += ms;
    return this.add(
      advance(this.tournament, {
        now: this.now,
        newMatch: () => `m${(this.#ids += 1)}`,
        draw: (below) => this.#random.below(below),
        isBarred: (player) => this.barred.has(player),
        isBusy: (player) => this.busy.has(player),
        isDeserted: this.isDeserted,
      }),
    );
  }

  /** Ends a match. @param places of its players, in turn order */
  finish(table: Table, places: readonly number[] = table.players.map((_, i) => i + 1)): void {
    this.add(
      noteResult(this.tournament, table, new Map(table.players.map((player, i) => [player, places[i] ?? 9]))),
    );
  }

  finishAll(): void {
    for (const table of this.tournament.openTables) this.finish(table);
  }

  places(): string[] {
    return standingsOf(this.tournament).map(({ entrant, place }) => `${place} ${entrant.player}`);
  }
}

/** Returns the code with which something is refused; `null`: it is not. */
function codeOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof RefusalError) return error.body.code;
    throw error;
  }
}

describe("rounds", () => {
  test("start, pair all, wait for the last match and the pause, and end after the last round", () => {
    const world = new World().enter(4);
    expect(world.advance(MINUTE)).toEqual([]);
    world.add(start(world.tournament));
    for (let round = 1; round <= 3; round += 1) {
      expect(world.advance()).toMatchObject([{ type: "paired", byes: [] }]);
      const [first, second] = world.tournament.openTables;
      if (!first || !second) throw new Error("two tables were expected");
      expect(new Set([...first.players, ...second.players]).size).toBe(4);
      world.finish(first);
      expect(world.advance(MINUTE)).toEqual([]);
      world.finish(second);
      if (round < 3) expect(world.advance(9_999)).toEqual([]);
      world.now += 1;
    }
    expect(world.advance()).toEqual([{ type: "ended" }]);
    expect(world.tournament.status).toBe("over");
    expect(world.advance(MINUTE)).toEqual([]);
    // Of four players each has met each.
    const met = world.tournament.tables.map(({ players }) => players.toSorted().join(" "));
    expect(new Set(met).size).toBe(6);
  });

  test("an odd player has a bye, each at most once, which counts as a win", () => {
    const world = new World({ rounds: 5 }).enter(5);
    world.add(start(world.tournament));
    for (let round = 1; round <= 5; round += 1) {
      world.advance(10_000);
      world.finishAll();
    }
    expect(world.tournament.entrants.map(({ byes }) => byes)).toEqual([1, 1, 1, 1, 1]);
    const points = standingsOf(world.tournament).map((each) => each.entrant.points);
    expect(points.reduce((sum, each) => sum + each)).toBe(5 * 3 * WIN);
  });

  test("who comes late joins the next round, without points for those before, until the last is paired", () => {
    const world = new World({ rounds: 2 }).enter(4);
    world.add(start(world.tournament));
    world.advance();
    world.enter(2, 4);
    world.finishAll();
    world.advance(10_000);
    expect(world.tournament.openTables.flatMap(({ players }) => players)).toHaveLength(6);
    expect(codeOf(() => world.enter(1, 6))).toBe("registration-closed");
  });

  test("who withdraws is paired no more and keeps their points; too few players end it", () => {
    const world = new World().enter(4);
    world.add(start(world.tournament));
    world.advance();
    world.finishAll();
    for (const player of ["p1", "p2"]) world.add(withdraw(world.tournament, player));
    expect(withdraw(world.tournament, "p1")).toEqual([]);
    world.advance(10_000);
    expect(world.tournament.openTables.map(({ players }) => players.toSorted())).toEqual([["p0", "p3"]]);
    world.add(withdraw(world.tournament, "p0"));
    world.finishAll();
    expect(world.advance(10_000)).toEqual([{ type: "ended", by: "too-few" }]);
    expect(standingsOf(world.tournament)).toHaveLength(4);
  });

  test("who does not come loses, and is withdrawn; who came wins a match that did not begin", () => {
    const world = new World().enter(4);
    world.add(start(world.tournament));
    world.advance();
    const [first, second] = world.tournament.openTables;
    if (!first || !second) throw new Error("two tables were expected");
    const [gone = "", there = ""] = first.players;
    expect(world.add(noteResult(world.tournament, first, new Map([[there, 1]]), [gone]))).toMatchObject([
      { type: "no-show", players: [gone] },
      { type: "result" },
    ]);
    expect(noteAbsent(world.tournament, first, [gone])).toEqual([]);
    world.add(noteAbsent(world.tournament, second, second.players));
    expect(noteAbsent(world.tournament, second, [])).toEqual([]);
    // The rules let one of them win; neither came.
    world.add(noteResult(world.tournament, second, new Map(second.players.map((player) => [player, 1]))));
    const points = new Map(
      standingsOf(world.tournament).map((each) => [each.entrant.player, each.entrant.points]),
    );
    expect(points.get(there)).toBe(WIN);
    expect([gone, ...second.players].map((player) => points.get(player))).toEqual([0, 0, 0]);
    expect(world.tournament.entrants.filter(({ isIn }) => isIn).map(({ player }) => player)).toEqual([there]);
  });

  test("a pause keeps the next round back", () => {
    const world = new World().enter(4);
    expect(codeOf(() => pause(world.tournament))).toBe("tournament-not-started");
    world.add(start(world.tournament));
    world.advance();
    world.add(pause(world.tournament));
    expect(pause(world.tournament)).toEqual([]);
    world.finishAll();
    expect(world.advance(MINUTE)).toEqual([]);
    world.add(resume(world.tournament));
    expect(world.advance()).toMatchObject([{ type: "paired" }]);
  });

  test("a planned one starts at its time, or ends if too few are there", () => {
    const world = new World({ startsAt: 5_000 }).enter(1);
    expect(world.advance(3_999)).toEqual([]);
    const other = new World({ startsAt: 5_000 }).enter(2);
    expect(world.advance(1)).toEqual([{ type: "ended", by: "too-few" }]);
    expect(other.advance(4_000)).toEqual([{ type: "started" }]);
  });

  test("ended by its organiser, it pairs no more and takes no players", () => {
    const world = new World().enter(2);
    expect(codeOf(() => start(new World().enter(1).tournament))).toBe("too-few-players");
    world.add(end(world.tournament));
    expect(end(world.tournament)).toEqual([]);
    for (const act of [start, pause, resume])
      expect(codeOf(() => act(world.tournament))).toBe("tournament-over");
    expect(codeOf(() => world.enter(1, 2))).toBe("tournament-over");
  });

  test("bot accounts and guests are let in where the organiser allows it", () => {
    const bot = { player: "b", name: "B", kind: "bot" } as const;
    const guest = { player: "g", name: "G", kind: "guest" } as const;
    expect(codeOf(() => register(new World().tournament, bot))).toBe("bot-account");
    expect(register(new World({ bots: true }).tournament, bot)).toMatchObject([{ bot: true }]);
    expect(codeOf(() => register(new World({ accountsOnly: true }).tournament, guest))).toBe(
      "account-needed",
    );
    expect(codeOf(() => withdraw(new World().tournament, "g"))).toBe("not-registered");
  });
});

describe("who may take part", () => {
  const ask = (world: World, player: string) =>
    register(world.tournament, { player, name: player, kind: "guest" });

  test("a player registers 20 times at most, and not again once the organiser removed them", () => {
    const world = new World().enter(2);
    for (let i = 1; i < TOURNAMENT_LIMITS.registrations; i += 1) {
      world.add(withdraw(world.tournament, "p0"));
      world.add(ask(world, "p0"));
    }
    world.add(withdraw(world.tournament, "p0"));
    expect(codeOf(() => ask(world, "p0"))).toBe("registration-closed");
    world.add(withdraw(world.tournament, "p1"));
    const excluded = () => describeShown(world.tournament, () => [], new Set()).excluded;
    expect(excluded()).toEqual([{ id: "p0", left: "withdrew" }]);
    world.add(withdraw(world.tournament, "p1", "organiser"));
    expect(excluded()).toEqual([
      { id: "p0", left: "withdrew" },
      { id: "p1", left: "removed" },
    ]);
    expect(withdraw(world.tournament, "p1", "organiser")).toEqual([]);
    expect(codeOf(() => ask(world, "p1"))).toBe("registration-closed");
  });

  test("who withdrew and never played takes no place, but only so many ever register", () => {
    const world = new World();
    const tournament = world.tournament;
    const enter = (player: string) => {
      for (const fact of register(tournament, { player, name: player, kind: "guest" }))
        tournament.apply({ ...fact, at: 1 });
    };
    for (let i = 0; i < TOURNAMENT_LIMITS.players; i += 1) enter(`p${i}`);
    expect(codeOf(() => enter("late"))).toBe("tournament-full");
    for (let i = TOURNAMENT_LIMITS.players; i < TOURNAMENT_LIMITS.entrants; i += 1) {
      for (const fact of withdraw(tournament, `p${i - 1}`)) tournament.apply({ ...fact, at: 1 });
      enter(`p${i}`);
    }
    for (const fact of withdraw(tournament, "p0")) tournament.apply({ ...fact, at: 1 });
    expect(codeOf(() => enter("late"))).toBe("tournament-full");
    enter("p0");
    expect(standingsOf(tournament)).toHaveLength(TOURNAMENT_LIMITS.players);
  });

  test("who is banned or deleted is not paired; who plays in another tournament is not for now", () => {
    const world = new World().enter(6);
    world.add(start(world.tournament));
    world.barred.add("p0");
    for (const player of ["p1", "p2", "p3", "p4"]) world.busy.add(player);
    expect(world.advance()).toEqual([]);
    world.busy.delete("p4");
    expect(world.advance()).toMatchObject([{ tables: [{ players: { length: 2 } }], byes: [] }]);
    expect(world.tournament.openTables[0]?.players.toSorted()).toEqual(["p4", "p5"]);
    world.finishAll();
    for (const player of ["p1", "p2", "p3", "p4"]) world.barred.add(player);
    expect(world.advance(10_000)).toEqual([{ type: "ended", by: "too-few" }]);
  });
});

describe("a tournament that waits for its organiser", () => {
  test("ends after a pause of a day", () => {
    const world = new World().enter(2);
    world.add(start(world.tournament));
    world.add(pause(world.tournament));
    expect(world.advance(24 * 60 * MINUTE - 1)).toEqual([]);
    expect(world.advance(1)).toEqual([{ type: "ended", by: "organiser" }]);
  });

  test("ends when they are deleted; one that goes on without them does not", () => {
    const [waiting, planned, running] = [
      new World().enter(2),
      new World({ startsAt: 5_000 }).enter(2),
      new World().enter(2),
    ];
    running.add(start(running.tournament));
    for (const world of [waiting, planned, running]) world.isDeserted = true;
    expect(waiting.advance()).toEqual([{ type: "ended", by: "organiser" }]);
    expect(planned.advance()).toEqual([]);
    expect(running.advance()).toMatchObject([{ type: "paired" }]);
  });

  test("is ended by an operator of the server", () => {
    const world = new World().enter(2);
    expect(world.add(end(world.tournament, "operator"))).toEqual([{ type: "ended", by: "operator" }]);
    expect(end(world.tournament, "operator")).toEqual([]);
  });
});

describe("arena", () => {
  const ARENA = { kind: "arena", duration: 30 * MINUTE, rounds: null } as const;

  test("pairs whoever waits at once, and not the same two again while others may come", () => {
    const world = new World(ARENA).enter(4);
    world.add(start(world.tournament));
    expect(world.advance()).toMatchObject([{ type: "paired", byes: [] }]);
    const [first, second] = world.tournament.openTables;
    if (!first || !second) throw new Error("two tables were expected");
    world.finish(first);
    expect(world.advance(1_000)).toEqual([]);
    world.finish(second);
    expect(world.advance(1_000)).toMatchObject([{ type: "paired" }]);
    const met = world.tournament.tables.map(({ players }) => players.toSorted().join(" "));
    expect(new Set(met).size).toBe(4);
    // Two who are left alone meet again after a while.
    const [third] = world.tournament.openTables;
    if (!third) throw new Error("a table was expected");
    world.finish(third);
    expect(world.advance(19_999)).toEqual([]);
    expect(world.advance(1)).toMatchObject([{ type: "paired", tables: [{ players: expect.any(Array) }] }]);
  });

  test("a newcomer is paired at once, and one who left never", () => {
    const world = new World(ARENA).enter(3);
    world.add(start(world.tournament));
    world.advance();
    const waiting = world.tournament.entrants.find(({ match }) => match === null)?.player ?? "";
    world.enter(1, 3);
    world.advance(1);
    expect(world.tournament.openTables.at(-1)?.players.toSorted()).toEqual([waiting, "p3"].toSorted());
    world.add(withdraw(world.tournament, "p3"));
    world.finishAll();
    world.advance(30_000);
    expect(world.tournament.openTables.flatMap(({ players }) => players)).not.toContain("p3");
  });

  test("a table with fewer seats is paired only after a wait", () => {
    const match = { ...PLAN.match, seats: 4 };
    const world = new World({ ...ARENA, match }).enter(3);
    world.add(start(world.tournament));
    expect(world.advance(19_999)).toEqual([]);
    expect(world.advance(1)).toMatchObject([{ tables: [{ players: { length: 3 } }] }]);
  });

  test("ends at its time; a pause puts that off; matches that go on count no more", () => {
    const world = new World(ARENA).enter(2);
    world.add(start(world.tournament));
    world.advance();
    world.add(pause(world.tournament));
    world.now += 5 * MINUTE;
    world.add(resume(world.tournament));
    expect(world.advance(30 * MINUTE - 1)).toEqual([]);
    expect(world.advance(1)).toEqual([{ type: "ended" }]);
    const [table] = world.tournament.openTables;
    if (!table) throw new Error("a table was expected");
    expect(noteResult(world.tournament, table, new Map())).toEqual([]);
  });

  test("200 players play 40 matches each: each is at one table at a time, and few meet again soon", () => {
    const random = new SeededRandom(3);
    const world = new World({ ...ARENA, duration: 60 * MINUTE }).enter(200);
    world.add(start(world.tournament));
    const tournament = world.tournament;
    let ids = 0;
    const chances = {
      newMatch: () => `m${(ids += 1)}`,
      draw: (below: number) => random.below(below),
      isBarred: () => false,
      isBusy: () => false,
      isDeserted: false,
    };
    for (let step = 0, now = world.now; step < 80; step += 1, now += 5_000) {
      const playing = tournament.openTables.flatMap(({ players }) => players);
      expect(new Set(playing).size).toBe(playing.length);
      for (const table of tournament.openTables) {
        if (!random.happens(0.5)) continue;
        const places = new Map(table.players.map((player, i) => [player, 1 + ((i + random.below(2)) % 2)]));
        for (const fact of noteResult(tournament, table, places)) tournament.apply({ ...fact, at: now });
      }
      for (const fact of advance(tournament, { ...chances, now })) tournament.apply({ ...fact, at: now });
    }
    const pairs = tournament.tables.map(({ players }) => players.toSorted().join(" "));
    expect(pairs.length).toBeGreaterThan(3_000);
    expect(new Set(pairs).size).toBeGreaterThan(0.98 * pairs.length);
  });
});

describe("standings", () => {
  test("wins, draws and losses; then Buchholz, Sonneborn-Berger and direct encounter", () => {
    const world = new World({ rounds: 9 }).enter(4);
    world.add(start(world.tournament));
    const play = (one: string, other: string, places: readonly number[]) => {
      const match = `${one}${other}`;
      world.add([{ type: "paired", tables: [{ match, players: [one, other] }], byes: [] }]);
      world.add([{ type: "result", match, places }]);
    };
    play("p0", "p1", [1, 2]);
    play("p2", "p3", [1, 2]);
    play("p0", "p2", [1, 1]);
    play("p1", "p3", [1, 2]);
    play("p0", "p3", [2, 1]);
    play("p1", "p2", [2, 1]);
    const rows = standingsOf(world.tournament).map(({ entrant, tieBreaks }) => [
      entrant.player,
      entrant.points / WIN,
      ...tieBreaks.map((each, i) => (i === 4 ? each : each / TIE_BREAK)),
    ]);
    // Points; Buchholz without the best and the worst opponent, Buchholz, Sonneborn-Berger, direct encounter, wins.
    expect(rows).toEqual([
      ["p2", 2.5, 1, 3.5, 2.75, 0, 2],
      ["p0", 1.5, 1, 4.5, 2.25, 0, 1],
      ["p3", 1, 1.5, 5, 1.5, 0, 1],
      ["p1", 1, 1.5, 5, 1, 1, 1],
    ]);
  });

  test("at a table of several seats points are the share of the others who are behind", () => {
    const match = { ...PLAN.match, seats: 4 };
    const world = new World({ match }).enter(4);
    world.add(start(world.tournament));
    world.advance();
    const [table] = world.tournament.openTables;
    if (!table) throw new Error("a table was expected");
    world.finish(table, [1, 2, 2, 4]);
    const points = new Map(
      standingsOf(world.tournament).map((each) => [each.entrant.player, each.entrant.points]),
    );
    expect(table.players.map((player) => points.get(player))).toEqual([WIN, WIN / 2, WIN / 2, 0]);
  });

  test.each([4, 6])(
    "at tables of %i tie-breaks are whole numbers, which no rounding tells apart",
    (seats) => {
      const random = new SeededRandom(5);
      const world = new World({ match: { ...PLAN.match, seats }, rounds: 9 }).enter(4 * seats);
      world.add(start(world.tournament));
      for (let round = 0; round < 9; round += 1) {
        world.advance(10_000);
        for (const table of world.tournament.openTables)
          world.finish(
            table,
            table.players.map(() => 1 + random.below(seats)),
          );
      }
      for (const { entrant, tieBreaks } of standingsOf(world.tournament))
        for (const value of [entrant.points, ...tieBreaks]) expect(Number.isInteger(value)).toBe(true);
    },
  );

  test("those whom nothing tells apart share a place", () => {
    const world = new World().enter(3);
    expect(world.places()).toEqual(["1 p0", "1 p1", "1 p2"]);
  });
});

test("names that look the same get numbers, also of who comes again, but for those who left unpaired", () => {
  const world = new World();
  const enter = (player: string, name: string) =>
    world.add(register(world.tournament, { player, name, kind: "guest" }));
  enter("a", "Izel");
  enter("b", "lzel");
  enter("c", "izel");
  world.add(withdraw(world.tournament, "b"));
  enter("d", "Izel");
  enter("b", "lzel");
  const names = world.tournament.entrants.map(({ player, name }) => [player, name]);
  expect(names).toEqual([
    ["a", "Izel"],
    ["b", "lzel 4"],
    ["c", "izel 3"],
    ["d", "Izel 2"],
  ]);
});
