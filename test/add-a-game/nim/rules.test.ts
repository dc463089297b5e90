import { checksOf, type Trial, trialOf } from "@flower-war/rules/trials";
import { expect, test } from "vitest";
import { type Nim, nim } from "./rules.ts";

/* What every game must guarantee, tried in random matches of Nim. */

const COMMANDS = [1, 2, 3].map((count) => ({ type: "take", count }) as const);

const commands: Pick<Trial<Nim>, "universe" | "fields"> = {
  universe: () => COMMANDS,
  fields: { type: ["take", "concede"], count: [0, 1, 4] },
};

const trial = trialOf(nim, {
  ...commands,
  findFaults: ({ table }) => (table.heap >= 0 ? [] : ["sticks are missing"]),
});

for (const { name, run } of checksOf(trial)) test(name, run);

test("the checks find what is wrong with a game", () => {
  const broken = { ...nim, legal: () => COMMANDS, fallback: () => ({ type: "take", count: 3 }) as const };
  const failed = checksOf(trialOf(broken, commands)).filter(({ run }) => {
    try {
      run();
      return false;
    } catch {
      return true;
    }
  });
  expect(failed.map(({ name }) => name.split(" ").slice(0, 2).join(" "))).toEqual(
    expect.arrayContaining(["legal lists", "the fallback"]),
  );
});
