import { drawerOf } from "@flower-war/game-frame";
import { checksOf, type Trial, trialOf } from "@flower-war/rules/trials";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import page from "./page.ts";
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
  page,
});

for (const { name, run } of checksOf(trial)) test(name, run);

/**
 * Returns the error of a check of a game, by the beginning of its name.
 * @param matches which random matches are played: in others something else may go wrong first
 */
function failureOf(game: typeof nim, check: string, matches: fc.GlobalParameters = { seed: 1 }): Error {
  const found = checksOf(trialOf(game, commands)).find(({ name }) => name.startsWith(check));
  fc.configureGlobal(matches);
  try {
    found?.run();
  } catch (error) {
    if (error instanceof Error) return error;
  } finally {
    fc.resetConfigureGlobal();
  }
  throw new Error(`nothing is wrong with ${check}`);
}

const greedy = { ...nim, legal: () => COMMANDS };

test("a check that fails says first what is wrong, then which promise it tried, in which match, and how to play it again", () => {
  const { message } = failureOf(greedy, "legal lists");
  const [wrong, promise, match, again, ...more] = message.split("\n");
  expect(wrong).toMatch(
    /^before command \d+: for (left|right) legal lists \{"type":"take","count":\d\}, which decide refuses: (not-your-decision|too-many)$/,
  );
  expect(promise).toMatch(/^While checking: legal lists exactly what decide accepts, .*\.$/);
  expect(match).toMatch(
    /^Match: nim \{"seats":2,"options":\{"sticks":5\},"seed":"[0-9a-f]{64}","players":"[0-9a-f]{64}"\}$/,
  );
  const [, options = ""] = /fc\.configureGlobal\((\{.*\})\)\.$/.exec(again ?? "") ?? [];
  expect(more).toEqual([]);
  expect(failureOf(greedy, "legal lists", JSON.parse(options)).message).toBe(message);
});

test.each<[check: string, part: Partial<typeof nim>, first: RegExp]>([
  [
    "the fallback",
    { fallback: () => ({ type: "take", count: 3 }) },
    /^before command \d+: (left|right)'s fallback \{"type":"take","count":3\} is refused: too-many$/,
  ],
  [
    "decide returns the state",
    { evolve: (state, event) => ({ ...nim.evolve(state, event), at: event.type === "taken" ? 1 : 2 }) },
    /^command 1, (left|right)'s \{"type":"take","count":\d\}: the state that its events fold into has at, which is not expected$/,
  ],
  [
    "decide and evolve remember",
    { legal: () => COMMANDS },
    /^command \d+, (left|right)'s \{"type":"take","count":[23]\}: decide refuses it, though legal lists it: too-many$/,
  ],
  [
    "decide and evolve change none",
    { evolve: (state, event) => Object.assign(state, nim.evolve(state, event)) },
    /^command 1, (left|right)'s \{"type":"take","count":\d\}: TypeError: Cannot assign to read only property 'table'/,
  ],
  [
    "awaiting and outcome",
    {
      view: ({ table }, viewer) =>
        nim.view({ table: viewer === "public" ? { ...table, turn: "left" } : table }, viewer),
    },
    /^command \d+, left's .*: awaiting of public's view has "left" in 0.seat, but "right" is expected$/,
  ],
])("it names the command, and what differs where: %s", (check, part, first) => {
  const { message, cause } = failureOf({ ...nim, ...part }, check);
  expect(message.split("\n")[0]).toMatch(first);
  expect(message).not.toContain("=>");
  expect(cause).toBeInstanceOf(Error);
});

test("it names an event that has a name of the table's own", () => {
  const decide: typeof nim.decide = (...args) => {
    const { events, ...decided } = nim.decide(...args);
    const renamed = events?.map((event) => ({ ...event, type: `table-${event.type}` }));
    return { ...decided, ...(renamed && { events: renamed }) } as never;
  };
  const named = (event: { type: string }) => ({ ...event, type: event.type.slice("table-".length) }) as never;
  const renaming = {
    ...nim,
    decide,
    evolve: (state, event) => nim.evolve(state, named(event)),
  } satisfies typeof nim;
  expect(failureOf(renaming, "no command and no event").message).toMatch(/ has a name of the table's own$/m);
});

test.each([{}, undefined])("it names the word that a page lacks, with things that are %o", (things) => {
  const { en } = page.texts;
  // A page without types may leave them out.
  const lacking = { ...page, texts: { en: { ...en, things: things as never } } };
  const found = checksOf(trialOf(nim, { ...commands, page: lacking })).find(({ name }) =>
    name.startsWith("the page"),
  );
  expect(() => found?.run()).toThrow(
    /^command 1, (left|right)'s .*: texts\.en\.things have no words for stick, which left is shown$/m,
  );
});

test("the checks find a table that throws for a viewer", async () => {
  const draw = await drawerOf(page, {
    Board: ({ view, seat }) => {
      if (seat === "right" && view.table.heap < 3) throw new Error("brittle");
      return null;
    },
  });
  const drawn = checksOf(
    trialOf(nim, {
      ...commands,
      draw: (view, viewer, seats) => renderToStaticMarkup(draw(view, viewer, seats)),
    }),
  ).find(({ name }) => name.startsWith("the table"));
  expect(() => drawn?.run()).toThrow(/^command \d+, (left|right)'s .*: brittle$/m);
});

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
