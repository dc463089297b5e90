import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FACES, type Face, kindOf } from "../../src/space-aztecs/cards.ts";
import { PLACES } from "../../src/space-aztecs/vocabulary.ts";

const CANON = readFileSync(join(import.meta.dirname, "../../../docs/rules/space-aztecs.md"), "utf8");
const ROW = /^\| ([PYBGC][0-9TS]\d?) \| . \| \w+ \| ([^|]+) \| ([^|]+) \| (\d\d:\d\d) \|$/gm;

/** Returns what the table of section 2.1 says about a card's points. */
function pointsOf(face: Face): string {
  if (kindOf(face.id) === "codex") return "2.3";
  if (kindOf(face.id) !== "aztec") return "-";
  if (face.sheltered !== undefined) return `${face.points}/${face.sheltered}`;
  if (face.points !== undefined) return String(face.points);
  const { role = "" } = face;
  return role.slice(0, 1).toUpperCase() + role.slice(1);
}

test("section 2.1: the cards are those of the canon's table, in its order", () => {
  const rows = [...CANON.matchAll(ROW)].map(([, id, name, points, time]) => [id, name, points, time]);
  expect(rows).toHaveLength(72);
  expect(FACES.map((face) => [face.id, face.name, pointsOf(face), face.time])).toEqual(rows);
});

test("section 2.1: every slot of 20 minutes is used once", () => {
  const slots = Array.from({ length: 72 }, (_, i) => [Math.floor(i / 3), (i % 3) * 20]);
  const times = slots.map((slot) => slot.map((part) => String(part).padStart(2, "0")).join(":"));
  expect(FACES.map(({ time }) => time).toSorted()).toEqual(times);
});

test("section 2.4: the places are those of the canon", () => {
  for (const [index, name] of PLACES.entries()) expect(CANON).toContain(`${index + 1} ${name}`);
});
