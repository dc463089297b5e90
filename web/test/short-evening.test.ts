import { flowerWar } from "@flower-war/client-sdk/flower-war";
import { expect, test, vi } from "vitest";
import { playShortEvening } from "../src/presets/short-evening.ts";

const { create } = vi.hoisted(() => ({ create: vi.fn(() => new Promise(() => {})) }));
vi.mock("../src/session/host.ts", () => ({ host: { create } }));

test("the short evening after the lesson is the rules' preset for newcomers, about 20 minutes for four", () => {
  const [preset] = flowerWar.presets ?? [];
  expect(preset?.name).toBe("short-evening");
  expect(preset?.minutes[4]).toBeGreaterThanOrEqual(17);
  expect(preset?.minutes[4]).toBeLessThanOrEqual(23);
  void playShortEvening("Citlali");
  const defaults = Object.fromEntries(
    Object.entries(flowerWar.options).map(([name, option]) => [name, option.default]),
  );
  expect(create).toHaveBeenCalledWith(expect.objectContaining({ game: "flower-war", seats: 4, bots: 3 }));
  const [[request]] = create.mock.calls as unknown as [[{ options: object }]];
  expect({ ...defaults, ...request.options }).toEqual(preset?.options);
});
