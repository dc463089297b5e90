/** How tournaments are run beside each other, whatever becomes of single matches, and what is read for it. */
import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { pino } from "pino";
import { expect, test } from "vitest";
import { MemoryKeys } from "../../src/cluster/expiring-keys.ts";
import { systemRandom } from "../../src/random.ts";
import { refuse } from "../../src/refusal.ts";
import type { SqlDatabase } from "../../src/storage/sql-database.ts";
import { pause, register, start, withdraw } from "../../src/tournaments/decide.ts";
import { Departed } from "../../src/tournaments/departed.ts";
import type { TournamentPlan } from "../../src/tournaments/facts.ts";
import type { TableState } from "../../src/tournaments/matches.ts";
import { TournamentRunner } from "../../src/tournaments/runner.ts";
import { TournamentStore } from "../../src/tournaments/store/tournament-store.ts";
import type { Table, Tournament } from "../../src/tournaments/tournament.ts";
import { Tournaments } from "../../src/tournaments/tournaments.ts";
import { FakeTime } from "../support/fake-time.ts";
import { memoryDatabase } from "../support/memory-journal.ts";
import { refusalOf } from "../support/refusal-of.ts";
import { PLAN } from "./plan.ts";

const NO_SHOW = PLAN.noShow;

/** Tournaments in a database in memory, with matches of which a test says what becomes of them. */
class World {
  readonly time = new FakeTime();
  readonly lines: { readonly msg: string }[] = [];
  readonly created: string[] = [];
  readonly opened: string[] = [];
  readonly asked: string[] = [];
  /** By match; missing: it goes on once it was created. */
  readonly states = new Map<string, TableState>();
  readonly deleted = new Set<string>();
  readonly banned = new Set<string>();
  queries = 0;
  /** Whether the database rejects whatever is asked of it; how many ms it takes to answer. */
  isAway = false;
  delay = 0;
  /** Instead of a match's creation, and of its answer who did not come. */
  create: (table: Table) => Promise<void> = async () => {};
  endNoShows: (table: Table) => Promise<readonly string[] | null> = async () => [];
  readonly database = memoryDatabase();
  readonly store: TournamentStore;
  readonly tournaments: Tournaments;
  readonly runner: TournamentRunner;

