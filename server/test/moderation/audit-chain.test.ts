/** The chain of the operators' audit log (docs/operate.md, "Keeping order"), in each database. */
import type { AuditEntry } from "@flower-war/protocol/operator";
import { beforeEach, describe, expect, test } from "vitest";
import { AuditChain } from "../../src/moderation/store/audit-chain.ts";
import { type SqlDatabase, statement } from "../../src/storage/sql-database.ts";
import { storeKinds } from "../support/store-kinds.ts";

const NOW = 1_763_600_000_000;
const log = { info: () => {} };
const openChain = (database: SqlDatabase, secret = "secret of these tests") =>
  new AuditChain(database, secret, log);

function entry(i: number): AuditEntry {
  const account = i % 2 === 0 ? null : "V1StGXR8_Z5jdHi6B-myT";
  const what = {
    operator: "Itzel",
    account,
    act: "ban",
    target: "V1StGXR8Z5jd",
    reason: `reason ${i}`,
  } as const;
  return { id: `entry-${i}`, ...what, until: i % 2 === 0 ? null : NOW + 1000, createdAt: NOW + i };
}

/** Appends the entries 1 to 5. */
async function appendFive(database: SqlDatabase): Promise<AuditChain> {
  const chain = openChain(database);
  for (let i = 1; i <= 5; i++) await chain.append(entry(i));
  return chain;
}

const KINDS = storeKinds((database) => database, ["sanctions", "audit", "audit_cuts"]);

describe.each(KINDS)("the audit log in $kind", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  test("is whole as it was written", async () => {
    const chain = await appendFive(await open());
    expect(await chain.check(NOW)).toEqual({
      entries: 5,
      unchained: 0,
      last: { n: 5, hash: expect.stringMatching(/^[\w-]{43}$/) },
      fault: null,
    });
  });

  test.each([
    ["an operator", "UPDATE audit SET operator = 'Ana' WHERE n = 3", "changed", 3, "entry-3"],
    ["an account", "UPDATE audit SET account = 'other' WHERE n = 3", "changed", 3, "entry-3"],
    ["an account, which is gone", "UPDATE audit SET account = NULL WHERE n = 3", "changed", 3, "entry-3"],
    ["an account, where was none", "UPDATE audit SET account = 'x' WHERE n = 2", "changed", 2, "entry-2"],
    ["an act", "UPDATE audit SET act = 'mute' WHERE n = 3", "changed", 3, "entry-3"],
    ["a target", "UPDATE audit SET target = '' WHERE n = 3", "changed", 3, "entry-3"],
    ["a reason", "UPDATE audit SET reason = reason || '!' WHERE n = 5", "changed", 5, "entry-5"],
    ["an end", "UPDATE audit SET ends_at = NULL WHERE n = 1", "changed", 1, "entry-1"],
    ["a date", "UPDATE audit SET created_at = created_at - 1 WHERE n = 2", "changed", 2, "entry-2"],
    ["an id", "UPDATE audit SET entry = 'other' WHERE n = 2", "changed", 2, "other"],
    ["a hash", "UPDATE audit SET hash = 'x' WHERE n = 4", "changed", 4, "entry-4"],
    ["an entry, which is gone", "DELETE FROM audit WHERE n = 3", "missing", 3, null],
    ["the first entry, which is gone", "DELETE FROM audit WHERE n = 1", "missing", 1, null],
    ["an entry, which is no part of it", "UPDATE audit SET n = NULL WHERE n = 3", "missing", 3, null],
  ])("shows that somebody changed %s", async (_, sql, kind, n, id) => {
    const database = await open();
    const chain = await appendFive(database);
    await database.change(statement(sql));
    expect((await chain.check(NOW)).fault).toEqual({ kind, n, entry: id });
  });

  test("shows entries in another order, and one that was added", async () => {
    const database = await open();
    const chain = await appendFive(database);
    await database.change(
      statement("UPDATE audit SET n = 99 WHERE n = 2"),
      statement("UPDATE audit SET n = 2 WHERE n = 3"),
      statement("UPDATE audit SET n = 3 WHERE n = 99"),
    );
    expect((await chain.check(NOW)).fault).toMatchObject({ kind: "changed", n: 2 });
    const other = await open();
    await appendFive(other);
    await openChain(other, "what somebody guessed").append(entry(6));
    expect((await openChain(other).check(NOW)).fault).toEqual({ kind: "changed", n: 6, entry: "entry-6" });
  });

  test("stays whole when its oldest entries expire, and shows a cut before that", async () => {
    const database = await open();
    const chain = await appendFive(database);
    expect(await chain.cut(NOW + 4)).toBe(true);
    expect(await chain.cut(NOW + 4)).toBe(false);
    expect((await chain.read(NOW + 10)).map(({ id }) => id)).toEqual(["entry-5", "entry-4"]);
    expect(await chain.check(NOW + 4)).toMatchObject({ entries: 2, last: { n: 5 }, fault: null });
    expect((await chain.check(NOW + 3)).fault).toEqual({ kind: "cut", n: 3, entry: null });
    expect(await chain.cut(NOW + 100)).toBe(true);
    await chain.append(entry(6));
    expect(await chain.check(NOW + 100)).toMatchObject({ entries: 1, last: { n: 6 }, fault: null });
    await database.change(statement("UPDATE audit_cuts SET created_at = created_at - 1"));
    expect((await chain.check(NOW + 100)).fault).toEqual({ kind: "cut", n: 5, entry: null });
  });

  test("has each entry once and in one order when two servers append at once", async () => {
    const database = await open();
    const [one, other] = [openChain(database), openChain(database)];
    const appended = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? one : other).append(entry(i)));
    expect(await Promise.all(appended)).toEqual(appended.map(() => true));
    expect(await one.check(NOW)).toMatchObject({ entries: 10, last: { n: 10 }, fault: null });
  });

  test("gets no entry about a statement that changes nothing", async () => {
    const database = await open();
    const chain = await appendFive(database);
    expect(await chain.append(entry(6), statement("DELETE FROM sanctions"))).toBe(false);
    expect(await chain.check(NOW)).toMatchObject({ entries: 5, fault: null });
  });

  test("counts entries of servers that wrote no hashes", async () => {
    const database = await open();
    const old = `INSERT INTO audit (entry, operator, act, target, reason, created_at) VALUES (?, ?, ?, ?, ?, ?)`;
    await database.change(statement(old, "old", "Itzel", "ban", "x", "y", NOW - 5));
    const chain = await appendFive(database);
    expect(await chain.check(NOW)).toMatchObject({ entries: 5, unchained: 1, fault: null });
    expect(await chain.cut(NOW)).toBe(true);
    expect(await chain.check(NOW)).toMatchObject({ entries: 5, unchained: 0, fault: null });
  });
});
