import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { MIGRATIONS, POSTGRES_MIGRATIONS } from "../../src/migrations.ts";
import { inBothDialects } from "../../src/storage/dialects.ts";

const hashOf = (versions: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(versions)).digest("hex").slice(0, 16);

test("released versions of both databases never change, byte for byte: add a version instead", () => {
  expect(hashOf(MIGRATIONS.slice(0, 18))).toBe("3c3ea8c78d9a4aaf");
  expect(hashOf(POSTGRES_MIGRATIONS.slice(0, 13))).toBe("ad68140dc1a4ea49");
});

test("a table is declared once: keys, types and lines of one dialect differ", () => {
  const { sqlite, postgres } = inBothDialects(`
  CREATE TABLE moons (
    moon KEY,
    at BIGINT NOT NULL,
    sqlite: phase INTEGER
    postgres: phase INTEGER,
    postgres: UNIQUE (at)
  );`);
  expect(sqlite).toBe(`
  CREATE TABLE moons (
    id INTEGER PRIMARY KEY,
    moon TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    phase INTEGER
  ) STRICT;`);
  expect(postgres).toBe(`
  CREATE TABLE moons (
    moon text PRIMARY KEY,
    at bigint NOT NULL,
    phase integer,
    UNIQUE (at)
  );`);
});
