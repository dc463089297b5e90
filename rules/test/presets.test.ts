import { describe, expect, test } from "vitest";
import { defaultsOf, type Game, games, type GameTypes, readOptions } from "../src/index.ts";

const GAMES = Object.values(games) as unknown as Game<GameTypes>[];

describe.each(GAMES.map((game) => [game.name, game] as const))("the presets of %s", (name, game) => {
  const presets = game.presets ?? [];

  test("have names of their own, among them the game's with its default options", () => {
    const names = presets.map((preset) => preset.name);
    expect(new Set(names).size).toBe(names.length);
    expect(presets.find((preset) => preset.name === name)?.options).toEqual(defaultsOf(game));
  });

  test("have complete options that a host may choose", () => {
    for (const { options } of presets) expect(readOptions(game, options)).toEqual({ options });
  });

  test("say how many minutes a match of each size takes", () => {
    const sizes = Array.from(
      { length: game.seats.max - game.seats.min + 1 },
      (_, i) => `${game.seats.min + i}`,
    );
    for (const { minutes } of presets) {
      expect(Object.keys(minutes)).toEqual(sizes);
      for (const each of Object.values(minutes)) expect(each).toBeGreaterThan(0);
    }
  });
});

test("a short evening of Flower War comes first, and takes four seats 15 to 25 minutes", () => {
  const [first] = games["flower-war"].presets ?? [];
  expect(first?.name).toBe("short-evening");
  expect(first?.minutes[4]).toBeGreaterThanOrEqual(15);
  expect(first?.minutes[4]).toBeLessThanOrEqual(25);
});
