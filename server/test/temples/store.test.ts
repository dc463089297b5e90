/** What all stores of temples have in common, and what only some have. */
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { systemRandom } from "../../src/random.ts";
import type { SqlDatabase } from "../../src/storage/sql-database.ts";
import { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import { RedisKeys } from "../../src/cluster/expiring-keys.ts";
import { PairingCodes } from "../../src/temples/store/codes.ts";
import { BridgeLeases } from "../../src/temples/store/leases.ts";
import type { Binding } from "../../src/temples/bindings.ts";
import { BindingConflict, LedgerConflict, TempleStore } from "../../src/temples/store/temple-store.ts";
import { systemTime } from "../../src/time.ts";
import { bead, judged, ledgerOf } from "../support/beads.ts";
import { openDatabase, temporaryFolder } from "../support/database.ts";
import { openTempleStore } from "../support/memory-temples.ts";
import { openQuotas } from "../support/quotas.ts";
import { randomForCodes } from "../support/pairing-codes.ts";

const TEMPLO = { templeId: "templo-1", hash: "a".repeat(64), enrolledAt: 1_763_600_000_000 };
const OTHER = { templeId: "templo-2", hash: "b".repeat(64), enrolledAt: 1_763_600_000_001 };

const isInstallationMissing = lacks("redis", "postgres");
let redis: RedisProcess | null = null;
let postgres: PostgresProcess | null = null;
let shared: PostgresDatabase | null = null;
beforeAll(async () => {
  if (isInstallationMissing) return;
  [redis, postgres] = await Promise.all([RedisProcess.start(), PostgresProcess.start()]);
  const log = pino({ level: "silent" });
  shared = await PostgresDatabase.open(postgres.url, { migrations: POSTGRES_MIGRATIONS, log });
});
afterAll(async () => {
  await shared?.close();
  await Promise.all([redis?.stop(), postgres?.stop()]);
});

/** Connects to Redis and empties it. The connection is closed when the test ends. */
async function connectToEmptyRedis(): Promise<Redis> {
  const connection = new Redis(redis?.url ?? "");
  onTestFinished(() => connection.disconnect());
  await connection.flushall();
  return connection;
}

/** Opens a store as a server that is alone has it. */
const openAlone = (database?: SqlDatabase) => openTempleStore(systemTime, systemRandom, database);

/** Opens an empty store as servers share it. */
async function openShared(): Promise<TempleStore> {
  const connection = await connectToEmptyRedis();
  if (!shared) throw new Error("PostgreSQL was not started");
  await postgres?.query(
    "TRUNCATE temple_credentials, temple_bindings, temple_ledgers, temple_judgements, temple_former_matches",
  );
  return new TempleStore(shared, new RedisKeys(connection), systemRandom);
}

describe.each([
  {
    kind: "memory",
    open: async () => openAlone(),
    skipped: false,
  },
  {
    kind: "SQLite",
    open: async () => openAlone(await openDatabase()),
    skipped: false,
  },
  {
    kind: "PostgreSQL",
    open: openShared,
    skipped: isInstallationMissing,
  },
])("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  test("[A-1] stores one credential per temple, the first", async () => {
    const { credentials } = await open();
    expect(await credentials.find("templo-1")).toBeNull();
    expect(await credentials.add(TEMPLO)).toBe(true);
    expect(await credentials.add({ ...TEMPLO, hash: "c".repeat(64) })).toBe(false);
    expect(await credentials.find("templo-1")).toEqual(TEMPLO);
  });

  test("lists all credentials", async () => {
    const { credentials } = await open();
    await credentials.add(OTHER);
    await credentials.add(TEMPLO);
    const byId = (await credentials.list()).toSorted((a, b) => a.templeId.localeCompare(b.templeId));
    expect(byId).toEqual([TEMPLO, OTHER]);
  });

  test("[A-1] removes one credential and no other", async () => {
    const { credentials } = await open();
    await credentials.add(TEMPLO);
    await credentials.add(OTHER);
    expect(await credentials.remove("templo-1")).toBe(true);
    expect(await credentials.remove("templo-1")).toBe(false);
    expect(await credentials.find("templo-1")).toBeNull();
    expect(await credentials.find("templo-2")).toEqual(OTHER);
  });

  test("[P-5] finds a temple's binding, those of all temples of a match, and all", async () => {
    const { bindings } = await open();
    const east = { templeId: "templo-1", match: "m1", seats: ["east"] };
    const west = { templeId: "templo-2", match: "m1", seats: ["west"] };
    await bindings.save({ before: null, after: east });
    await bindings.save({ before: null, after: west });
    const other = { ...west, templeId: "templo-3", match: "m2" };
    await bindings.save({ before: null, after: other });
    expect(await bindings.find("templo-1")).toEqual(east);
    expect(await bindings.findByMatch("m1")).toEqual([east, west]);
    const byId = (await bindings.list()).toSorted((a, b) => a.templeId.localeCompare(b.templeId));
    expect(byId).toEqual([east, west, other]);

    await bindings.save({ before: east, after: { ...east, seats: ["east", "north"] } });
    await bindings.save({ before: west, after: { ...west, seats: [] } });

    expect(await bindings.findByMatch("m1")).toEqual([{ ...east, seats: ["east", "north"] }]);
    expect(await bindings.find("templo-2")).toBeNull();
  });

  test("[P-5] saves several bindings at once, in any order, and removes those that have ended", async () => {
    const { bindings } = await open();
    const east = { templeId: "templo-1", match: "m1", seats: ["east"] };
    const west = { templeId: "templo-2", match: "m1", seats: ["west"] };
    await bindings.save({ before: null, after: east }, { before: null, after: west });
    const both = { ...west, seats: ["west", "east"] };
    await bindings.save({ before: east, after: { ...east, seats: [] } }, { before: west, after: both });
    expect(await bindings.findByMatch("m1")).toEqual([both]);
    await bindings.save({ before: both, after: { ...both, seats: [] } });
    expect(await bindings.findByMatch("m1")).toEqual([]);
  });

  test("[P-5] refuses bindings of which one was changed meanwhile, and changes none", async () => {
    const { bindings } = await open();
    const east = { templeId: "templo-1", match: "m1", seats: ["east"] };
    const west = { templeId: "templo-2", match: "m1", seats: ["west"] };
    const both = { ...east, seats: ["east", "west"] };
    await bindings.save({ before: null, after: east }, { before: null, after: west });
    const changeOf = (before: Binding | null, after: Binding) => ({ before, after });
    for (const wrong of [
      [changeOf(null, both)],
      [changeOf(both, { ...east, seats: [] })],
      [changeOf({ ...east, match: "m2" }, both)],
      [changeOf({ ...east, templeId: "templo-3" }, { ...both, templeId: "templo-3" })],
      [changeOf(east, both), changeOf(null, west)],
      [changeOf(west, { ...west, seats: [] }), changeOf(both, { ...east, seats: [] })],
      [changeOf(null, { ...east, templeId: "templo-3" }), changeOf(both, east)],
    ]) {
      await expect(bindings.save(...wrong)).rejects.toThrow(BindingConflict);
    }
    expect(await bindings.findByMatch("m1")).toEqual([east, west]);
    expect(await bindings.find("templo-3")).toBeNull();
  });

  test("[J-11] saves bindings with a ledger, or neither if one of them was changed meanwhile", async () => {
    const { bindings, ledgers } = await open();
    const change = { before: null, after: { templeId: "templo-1", match: "m1", seats: ["east"] } };
    const indebted = ledgerOf({ judged: { h: 3, t: 0 }, fix: { h: -2, t: 0 } });
    const version = await ledgers.save("templo-1", 0, indebted, { judgements: [] });
    const settled = { templeId: "templo-1", version, ledger: { ...indebted, fix: { h: 0, t: 0 } } };
    const stale = bindings.saveWithLedger({ ...settled, version: version - 1 }, change);
    await expect(stale).rejects.toThrow(BindingConflict);
    const taken = bindings.saveWithLedger(settled, { ...change, before: { ...change.after, match: "m2" } });
    await expect(taken).rejects.toThrow(BindingConflict);
    expect(await bindings.find("templo-1")).toBeNull();
    expect(await ledgers.find("templo-1")).toEqual({ ledger: indebted, version });

    await bindings.saveWithLedger(settled, change);
    expect(await bindings.find("templo-1")).toEqual(change.after);
    expect(await ledgers.find("templo-1")).toEqual({ ledger: settled.ledger, version: version + 1 });
  });

  test("[J-0] stores the last 8 matches that a temple has left, for each slot until they were asked", async () => {
    const { bindings, ledgers } = await open();
    const leave = async (templeId: string, match: string) => {
      const binding = { templeId, match, seats: ["east"] };
      await bindings.save({ before: null, after: binding });
      await bindings.save({ before: binding, after: { ...binding, seats: ["east", "west"] } });
      expect((await bindings.findFormer(templeId)).map((former) => former.match)).not.toContain(match);
      await bindings.save({
        before: { ...binding, seats: ["east", "west"] },
        after: { ...binding, seats: [] },
      });
    };
    const read = async (templeId: string) => {
      const former = await bindings.findFormer(templeId);
      return former.map(({ slot, match }) => `${slot} ${match}`);
    };
    await leave("templo-1", "m0");
    await leave("templo-2", "m0");
    for (let i = 1; i <= 8; i++) await leave("templo-1", `m${i}`);
    const left = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(await read("templo-1")).toEqual(left.flatMap((i) => [`h m${i}`, `t m${i}`]));

    const former = await bindings.findFormer("templo-1");
    const asked = former.filter(({ slot, match }) => slot === "h" && match !== "m8");
    await expect(ledgers.save("templo-1", 5, ledgerOf(), { judgements: [], asked })).rejects.toThrow(
      LedgerConflict,
    );
    expect(await read("templo-1")).toHaveLength(16);
    await ledgers.save("templo-1", 0, ledgerOf(), { judgements: [], asked });
    expect(await read("templo-1")).toEqual([...left.slice(0, -1).map((i) => `t m${i}`), "h m8", "t m8"]);
    expect(await read("templo-2")).toEqual(["h m0", "t m0"]);
  });

  test("[S-1] leases a temple to one bridge at a time", async () => {
    const { leases } = await open();
    expect(await leases.claim("templo-1", "bridge-1", 60_000)).toBe(true);
    expect(await leases.claim("templo-1", "bridge-2", 60_000)).toBe(false);
    expect(await leases.claim("templo-2", "bridge-2", 60_000)).toBe(true);
    const together = ["bridge-1", "bridge-2"].map((bridge) => leases.claim("templo-3", bridge, 60_000));
    expect((await Promise.all(together)).filter(Boolean)).toEqual([true]);
    expect(await leases.claim("templo-1", "bridge-1", 60_000)).toBe(true);
    await leases.release("templo-1", "bridge-2");
    expect(await leases.claim("templo-1", "bridge-2", 60_000)).toBe(false);
    await leases.release("templo-1", "bridge-1");
    expect(await leases.claim("templo-1", "bridge-2", 1)).toBe(true);
    await expect.poll(() => leases.claim("templo-1", "bridge-1", 60_000)).toBe(true);
  });

  test("[C-2] saves a ledger together with its judgements, and counts its versions", async () => {
    const { ledgers } = await open();
    expect(await ledgers.find("templo-1")).toEqual({ ledger: null, version: 0 });
    const ledger = ledgerOf({ judged: { h: 1, t: 0 } });
    expect(
      await ledgers.save("templo-1", 0, ledger, { judgements: [judged(bead("h", 1), "accepted", "ok")] }),
    ).toBe(1);
    expect(await ledgers.find("templo-1")).toEqual({ ledger, version: 1 });
    expect(await ledgers.findJudgement("templo-1", bead("h", 1).name)).toMatchObject({ verdict: "accepted" });
    expect(await ledgers.save("templo-1", 1, ledgerOf(), { judgements: [] })).toBe(2);
    expect(await ledgers.find("templo-1")).toEqual({ ledger: ledgerOf(), version: 2 });
  });

  test("[C-11] finds the verdicts of which a bridge has not said that the temple has their acks", async () => {
    const { ledgers } = await open();
    const [first, second, third] = [1, 2, 3].map((n) => judged(bead("h", n), "rejected", "late"));
    if (!first || !second || !third) throw new Error("no verdicts");
    // An earlier bridge does not say it.
    await ledgers.save("templo-1", 0, ledgerOf(), { judgements: [first] });
    await ledgers.save("templo-1", 1, ledgerOf(), { judgements: [second], told: [] });
    await ledgers.save("templo-1", 2, ledgerOf(), { judgements: [third], told: [] });
    expect(await ledgers.findUntold("templo-1")).toEqual([second, third]);
    expect(await ledgers.findUntold("templo-2")).toEqual([]);
    await ledgers.save("templo-1", 3, ledgerOf(), { judgements: [], told: [second.name] });
    expect(await ledgers.findUntold("templo-1")).toEqual([third]);
  });

  test("[C-2] refuses a ledger that does not follow from the stored one, with its judgements", async () => {
    const { ledgers } = await open();
    const newer = ledgerOf({ judged: { h: 2, t: 0 } });
    const stale = [judged(bead("h", 1), "accepted", "ok")];
    await ledgers.save("templo-1", 0, ledgerOf(), { judgements: [] });
    await expect(ledgers.save("templo-1", 0, ledgerOf(), { judgements: stale })).rejects.toThrow(
      LedgerConflict,
    );
    await ledgers.save("templo-1", 1, newer, { judgements: [] });
    for (const version of [0, 1, 3]) {
      await expect(ledgers.save("templo-1", version, ledgerOf(), { judgements: stale })).rejects.toThrow(
        LedgerConflict,
      );
    }
    expect(await ledgers.find("templo-1")).toEqual({ ledger: newer, version: 2 });
    expect(await ledgers.findJudgement("templo-1", bead("h", 1).name)).toBeNull();
  });

  test("[C-2] accepts one of two ledgers that servers save at the same time", async () => {
    const { ledgers } = await open();
    for (const version of [0, 1]) {
      const saves = [1, 2].map(() => ledgers.save("templo-1", version, ledgerOf(), { judgements: [] }));
      const statuses = (await Promise.allSettled(saves)).map(({ status }) => status);
      expect(statuses.sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  test.each([
    ["temple", "templo-2", bead("h", 1).name],
    ["epoch", "templo-1", { ...bead("h", 1).name, epoch: "b2b2b2b2" }],
    ["generation", "templo-1", { ...bead("h", 1).name, generation: 1 }],
    ["slot", "templo-1", bead("t", 1).name],
    ["ordinal", "templo-1", bead("h", 2).name],
  ])("[C-1] does not find a bead with another %s", async (_part, templeId, name) => {
    const { ledgers } = await open();
    await ledgers.save("templo-1", 0, ledgerOf(), { judgements: [judged(bead("h", 1), "accepted", "ok")] });
    expect(await ledgers.findJudgement(templeId, name)).toBeNull();
  });

  test("[P-2] issues one code per temple, and finds its temple until it is removed", async () => {
    const { codes } = await open();
    expect(await codes.filterShown(["templo-1"])).toEqual([]);
    const issued = await codes.issue("templo-1");
    expect(issued).toEqual({ code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{4}$/), expires: 300 });
    expect(await codes.issue("templo-1")).toMatchObject({ code: issued.code });
    expect((await codes.issue("templo-2")).code).not.toBe(issued.code);
    expect(await codes.findTemple(` ${issued.code.toLowerCase()}`)).toBe("templo-1");
    expect(await codes.filterShown(["templo-3", "templo-2", "templo-1"])).toEqual(["templo-2", "templo-1"]);
    await codes.remove("templo-1");
    expect(await codes.filterShown(["templo-1", "templo-2"])).toEqual(["templo-2"]);
    expect(await codes.findTemple(issued.code)).toBeNull();
    expect(await codes.findTemple("none")).toBeNull();
  });

  test("stores a limited number of judgements per temple", async () => {
    const { ledgers } = await open();
    const judgements = Array.from({ length: 1100 }, (_, i) => judged(bead("h", i + 1), "rejected", "late"));
    await ledgers.save("templo-1", 0, ledgerOf(), { judgements });
    expect(await ledgers.findJudgement("templo-1", bead("h", 1).name)).toBeNull();
    expect(await ledgers.findJudgement("templo-1", bead("h", 1100).name)).not.toBeNull();
  });
});

test.skipIf(isInstallationMissing)(
  "[P-5] of two bindings in PostgreSQL none is saved if one changes after the save began",
  async () => {
    const { bindings } = await openShared();
    const east = { templeId: "templo-1", match: "m1", seats: ["east"] };
    const west = { templeId: "templo-2", match: "m1", seats: ["west"] };
    for (const after of [east, west]) await bindings.save({ before: null, after });
    const other = new pg.Client(postgres?.url);
    onTestFinished(() => other.end());
    await other.connect();
    await other.query(`BEGIN; UPDATE temple_bindings SET seats = '["south"]' WHERE temple = 'templo-2'`);
    const saved = bindings.save(
      { before: east, after: { ...east, seats: ["east", "west"] } },
      { before: west, after: { ...west, seats: [] } },
    );
    const conflict = expect(saved).rejects.toThrow(BindingConflict);
    const waiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect(await postgres?.query(waiting)).toEqual([{ n: 1 }]), 60_000);
    await other.query("COMMIT");
    await conflict;
    expect(await bindings.findByMatch("m1")).toEqual([east, { ...west, seats: ["south"] }]);
  },
);

