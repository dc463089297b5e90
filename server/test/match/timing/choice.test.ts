import { describe, expect, test } from "vitest";
import { Choice, type Chooser } from "../../../src/match/timing/choice.ts";

const [PLAIN, CLEVER] = [{ type: "pass" }, { type: "play" }];

const choiceOf = (chooser: Partial<Chooser<never>>) =>
  new Choice<never>("west" as never, {} as never, {
    choose: () => PLAIN as never,
    think: null,
    bot: "easy",
    ...chooser,
  });

describe("a command that is chosen ahead", () => {
  test("is what was thought of, if the thought has come", async () => {
    const choice = choiceOf({ think: async () => CLEVER as never });
    await choice.begin();
    expect(choice.take()).toBe(CLEVER);
  });

  test.each<[string, Chooser<never>["think"]]>([
    ["no bot thinks", null],
    ["no thought came of it", async () => null],
    ["thinking failed", () => Promise.reject(new Error("no idea"))],
  ])("is what was chosen at once, if %s", async (_, think) => {
    const choice = choiceOf({ think });
    await choice.begin();
    expect(choice.take()).toBe(PLAIN);
  });

  test("is what was chosen at once, if the thought comes later", async () => {
    const { promise, resolve } = Promise.withResolvers<never>();
    const choice = choiceOf({ think: () => promise });
    const begun = choice.begin();
    expect(choice.take()).toBe(PLAIN);
    resolve(CLEVER as never);
    await begun;
    expect(choice.take()).toBe(PLAIN);
  });

  test("is chosen when it is taken, if no bot began to", () => {
    expect(choiceOf({}).take()).toBe(PLAIN);
  });

  test("fails when it is taken, not before, if it cannot be chosen", async () => {
    const choice = choiceOf({
      choose: () => {
        throw new Error("broken");
      },
    });
    await choice.begin();
    expect(() => choice.take()).toThrow("broken");
  });
});
