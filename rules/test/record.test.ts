import { describe, expect, test } from "vitest";
import { flowerWar } from "../src/flower-war/index.ts";
import { FLOWER_WAR } from "../src/flower-war/presets.ts";
import { begin, fold, replay } from "../src/record.ts";
import { headerOf, playMatch } from "../src/trials/matches.ts";
import { position, SEED } from "./support/position.ts";
import { anything } from "./support/trials/flower-war.ts";

describe("a match's record", () => {
  const options = { ...FLOWER_WAR.options, rackSize: 5 };
  const setting = { game: flowerWar, seats: 3, options, seed: SEED, players: "5e".repeat(32) };
  const header = headerOf(setting);
  const { state, entries } = playMatch(setting, anything);

  test("begins with the state before the first command", () => {
    expect(begin(flowerWar, header)).toEqual(flowerWar.setup(options, 3, SEED));
  });

  test("folds to the state after its last entry, at once or in parts", () => {
    expect(replay(flowerWar, begin(flowerWar, header), entries)).toEqual(state);
    const half = replay(flowerWar, begin(flowerWar, header), entries.slice(0, 40));
    expect(replay(flowerWar, half, entries.slice(40))).toEqual(state);
    expect(replay(flowerWar, half, [])).toBe(half);
  });

  test("folds one command's events", () => {
    const [first] = entries;
    const before = begin(flowerWar, header);
    expect(fold(flowerWar, before, first?.events ?? [])).toEqual(
      replay(flowerWar, before, entries.slice(0, 1)),
    );
  });
});

test("an event is folded into the given state, whatever was decided last", () => {
  const decided = position({ dice: [2] });
  const other = position({ tribes: { west: { skulls: 3 } } });
  const roll = () => flowerWar.decide(decided, "east", { type: "roll" }).events?.[0];
  const rolled = roll();
  if (rolled === undefined) throw new Error("a roll is an event");
  expect(flowerWar.evolve(other, rolled)).toEqual(flowerWar.evolve(other, { ...rolled }));
  roll();
  expect(flowerWar.evolve(decided, { type: "forestalled" }).table.apocalypse.state).toBe("forestalled");
});
