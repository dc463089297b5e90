import type { GameTypes } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { GAMES } from "../src/games/index.ts";
import { measureMinutes, type MinutesSample } from "../src/minutes.ts";
import { parseArguments } from "../src/options.ts";
import { Stopwatch } from "../src/stopwatch.ts";

const PRESETS = [...GAMES.values()].flatMap(({ game }) =>
  (game.presets ?? []).map((preset) => [game.name, preset.name, game.seats.default, preset] as const),
);

describe("the minutes in rules/src/minutes.ts", () => {
  test.each(PRESETS)("are those of %s, %s, within a fifth", async (game, _, seats, preset) => {
    const sample = { matches: 100, seed: "another seed", paces: {} };
    const measured = (await measureMinutes(game, preset, [seats], sample))[seats] ?? 0;
    const stored = preset.minutes[seats] ?? 0;
    expect(Math.abs(measured - stored) / stored, `${measured} minutes, not ${stored}`).toBeLessThan(0.2);
  });

  test("are longer at a measured pace that is slower", async () => {
    const [preset] = GAMES.get("tieqchieq")?.game.presets ?? [];
    if (preset === undefined) throw new Error("no preset");
    const measure = async (paces: MinutesSample["paces"]) => {
      const sample = { matches: 20, seed: "s", paces };
      return (await measureMinutes("tieqchieq", preset, [2], sample))[2];
    };
    const assumed = (await measure({})) ?? 0;
    expect(assumed).toBeGreaterThan(5);
    // Both are rounded to minutes.
    const slow = (await measure({ tieqchieq: { toss: 20, act: 40, plus: 30 } })) ?? 0;
    expect(Math.abs(slow - 10 * assumed)).toBeLessThanOrEqual(5);
    expect(await measure({ mexica: { roll: 60 } })).toBe(assumed);
  });

  test("are measured by --minutes", () => {
    expect(parseArguments(["--minutes"])).toMatchObject({ minutes: true, setup: { matches: 1000 } });
    expect(parseArguments([])).toMatchObject({ minutes: false });
  });
});

describe("the stopwatch", () => {
  const play = (...rounds: string[][]) => {
    const stopwatch = new Stopwatch({ roll: 3, choose: 10, take: 2 });
    for (const round of rounds) {
      stopwatch.decide(
        round.map((each): { seat: GameTypes["seat"]; decision: string } => {
          const [seat = "", decision = ""] = each.split(" ");
          return { seat, decision };
        }),
      );
    }
    return stopwatch.seconds;
  };

  test("adds decisions that follow each other", () => {
    expect(play(["a roll"], ["b roll"], ["b choose"])).toBe(16);
  });

  test("counts decisions at the same time once", () => {
    expect(play(["a choose", "b choose", "c take"], ["b choose", "c take"], ["c take"])).toBe(10);
    expect(play(["a take", "b choose"], ["b choose"], ["a take"])).toBe(12);
  });
});
