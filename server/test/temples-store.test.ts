import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { lacks } from "../../test/support/programs.ts";
import { RedisProcess } from "../../test/support/redis.ts";
import { CodeGuard } from "../src/temples/code-guard.ts";
import { memoryStore } from "../src/temples/memory-store.ts";
import { RedisCodes, redisStore } from "../src/temples/redis-store.ts";
import { sqliteStore } from "../src/temples/sqlite-store.ts";
import type { TempleStore } from "../src/temples/store.ts";
import { bead, judged, ledgerOf } from "./support/beads.ts";
import { openDatabase, temporaryFolder } from "./support/database.ts";

const TEMPLO = { templeId: "templo-1", hash: "a".repeat(64), enrolledAt: 1_763_600_000_000 };
const OTHER = { templeId: "templo-2", hash: "b".repeat(64), enrolledAt: 1_763_600_000_001 };

/** Opened stores are closed when the test ends; closing twice does nothing. */
async function open(make: () => Promise<TempleStore>): Promise<TempleStore> {
  const store = await make();
  let closed = false;
  const once = {
    ...store,
    close() {
      if (!closed) store.close();
      closed = true;
    },
  };
  onTestFinished(() => once.close());
  return once;
}

/** Redis when it is there, and a store in it that is empty. */
let redis: RedisProcess | null = null;
const client = () => new Redis(redis?.url ?? "");
beforeAll(async () => {
  if (!lacks("redis")) redis = await RedisProcess.start();
});
afterAll(() => redis?.stop());

async function emptyRedisStore(): Promise<TempleStore> {
  const connection = client();
  await connection.flushall();
  return { ...redisStore(connection), close: () => connection.disconnect() };
}

describe.each([
  { kind: "memory", make: async () => memoryStore(), skipped: false },
  { kind: "SQLite", make: async () => sqliteStore(await openDatabase()), skipped: false },
  { kind: "Redis", make: emptyRedisStore, skipped: lacks("redis") },
])("a $kind store", ({ make, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  test("A-1: keeps one credential a temple, and the first stands", async () => {
    const { credentials } = await open(make);
    expect(await credentials.find("templo-1")).toBeNull();
    expect(await credentials.add(TEMPLO)).toBe(true);
    expect(await credentials.add({ ...TEMPLO, hash: "c".repeat(64) })).toBe(false);
    expect(await credentials.find("templo-1")).toEqual(TEMPLO);
  });

  test("lists all credentials", async () => {
    const { credentials } = await open(make);
    await credentials.add(OTHER);
    await credentials.add(TEMPLO);
    const byId = (await credentials.list()).toSorted((a, b) => a.templeId.localeCompare(b.templeId));
    expect(byId).toEqual([TEMPLO, OTHER]);
  });

  test("A-1: revoking one credential touches no other", async () => {
    const { credentials } = await open(make);
    await credentials.add(TEMPLO);
    await credentials.add(OTHER);
    expect(await credentials.remove("templo-1")).toBe(true);
    expect(await credentials.remove("templo-1")).toBe(false);
    expect(await credentials.find("templo-1")).toBeNull();
    expect(await credentials.find("templo-2")).toEqual(OTHER);
  });

  test("P-5: knows a temple's binding and all temples of a match", async () => {
    const { bindings } = await open(make);
    const east = { templeId: "templo-1", match: "m1", seats: ["east"] };
    const west = { templeId: "templo-2", match: "m1", seats: ["west"] };
    await bindings.save(east);
    await bindings.save(west);
    await bindings.save({ ...west, templeId: "templo-3", match: "m2" });
    expect(await bindings.find("templo-1")).toEqual(east);
    expect(await bindings.ofMatch("m1")).toEqual([east, west]);

    await bindings.save({ ...east, seats: ["east", "north"] });
    await bindings.save({ ...west, seats: [] });

    expect(await bindings.ofMatch("m1")).toEqual([{ ...east, seats: ["east", "north"] }]);
    expect(await bindings.find("templo-2")).toBeNull();
  });

  test("P-5: writes several bindings at once, those that end among them, in whatever order", async () => {
    const { bindings } = await open(make);
    const east = { templeId: "templo-1", match: "m1", seats: ["east"] };
    const west = { templeId: "templo-2", match: "m1", seats: ["west"] };
    await bindings.save(east, west);
    const ends = (templeId: string) => ({ templeId, match: "m1", seats: [] });
    await bindings.save(ends("templo-9"), ends("templo-1"), { ...west, seats: ["west", "east"] });
    expect(await bindings.ofMatch("m1")).toEqual([{ ...west, seats: ["west", "east"] }]);
    await bindings.save(ends("templo-9"), ends("templo-2"));
    expect(await bindings.ofMatch("m1")).toEqual([]);
  });

  test("S-1: leases a temple to one bridge at a time", async () => {
    const { leases } = await open(make);
    expect(await leases.claim("templo-1", "bridge-1", 60_000)).toBe(true);
    expect(await leases.claim("templo-1", "bridge-2", 60_000)).toBe(false);
    expect(await leases.claim("templo-2", "bridge-2", 60_000)).toBe(true);
    expect(await leases.claim("templo-1", "bridge-1", 60_000)).toBe(true);
    await leases.release("templo-1", "bridge-2");
    expect(await leases.claim("templo-1", "bridge-2", 60_000)).toBe(false);
    await leases.release("templo-1", "bridge-1");
    expect(await leases.claim("templo-1", "bridge-2", 1)).toBe(true);
    await vi.waitFor(async () => expect(await leases.claim("templo-1", "bridge-1", 60_000)).toBe(true));
  });

  test("C-2: keeps a ledger together with its judgements", async () => {
    const { ledgers } = await open(make);
    expect(await ledgers.find("templo-1")).toBeNull();
    const ledger = ledgerOf({ judged: { h: 1, t: 0 } });
    await ledgers.keep("templo-1", ledger, [judged(bead("h", 1), "accepted", "ok")]);
    expect(await ledgers.find("templo-1")).toEqual(ledger);
    expect(await ledgers.judgement("templo-1", bead("h", 1).name)).toMatchObject({ verdict: "accepted" });
  });

  test.each([
    ["temple", "templo-2", bead("h", 1).name],
    ["epoch", "templo-1", { ...bead("h", 1).name, epoch: "b2b2b2b2" }],
    ["generation", "templo-1", { ...bead("h", 1).name, generation: 1 }],
    ["slot", "templo-1", bead("t", 1).name],
    ["ordinal", "templo-1", bead("h", 2).name],
  ])("C-1: a bead of another %s is another bead", async (_part, templeId, name) => {
    const { ledgers } = await open(make);
    await ledgers.keep("templo-1", ledgerOf(), [judged(bead("h", 1), "accepted", "ok")]);
    expect(await ledgers.judgement(templeId, name)).toBeNull();
  });

  test("P-2: keeps one code a temple, and a temple a code, until it is forgotten", async () => {
    const { codes } = await open(make);
    const shown = await codes.show("templo-1");
    expect(shown).toEqual({ code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{4}$/), expires: 300 });
    expect(await codes.show("templo-1")).toMatchObject({ code: shown.code });
    expect((await codes.show("templo-2")).code).not.toBe(shown.code);
    expect(await codes.templeOf(` ${shown.code.toLowerCase()}`)).toBe("templo-1");
    await codes.forget("templo-1");
    expect(await codes.templeOf(shown.code)).toBeNull();
    expect(await codes.templeOf("none")).toBeNull();
  });

  test("a temple that drops beads without end does not fill the memory", async () => {
    const { ledgers } = await open(make);
    const judgements = Array.from({ length: 1100 }, (_, i) => judged(bead("h", i + 1), "rejected", "late"));
    await ledgers.keep("templo-1", ledgerOf(), judgements);
    expect(await ledgers.judgement("templo-1", bead("h", 1).name)).toBeNull();
    expect(await ledgers.judgement("templo-1", bead("h", 1100).name)).not.toBeNull();
  });
});

