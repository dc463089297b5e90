import { expect, test } from "vitest";
import type { Event } from "../src/flower-war/index.ts";
import { verifyRecord } from "../src/index.ts";
import { runs } from "./support/runs.ts";
import { playedRecord, textOf } from "./support/records.ts";

/** Chi-square of six faces (five degrees of freedom) lies between these with a probability of 0.998. */
const LIKELY = { above: 0.2102, below: 20.515 };

const { numRuns } = runs(30, 100);

test(
  `the records of ${numRuns} matches are true, and their dice fall on every face equally often`,
  () => {
    const faces = [0, 0, 0, 0, 0, 0];
    for (let match = 0; match < numRuns; match += 1) {
      const secret = match.toString(16).padStart(64, "5ec2e7");
      const parts = playedRecord({ count: 2 + (match % 5), rackSize: 4 + (match % 10), secret });
      expect(verifyRecord(textOf(parts)), `secret ${secret}`).toMatchObject({ ok: true });
      for (const { events } of parts.entries) {
        for (const die of (events as readonly Event[]).flatMap(diceOf))
          faces[die - 1] = (faces[die - 1] ?? 0) + 1;
      }
    }
    const dice = faces.reduce((sum, count) => sum + count, 0);
    const chiSquare = faces.reduce((sum, count) => sum + (count - dice / 6) ** 2 / (dice / 6), 0);
    console.info(`${dice} dice, faces 1 to 6: ${faces.join(", ")}; chi-square ${chiSquare.toFixed(3)}`);
    expect(chiSquare).toBeGreaterThan(LIKELY.above);
    expect(chiSquare).toBeLessThan(LIKELY.below);
  },
  24 * 3_600_000,
);

/** Returns the dice that an event rolled. */
function diceOf(event: Event): readonly number[] {
  switch (event.type) {
    case "rolled":
      return event.dice;
    case "battle-began":
      return [event.dice.attacker, event.dice.defender];
    case "battle-card-played":
      return event.roll === null ? [] : [event.roll];
    default:
      return [];
  }
}
