import { describe, expect, test } from "vitest";
import { JournalConflict } from "../../src/storage/journal/journal.ts";
import { PostgresAppender } from "../../src/storage/journal/postgres-appender.ts";
import type { PostgresDatabase } from "../../src/storage/postgres/postgres-database.ts";
import { FakeTime } from "../support/fake-time.ts";

/** A statement that is under way. */
interface Statement {
  /** The matches whose facts it appends. */
  readonly matches: readonly string[];
  /** PostgreSQL has moved the heads of these matches. */
  readonly answer: (moved?: readonly string[]) => void;
}

/** An appender, and the statements that it has sent and that are not answered. */
function open() {
  const time = new FakeTime();
  const underWay = new Set<Statement>();
  const run = (query: { readonly values: readonly unknown[] }) => {
    const { promise, resolve } = Promise.withResolvers<{ match: string }[]>();
    const matches = query.values[0] as string[];
    const statement: Statement = {
      matches,
      answer: (moved = matches) => {
        underWay.delete(statement);
        resolve(moved.map((match) => ({ match })));
      },
    };
    underWay.add(statement);
    return promise;
  };
  const appender = new PostgresAppender({ run } as unknown as PostgresDatabase, time);
  const append = (match: string, n = 1) => appender.append(match, { epoch: 1, n }, ["{}"], false);
  const settle = async () => {
    for (let turns = 0; turns < 5; turns++) await time.nextTurn();
    return [...underWay];
  };
  return { append, settle };
}

describe("appends to PostgreSQL", () => {
  test("have two statements under way at a time", async () => {
    const { append, settle } = open();
    for (const round of ["first", "second"]) {
      const appends: Promise<void>[] = [];
      for (let i = 0; i < 4; i++) {
        appends.push(append(`${round} ${i}`));
        await settle();
      }
      expect(await settle(), round).toHaveLength(2);
      for (let rest = await settle(); rest.length > 0; rest = await settle()) rest[0]?.answer();
      await Promise.all(appends);
    }
  });

  test("go 512 in a statement", async () => {
    const { append, settle } = open();
    const appends = Array.from({ length: 700 }, (_, i) => append(`m${i}`));
    const underWay = await settle();
    expect(underWay.map(({ matches }) => matches.length)).toEqual([512, 188]);
    for (const { answer } of underWay) answer();
    await Promise.all(appends);
  });

  test("are refused as a conflict alone if their match has another owner", async () => {
    const { append, settle } = open();
    const [own, lost] = [append("own"), append("lost")];
    const [statement] = await settle();
    statement?.answer(["own"]);
    await own;
    await expect(lost).rejects.toThrow(JournalConflict);
  });
});
