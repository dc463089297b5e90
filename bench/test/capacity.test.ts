import { expect, test } from "vitest";
import { FULL, type CapacityFigures } from "../src/capacity/measure.ts";
import { formatCapacity, planFor } from "../src/capacity/report.ts";

/** Round figures, so that a plan can be computed by hand. */
const bot = { thought: 0, command: 0.0003, memory: 0, decisions: 100 };
const FIGURES: CapacityFigures = {
  server: { memory: 100e6 },
  table: { processor: 0.0001, decision: 0.0003, early: 100e3, late: 200e3 },
  seat: { processor: 0.002 },
  sleeping: { memory: 20, stored: 10e3 },
  watcher: { memory: 20e3, entry: 0.00003 },
  temple: { memory: 40e3, bead: 0.001 },
  bridge: { memory: 80e6 },
  bots: {
    easy: bot,
    skilled: { ...bot, thought: 0.12, memory: 100e6 },
    strong: { ...bot, thought: 0.6, memory: 100e6 },
  },
};

test("what to rent follows from the figures: half the tables awake, a core used by half, memory by 70 %", () => {
  const plan = planFor(FIGURES, 10_000);
  // 5,000 tables awake, of which each takes 0.1 ms a second, and its watcher 0.01 ms.
  expect(plan.servers).toBeCloseTo(0.55);
  expect(plan.processes).toBe(2);
  // A seat decides every 12 s: 5,000 x (0.2 x 120 ms + 0.05 x 600 ms) / 12 s.
  expect(plan.bots).toBeCloseTo(22.5);
  expect(plan.cores).toBe(2 + 45);
  // 2 servers, a bridge, 5,000 x (200 + 20 + 0.05 x 40) KB, 5,000 x 20 bytes, 45 processes of bots.
  expect(plan.memory).toBeCloseTo((0.2 + 0.08 + 1.11 + 0.0001 + 4.5) / 0.7);
  expect(plan.disk).toBeCloseTo(0.1);
});

test("more tables never need less", () => {
  const plans = [100, 1_000, 10_000].map((tables) => planFor(FIGURES, tables));
  for (const [i, plan] of plans.slice(1).entries()) {
    expect(plan.cores).toBeGreaterThanOrEqual(plans[i]?.cores ?? 0);
    expect(plan.memory).toBeGreaterThan(plans[i]?.memory ?? 0);
  }
});

test("the report has a row for each part, its size and duration, the plans and what they assume", () => {
  const report = formatCapacity(FIGURES, { ...FULL, seconds: 30 });
  expect(report).toContain("| a table at entry 300 |  |  | 200 KB | 5,000 | 100 tables |");
  expect(report).toContain("| a decision of a strong bot | 600 ms | 1.7 a second | 100 MB a process |");
  expect(report).toContain("200 tables, a decision every 3 s at each, 30 s");
  expect(report.match(/^\| (100|1,000|10,000) \|/gm)).toHaveLength(3);
  expect(report).toContain("Assumed: 50 % of the tables are played");
  expect(report).not.toMatch(/NaN|undefined|Infinity/);
});
