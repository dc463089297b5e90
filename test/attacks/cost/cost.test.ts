/** No message of 4 KB takes long to read, whatever is in it: docs/security.md, "What a message costs". */
import { expect, test } from "vitest";
import { seedTest } from "../../support/seeded-random.ts";
import { FORMATS } from "./formats/index.ts";
import { costOf, searchCostliest } from "./search.ts";

/** Seconds of the search in each format; more by FLOWER_WAR_COST. */
const SECONDS = Number(process.env["FLOWER_WAR_COST"] ?? 0.15);
/** ms that a message may cost. */
const MOST = 2;
/** How many times as much a short search allows: its machine is busy, and its code is not compiled yet. */
const AT_FIRST = 5;

test.each(FORMATS)("$name", { timeout: 300_000 + 2_000 * SECONDS }, (format) => {
  const random = seedTest(format.name);
  const { bytes, ms, tried } = searchCostliest(format, random, SECONDS * 1000);
  const shown = JSON.stringify(Buffer.from(bytes).toString().slice(0, 300));
  const met = `${format.name}: ${ms.toFixed(2)} ms for ${bytes.length} bytes, of ${tried} inputs: ${shown}`;
  if (process.env["FLOWER_WAR_COST"]) console.log(met);
  const most = (format.most ?? MOST) * (process.env["FLOWER_WAR_COST"] ? 1 : AT_FIRST);
  expect(ms > most ? costOf(format, bytes, most) : ms, met).toBeLessThanOrEqual(most);
});