  constructor() {
    const { time, database } = this;
    const counted: SqlDatabase = {
      change: (...statements) =>
        this.isAway ? Promise.reject(new Error("away")) : database.change(...statements),
      query: async (sql, ...values) => {
        this.queries += 1;
        if (this.isAway) throw new Error("away");
        if (this.delay > 0) await new Promise<void>((resolve) => time.after(this.delay, resolve));
        return database.query(sql, ...values);
      },
    };
    this.store = new TournamentStore(counted);
    const findMissing = async (players: readonly string[]) =>
      new Set(players.filter((player) => this.deleted.has(player)));
    const ports = { time, random: systemRandom, store: this.store };
    this.tournaments = new Tournaments({ ...ports, departed: new Departed(time, { findMissing }) });
    const log = pino({}, { write: (line: string) => void this.lines.push(JSON.parse(line)) });
    this.runner = new TournamentRunner({
      ...ports,
      log,
      tournaments: this.tournaments,
      keys: new MemoryKeys(time),
      isBanned: (player) => this.banned.has(player),
      processId: "here",
      retention: Number.POSITIVE_INFINITY,
      matches: {
        look: async (_, tables) => tables.map((table) => this.#stateOf(table)),
        create: async (_, table) => {
          await this.create(table);
          this.created.push(table.match);
        },
        open: async ({ match }) => void this.opened.push(match),
        createdAt: async (table) => (this.created.includes(table.match) ? table.at : null),
        endNoShows: (_, table) => {
          this.asked.push(table.match);
          return this.endNoShows(table);
        },
      },
    });
  }

  /** Creates a tournament with players. */
  async enter(players: readonly string[], plan: Partial<TournamentPlan> = {}): Promise<string> {
    const { id } = await this.tournaments.create({ ...PLAN, ...plan });
    for (const player of players)
      await this.tournaments.change(id, (read) => register(read, { player, name: player, kind: "guest" }));
    return id;
  }

  /** Creates a tournament that runs, with a first round. */
  async play(players: readonly string[], plan: Partial<TournamentPlan> = {}): Promise<Tournament> {
    const id = await this.enter(players, plan);
    await this.tournaments.change(id, start);
    await this.pass(1_000);
    return this.tournaments.find(id);
  }

  /** Lets time pass in steps, after each of which everything that goes on at once is done. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      await this.time.pass(Math.min(500, left));
      for (let turn = 0; turn < 20; turn += 1) await this.time.nextTurn();
    }
  }

  #stateOf({ match }: Table): TableState {
    return this.states.get(match) ?? { is: this.created.includes(match) ? "open" : "missing" };
  }
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const places = (table: Table | undefined) => new Map(table?.players.map((player, i) => [player, i + 1]));

test("a match whose room refuses, or never answers, keeps no tournament from going on", async () => {
  const world = new World();
  world.runner.start();
  const { id, openTables } = await world.play(named("p", 8), { pause: 0 });
  const [refused, silent, ...others] = openTables;
  world.endNoShows = ({ match }) => {
    if (match === refused?.match) return Promise.reject(refuse("server-full"));
    return match === silent?.match ? new Promise(() => {}) : Promise.resolve([]);
  };
  const next = await world.enter(named("q", 2), { startsAt: world.time.now() + NO_SHOW + 1_000 });
  await world.pass(NO_SHOW + 3_000);
  expect(new Set(world.asked)).toEqual(new Set(openTables.map(({ match }) => match)));
  expect((await world.tournaments.find(next)).openTables).toHaveLength(1);
  const found = await world.tournaments.find(id);
  expect(found.openTables.filter(({ isAttended }) => isAttended).map(({ match }) => match)).toEqual(
    others.map(({ match }) => match),
  );
  for (const table of openTables)
    world.states.set(table.match, { is: "over", places: places(table), absent: [] });
  await world.pass(1_000);
  expect((await world.tournaments.find(id)).round).toBe(2);
  // It does not wait for the silent one for ever either.
  const stopped = world.runner.stop();
  await world.pass(2_000);
  await stopped;
});

test("who did not come is noted with the result, also when the match alone knows it", async () => {
  const world = new World();
  world.runner.start();
  const { id, openTables } = await world.play(["a", "b"], { rounds: 1 });
  const [table] = openTables;
  const [came = "", gone = ""] = table?.players ?? [];
  // The server ended after the match was, and before the tournament had it.
  world.states.set(table?.match ?? "", { is: "over", places: new Map([[came, 1]]), absent: [gone] });
  await world.pass(1_000);
  const { status, ...tournament } = await world.tournaments.find(id);
  expect(status).toBe("over");
  expect(tournament).toBeDefined();
  const read = await world.store.readSince(id, 5);
  expect(read?.map(({ type, at }) => [type, at === read[0]?.at])).toEqual([
    ["no-show", true],
    ["result", true],
    ["ended", true],
  ]);
  const found = await world.tournaments.find(id);
  expect([came, gone].map((player) => [found.find(player)?.points, found.find(player)?.isIn])).toEqual([
    [120, true],
    [0, false],
  ]);
});

test("the time to come is counted from the creation of the match", async () => {
  const world = new World();
  world.runner.start();
  world.create = () => Promise.reject(refuse("server-full"));
  const { openTables } = await world.play(["a", "b"]);
  await world.pass(2 * NO_SHOW);
  expect(world.asked).toEqual([]);
  // Once a minute it is said why.
  expect(world.lines.filter(({ msg }) => msg === "match not created yet")).toHaveLength(3);
  world.create = async () => {};
  await world.pass(1_000);
  expect(world.created).toEqual(openTables.map(({ match }) => match));
  await world.runner.stop();
});

test.each(["rejects", "does not answer"])(
  "time in which the database %s counts for no one as not having come",
  async (how) => {
    const world = new World();
    world.runner.start();
    const { openTables } = await world.play(["a", "b"]);
    if (how === "rejects") world.isAway = true;
    else world.delay = 2 * NO_SHOW;
    await world.pass(1_000);
    world.delay = 0;
    await world.pass(2 * NO_SHOW - 1_000);
    world.isAway = false;
    await world.pass(NO_SHOW - 1_000);
    expect(world.asked).toEqual([]);
    await world.pass(5_000);
    expect(new Set(world.asked)).toEqual(new Set(openTables.map(({ match }) => match)));
    await world.runner.stop();
  },
);

test("the room of a match whose players have not all come is opened again", async () => {
  const world = new World();
  world.runner.start();
  const { openTables } = await world.play(["a", "b"]);
  await world.pass(11_000);
  expect(world.opened).toEqual(openTables.map(({ match }) => match));
  await world.runner.stop();
});

test("planned tournaments cost no more than the list of them", async () => {
  const world = new World();
  const startsAt = world.time.now() + 3_600_000;
  for (let i = 0; i < 50; i += 1)
    await world.enter([`p${i}`], { startsAt, organiser: { player: `o${i}`, name: "" } });
  world.runner.start();
  await world.pass(5_000);
  world.queries = 0;
  await world.pass(10_000);
  expect(world.queries).toBeGreaterThan(0);
  expect(world.queries).toBeLessThanOrEqual(20);
  world.queries = 0;
  expect(await world.tournaments.list()).toHaveLength(50);
  expect(world.queries).toBe(2);
  await world.runner.stop();
});

test("made-up ids drive no tournament out of memory", async () => {
  const world = new World();
  const id = await world.enter(["a"]);
  const [head] = await world.store.listOpen();
  if (!head) throw new Error("a tournament was expected");
  for (let i = 0; i < 2 * TOURNAMENT_LIMITS.inAll; i += 1) {
    const madeUp = `${i}`.padStart(12, "x");
    expect((await refusalOf(world.tournaments.find(madeUp)))?.code).toBe("unknown-tournament");
  }
  world.queries = 0;
  expect((await world.tournaments.findListed(head)).id).toBe(id);
  expect(world.queries).toBe(0);
});

test("one that was deleted is unknown, and after a replaced database the facts are those of that one", async () => {
  const world = new World();
  const id = await world.enter(["a", "b"]);
  await world.database.change({
    sql: "DELETE FROM tournament_facts WHERE tournament = ? AND n > 2",
    values: [id],
  });
  await world.database.change({ sql: "UPDATE tournaments SET facts = 2 WHERE tournament = ?", values: [id] });
  world.tournaments.forget();
  expect((await world.tournaments.find(id)).entrants.map(({ player }) => player)).toEqual(["a"]);
  await world.database.change({ sql: "DELETE FROM tournament_facts WHERE tournament = ?", values: [id] });
  expect((await refusalOf(world.tournaments.find(id)))?.code).toBe("unknown-tournament");
});

test.each([
  ["cut", "{bro"],
  ["empty", "null"],
  ["without what it is about", '{"type":"paired","at":1}'],
])(
  "a fact that is %s keeps its own tournament alone out of lists, until an operator ends it",
  async (_, fact) => {
    const world = new World();
    const whole = await world.enter(["a", "b"]);
    const broken = await world.enter(["c", "d"], { organiser: { player: "other", name: "" } });
    await world.database.change({
      sql: "UPDATE tournament_facts SET fact = ? WHERE tournament = ? AND n = 3",
      values: [fact, broken],
    });
    // In one server's memory it is whole.
    expect((await world.tournaments.find(broken)).entrants).toHaveLength(2);
    world.tournaments.forget();
    expect((await world.tournaments.list()).map(({ id }) => id)).toEqual([whole]);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await refusalOf(world.tournaments.find(broken)))?.code).toBe("tournament-damaged");
    world.runner.start();
    await world.tournaments.change(whole, start);
    await world.pass(1_000);
    expect((await world.tournaments.find(whole)).openTables).toHaveLength(1);
    await world.tournaments.require(broken);
    await world.tournaments.endByOperator(broken);
    expect((await world.store.listOpen()).map(({ id }) => id)).toEqual([whole]);
    expect((await refusalOf(world.tournaments.require("x".repeat(12))))?.code).toBe("unknown-tournament");
    await world.runner.stop();
  },
);

test("a fact of another server that cannot be applied is not left out at the next look", async () => {
  const world = new World();
  const id = await world.enter(["a"]);
  await world.store.append(id, 2, [{ type: "paired", at: world.time.now() } as never]);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await refusalOf(world.tournaments.find(id)))?.code).toBe("tournament-damaged");
});

test("after an append that another server's was before, the tournament is read anew", async () => {
  const world = new World();
  const id = await world.enter(["a"]);
  const other = new Tournaments({
    time: world.time,
    random: systemRandom,
    store: world.store,
    departed: new Departed(world.time, { findMissing: async () => new Set() }),
  });
  await other.change(id, (read) => register(read, { player: "b", name: "b", kind: "guest" }));
  const changed = await world.tournaments.change(
    id,
    (read) => register(read, { player: "c", name: "c", kind: "guest" }),
    2,
  );
  expect(changed.entrants.map(({ player }) => player)).toEqual(["a", "b", "c"]);
});

test("once stopped it creates and notes nothing more, and lets another server run them at once", async () => {
  const world = new World();
  world.runner.start();
  const created = Promise.withResolvers<void>();
  world.create = () => created.promise;
  const { id, n } = await world.play(named("p", 4));
  const stopped = world.runner.stop();
  created.resolve();
  await stopped;
  world.endNoShows = ({ players }) => Promise.resolve(players);
  await world.pass(NO_SHOW + 10_000);
  expect((await world.tournaments.find(id)).n).toBe(n);
  expect(world.asked).toEqual([]);
  const keys = new MemoryKeys(world.time);
  expect(await keys.claim("tournaments", "there", 1_000)).toBe(true);
});

test("a player of two tournaments plays in one at a time; who is banned or deleted in none", async () => {
  const world = new World();
  world.runner.start();
  const one = await world.enter(["a", "b", "c", "d"], { rounds: 2 });
  const two = await world.enter(["a", "b", "e", "f", "g", "h"], { rounds: 2 });
  world.banned.add("g");
  world.deleted.add("h");
  for (const id of [one, two]) await world.tournaments.change(id, start);
  await world.pass(1_000);
  const tablesOf = async (id: string) => (await world.tournaments.find(id)).openTables;
  const players = [...(await tablesOf(one)), ...(await tablesOf(two))].flatMap((table) => table.players);
  expect(players.toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
  await world.runner.stop();
});

test("facts are dated in their order, also when the clock was set back", async () => {
  const world = new World();
  const id = await world.enter(["a", "b"]);
  const late = world.time.now() + 3_600_000;
  const later = { type: "registered", player: "c", name: "c", at: late } as const;
  await world.store.append(id, 3, [later]);
  const changed = await world.tournaments.change(id, (read) => withdraw(read, "a"));
  expect((await world.store.readSince(id, 4))?.map(({ at }) => at)).toEqual([late]);
  expect(changed.now(world.time.now())).toBe(late);
});

test("a tournament that its organiser paused, and who was deleted then, ends", async () => {
  const world = new World();
  world.runner.start();
  const { id } = await world.play(["a", "b"]);
  await world.tournaments.change(id, pause);
  await world.pass(5_000);
  expect((await world.tournaments.find(id)).status).toBe("paused");
  world.deleted.add(PLAN.organiser.player);
  await world.pass(12_000);
  expect((await world.tournaments.find(id)).ended).toMatchObject({ by: "organiser" });
  await world.runner.stop();
});
