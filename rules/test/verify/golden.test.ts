import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { games, readWitness, RULES_VERSION, verifyRecord } from "../../src/index.ts";

/*
 * Records as they were once written, one for each game, version of the rules and format: they verify for ever. A new version of the
 * rules or a new format adds files here, and changes none.
 */

const FOLDER = join(import.meta.dirname, "../golden");
const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const records = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

test.each(records)("%s verifies, and its witness agrees", (name) => {
  const [, game, rules, format] = /^([a-z-]+)\.rules-(\d+)\.format-(\d)\.jsonl$/.exec(name) ?? [];
  const header = JSON.parse(read(name).split("\n", 1)[0] ?? "") as { rules: number };
  expect(String(header.rules)).toBe(rules);
  const expected = { ok: true, game, format: `flower-war-record-${format}` };
  expect(verifyRecord(read(name))).toMatchObject(expected);
  const file = name.replace(".jsonl", ".witness.json");
  if (!existsSync(join(FOLDER, file))) return;
  const { witness } = readWitness(read(file));
  expect(verifyRecord(read(name), witness)).toMatchObject({ ...expected, witness: { later: [] } });
});

test("every game has one of each format by the present rules", () => {
  for (const game of Object.keys(games)) {
    for (const format of [1, 2, 3, 4]) {
      expect(records).toContain(`${game}.rules-${RULES_VERSION}.format-${format}.jsonl`);
    }
  }
});