test("[C-2, P-1, P-5] credentials, bindings, ledgers and judgements are durable in SQLite", async () => {
  const file = join(temporaryFolder(), "flower-war.db");
  const database = await openDatabase(file);
  const before = openAlone(database);
  const binding = { templeId: "templo-1", match: "m1", seats: ["east"] };
  const ledger = ledgerOf({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 }, acts: ["b1b1b1b1:4"] });
  await before.credentials.add(TEMPLO);
  await before.bindings.save({ before: null, after: binding });
  await before.ledgers.save("templo-1", 0, ledger, {
    judgements: [judged(bead("h", 1), "rejected", "late")],
  });
  await database.close();

  const after = openAlone(await openDatabase(file));

  expect(await after.credentials.list()).toEqual([TEMPLO]);
  expect(await after.bindings.findByMatch("m1")).toEqual([binding]);
  expect(await after.ledgers.find("templo-1")).toEqual({ ledger, version: 1 });
  expect(await after.ledgers.findJudgement("templo-1", bead("h", 1).name)).toMatchObject({ reason: "late" });
});

describe.skipIf(isInstallationMissing)("several processes on one Redis", () => {
  test("[P-3] count the wrong codes of a client together", async () => {
    const connection = await connectToEmptyRedis();
    const [one, other] = [openQuotas(connection), openQuotas(connection)];
    const wrong = "enter-wrong-pairing-code";
    const client = { address: "192.0.2.1" };
    for (const quotas of [one, other, one, other]) await quotas.note(wrong, client);
    expect(await one.waitFor(wrong, client)).toBe(0);
    await one.note(wrong, client);
    expect(await other.waitFor(wrong, client)).toBeGreaterThan(30_000);
    expect(await other.waitFor(wrong, { address: "192.0.2.2" })).toBe(0);
  });

  test("[P-2] issue the same code for one temple at the same time, and no code for two temples", async () => {
    const connection = await connectToEmptyRedis();
    const draws = ["AAAA", "AAAA", "BBBB", "BBBB", "CCCC", "CCCC", "DDDD", "EEEE", "FFFF"];
    const random = randomForCodes(...draws);
    const [one, other] = [
      new PairingCodes(new RedisKeys(connection), random),
      new PairingCodes(new RedisKeys(connection), random),
    ];
    const issued = await Promise.all([
      one.issue("templo-1"),
      other.issue("templo-1"),
      one.issue("templo-2"),
      other.issue("templo-3"),
    ]);
    expect(issued[0]?.code).toBe(issued[1]?.code);
    expect(new Set(issued.map(({ code }) => code)).size).toBe(3);
    const temples = await Promise.all(issued.map(({ code }) => one.findTemple(code)));
    expect(temples).toEqual(["templo-1", "templo-1", "templo-2", "templo-3"]);
  });

  test("refuse with `unavailable` while Redis is away", async () => {
    const connection = await connectToEmptyRedis();
    connection.disconnect();
    const unavailable = { body: { code: "unavailable" } };
    const codes = new PairingCodes(new RedisKeys(connection), systemRandom);
    await expect(codes.issue("templo-1")).rejects.toMatchObject(unavailable);
    const leases = new BridgeLeases(new RedisKeys(connection));
    await expect(leases.claim("templo-1", "bridge-1", 60_000)).rejects.toMatchObject(unavailable);
  });
});
