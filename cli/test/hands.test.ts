import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { Person } from "../src/temple-check/hands.ts";

describe("Person", () => {
  function given(...answers: readonly string[]) {
    const input = new PassThrough();
    const questions: string[] = [];
    const person = new Person(input, (text) => void questions.push(text));
    input.write(answers.map((answer) => `${answer}\n`).join(""));
    return { input, questions, person };
  }

  test("is asked for each action in turn, which is done when Enter is pressed", async () => {
    const { questions, person } = given("", "", "", "", "", "", "", "");
    await person.drop("h");
    await person.beam("t", [8, 3, 6]);
    await person.beam("t", [3_000]);
    await person.setLink(false);
    await person.setLink(true);
    await person.cyclePower();
    await person.pressConfirm();
    await person.watch();
    expect(questions).toEqual([
      "Drop one bead for Huitzilopochtli, then press Enter.\n",
      "Drop one bead with a large hole for Tlaloc, then press Enter.\n",
      "Cover the beam of Tlaloc's slot for about 3 s, let go, then press Enter.\n",
      "Switch the temple's Wi-Fi off (the access point's), then press Enter.\n",
      "Switch the temple's Wi-Fi on again, then press Enter.\n",
      "Switch the temple off and on again, then press Enter.\n",
      "Press the temple's confirm button once, then press Enter.\n",
      "Watch the temple's screen and listen during the next step. Press Enter to begin it.\n",
    ]);
  });

  test("is waited for", async () => {
    const { input, questions, person } = given();
    let done = false;
    const dropping = (async () => {
      await person.drop("t");
      done = true;
    })();
    expect(questions).toHaveLength(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBe(false);
    input.write("\n");
    await dropping;
    expect(done).toBe(true);
  });

  test.each([
    ["y", true],
    ["Yes, it does", true],
    [" y", true],
    ["n", false],
    ["", false],
  ])("answers what the temple shows: %j is %s", async (answer, seen) => {
    const { questions, person } = given(answer, answer, answer, answer);
    expect(await person.seesDebt("t", 1)).toBe(seen);
    expect(await person.seesDebt("t", 0)).toBe(seen);
    expect(await person.seesVerdict("Accepted")).toBe(seen);
    expect(await person.seesLine("Slots closed")).toBe(seen);
    expect(questions).toEqual([
      "Does the temple ask to take 1 from Tlaloc? [y/n]\n",
      "Has the temple stopped asking to take a bead out? [y/n]\n",
      'Did the temple show "Accepted" for about 3 s, and sound? [y/n]\n',
      'Does the temple show "Slots closed" now? [y/n]\n',
    ]);
  });

  test("fails when the input ends", async () => {
    const { input, person } = given("");
    await person.drop("h");
    input.end();
    await expect(person.cyclePower()).rejects.toThrow("The input ended before the check did.");
  });
});
