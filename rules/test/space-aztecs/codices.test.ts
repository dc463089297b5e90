import { expect, test } from "vitest";
import { codexPoints } from "../../src/space-aztecs/codices.ts";
import type { City } from "../../src/space-aztecs/vocabulary.ts";

/** Three sets, one of them with one card. The cards under the Saucer are outside the city. */
const city: City = {
  visible: ["P01", "P07", "Y06"],
  temples: [{ card: "GT1", covers: ["G02"] }],
  codices: ["C1", "C2"],
  saucers: [{ card: "BS1", took: ["B04"] }],
};

test.each([
  ["C1", "Aztec or Temple before noon", 3],
  ["C2", "Aztec or Temple from noon on", 2],
  ["C3", "Temple", 1],
  ["C4", "covered Aztec", 1],
  ["C5", "visible Aztec", 3],
  ["C6", "set", 3],
  ["C7", "card of the largest set", 2],
  ["C8", "Codex", 2],
])("section 2.3: %s pays 2 for each %s", (codex, _, items) => {
  expect(codexPoints(codex, city)).toBe(2 * items);
});
