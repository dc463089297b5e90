/** What the tests of storms hold against a temple, in the cases that one storm in hundreds has. */
import type { Ledger } from "@flower-war/protocol/temple";
import { expect, test } from "vitest";
import { PythonTemple } from "./support/python-temples.ts";
import { judge } from "./support/storm-judge.ts";

const BOOT = "29e27c39";
const LATE = { verdict: "rejected", reason: "late" } as const;

/** A temple of which two beads fell at Tlaloc: the first was refused, and the power cut took the second before it had a verdict. */
function cutTemple(): PythonTemple {
  const temple = new PythonTemple("storm-1", () => {});
  const powerUp = (boot: string) => ({ temple: temple.id, boot, epoch: boot, count: { h: 0, t: 0 } });
  temple.see(powerUp(BOOT));
  for (const n of [1, 2]) temple.see({ temple: temple.id, fell: { epoch: BOOT, slot: "t", n }, boot: BOOT });
  temple.see({
    temple: temple.id,
    ack: { epoch: BOOT, slot: "t", from: 1, to: 1, ...LATE },
  });
  temple.see(powerUp("bb0feda3"));
  return temple;
}

const stored = new Map([[`${BOOT}:t1`, LATE]]);
const fix = { h: 0, t: -1 };
const ledger = { fix, acts: [] as readonly string[] } as Ledger;

test.each([
  ["not charged", { record: { h: 0, t: 0 }, journaled: [] }],
  ["charged", { record: { h: 0, t: 1 }, journaled: [`storm-1:${BOOT}:0:t2`] }],
])("a bead without a verdict that the match has %s is no debt", (_, record) => {
  const temple = cutTemple();
  temple.display = { match: "ST4F", fix } as PythonTemple["display"];
  expect(judge(temple, { ...record, stored, ledger, lake: null })).toEqual([]);
});
