import { expect, test } from "vitest";
import { cacheAnswers } from "../../src/names/cache-answers.ts";

test("what was asked lately is answered without asking again, and long texts are always asked about", () => {
  const asked: string[] = [];
  const isLong = cacheAnswers((text) => {
    asked.push(text);
    return text.length > 3;
  });
  const long = "a".repeat(101);
  expect(["Ana", "Itzel", "Ana", long, "Itzel", long].map(isLong)).toEqual([
    false,
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(asked).toEqual(["Ana", "Itzel", long, long]);
});

test("the text that was asked about longest ago is forgotten first", () => {
  const asked: string[] = [];
  const ask = cacheAnswers((text) => asked.push(text) > 0);
  for (let n = 0; n < 2_000; n++) ask(`player ${n}`);
  ask("player 0");
  ask("one more");
  asked.length = 0;
  for (const name of ["player 0", "player 1", "one more"]) ask(name);
  expect(asked).toEqual(["player 1"]);
});