test("C-2, P-1, P-5: credentials, bindings, ledgers and judgements outlive the process", async () => {
  const file = join(temporaryFolder(), "flower-war.db");
  const database = await openDatabase(file);
  const before = sqliteStore(database);
  const binding = { templeId: "templo-1", match: "m1", seats: ["east"] };
  const ledger = ledgerOf({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 }, acts: ["b1b1b1b1:4"] });
  await before.credentials.add(TEMPLO);
  await before.bindings.save(binding);
  await before.ledgers.keep("templo-1", ledger, [judged(bead("h", 1), "rejected", "late")]);
  await database.close();

  const after = sqliteStore(await openDatabase(file));

  expect(await after.credentials.list()).toEqual([TEMPLO]);
  expect(await after.bindings.ofMatch("m1")).toEqual([binding]);
  expect(await after.ledgers.find("templo-1")).toEqual(ledger);
  expect(await after.ledgers.judgement("templo-1", bead("h", 1).name)).toMatchObject({ reason: "late" });
});

describe.skipIf(lacks("redis"))("a Redis store of several processes", () => {
  test("P-3: wrong codes of one client are counted together, and it is silenced in all of them", async () => {
    const connection = client();
    onTestFinished(() => connection.disconnect());
    await connection.flushall();
    const [one, other] = [new CodeGuard(connection), new CodeGuard(connection)];
    for (const guard of [one, other, one, other]) await guard.wrong("192.0.2.1");
    expect(await one.wait("192.0.2.1")).toBe(0);
    await one.wrong("192.0.2.1");
    expect(await other.wait("192.0.2.1")).toBeGreaterThan(30_000);
    expect(await other.wait("192.0.2.2")).toBe(0);
  });

  test("P-2: two that show a temple's code at once show the same; none is given twice", async () => {
    const draws = ["AAAA", "AAAA", "BBBB", "BBBB", "CCCC", "CCCC", "DDDD", "EEEE", "FFFF"];
    const connection = client();
    onTestFinished(() => connection.disconnect());
    await connection.flushall();
    const codes = () => new RedisCodes(connection, () => draws.shift() ?? "ZZZZ");
    const [one, other] = [codes(), codes()];
    const shown = await Promise.all([
      one.show("templo-1"),
      other.show("templo-1"),
      one.show("templo-2"),
      other.show("templo-3"),
    ]);
    expect(shown[0]?.code).toBe(shown[1]?.code);
    expect(new Set(shown.map(({ code }) => code)).size).toBe(3);
    const temples = await Promise.all(shown.map(({ code }) => one.templeOf(code)));
    expect(temples).toEqual(["templo-1", "templo-1", "templo-2", "templo-3"]);
  });

  test("what cannot be asked is `unavailable`", async () => {
    const connection = client();
    await connection.ping();
    connection.disconnect();
    await expect(redisStore(connection).credentials.find("templo-1")).rejects.toMatchObject({
      fault: { code: "unavailable" },
    });
  });
});
