import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { Person } from "../src/temple-check/hands.ts";

describe("the hands of a person", () => {
  function given(...answers: readonly string[]) {
    const input = new PassThrough();
    const asked: string[] = [];
    const person = new Person(input, (text) => void asked.push(text));
    input.write(answers.map((answer) => `${answer}\n`).join(""));
    return { input, asked, person };
  }

  test("are asked for each thing in turn, and it is done when Enter is pressed", async () => {
    const { asked, person } = given("", "", "", "", "", "", "");
    await person.drop("h");
    await person.beam("t", [8, 3, 6]);
    await person.beam("t", [3_000]);
    await person.link(false);
    await person.link(true);
    await person.power();
    await person.confirm();
    expect(asked).toEqual([
      "Drop one bead for Huitzilopochtli, then press Enter.\n",
      "Drop one bead with a large hole for Tlaloc, then press Enter.\n",
      "Cover the beam of Tlaloc's slot for about 3 s, let go, then press Enter.\n",
      "Switch the temple's Wi-Fi off (the access point's), then press Enter.\n",
      "Switch the temple's Wi-Fi on again, then press Enter.\n",
      "Switch the temple off and on again, then press Enter.\n",
      "Press the temple's confirm button once, then press Enter.\n",
    ]);
  });

  test("are waited for", async () => {
    const { input, asked, person } = given();
    let done = false;
    const dropping = (async () => {
      await person.drop("t");
      done = true;
    })();
    expect(asked).toHaveLength(1);
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
  ])("say what they see: %j is %s", async (answer, seen) => {
    const { asked, person } = given(answer, answer);
    expect(await person.sees("t", 1)).toBe(seen);
    expect(await person.sees("t", 0)).toBe(seen);
    expect(asked).toEqual([
      "Does the temple ask to take 1 from Tlaloc? [y/n]\n",
      "Has the temple stopped asking to take a bead out? [y/n]\n",
    ]);
  });

  test("of nobody: it cannot be played", async () => {
    const { input, person } = given("");
    await person.drop("h");
    input.end();
    await expect(person.power()).rejects.toThrow("Nobody is there to do it: the input has ended.");
  });
});
