import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { GameError } from "../../src/game-error.ts";
import { matchFields, schema, t } from "../../src/games/api.ts";
import { findGame, inPresentVersion } from "../../src/games/versions.ts";
import { gamesWith, loadGames } from "../../src/games/outside-games.ts";
import { findFault } from "../../src/games/check-game.ts";
import { hostedTieqchieq } from "../../src/games/index.ts";
import { StartError } from "../../src/start-error.ts";

const folder = await mkdtemp(join(tmpdir(), "flower-war-games-"));
afterAll(() => rm(folder, { recursive: true }));

const { game } = hostedTieqchieq;
const named = (name: string) => ({ ...hostedTieqchieq, game: { ...game, name } });
const { seats: _seats, hands: _hands, ...partOfMatch } = matchFields();
const changed = (part: object) => ({ ...hostedTieqchieq, game: { ...game, name: "own", ...part } });

/** Stores a module; returns its path. */
async function store(name: string, code: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, code);
  return path;
}

/** Returns the stack of what a game threw. */
function stackOf(error: unknown): string {
  if (error instanceof GameError && error.cause instanceof Error) return error.cause.stack ?? "";
  throw new Error(`no GameError: ${String(error)}`);
}

describe("a game from outside that cannot be hosted is refused in one sentence", () => {
  test("no such module or folder", async () => {
    const missing = join(folder, "missing");
    await expect(loadGames([missing])).rejects.toThrow(
      new StartError(
        `The game ${missing} is not there: it must be a module, or a folder with index.js or index.ts.`,
      ),
    );
  });

  test("no default export", async () => {
    const path = await store("named.mjs", "export const game = {};");
    await expect(loadGames([path])).rejects.toThrow(
      new StartError(`The game ${path} has no default export: it must be a HostedGame.`),
    );
  });

  test("a default export of another shape", async () => {
    const path = await store("shape.mjs", "export default { game: {} };");
    await expect(loadGames([path])).rejects.toThrow(
      new StartError(`The game ${path} cannot be hosted: its game.name must be a string.`),
    );
  });

  test("a module that throws", async () => {
    const path = await store("throws.mjs", 'throw new Error("no board.\\nmore");');
    await expect(loadGames([path])).rejects.toThrow(
      new StartError(`The game ${path} cannot be loaded: no board.`),
    );
  });

  test("a function that throws: game, function and place are named", async () => {
    const ours = import.meta.resolve("../../src/games/index.ts");
    const path = await store(
      "faulty.mjs",
      `import { hostedTieqchieq } from ${JSON.stringify(ours)};
const game = { ...hostedTieqchieq.game, name: "own" };
const draw = () => [].hand.length;
export default { ...hostedTieqchieq, game, packHand: () => draw() };`,
    );
    const refused = await loadGames([path]).catch((error: unknown) => error as StartError);
    if (!(refused instanceof StartError)) throw new Error("the game is hosted");
    expect(refused.message).toBe(
      `The game ${path} cannot be hosted: a match of 2 seats does not begin: packHand of the game own threw TypeError: Cannot read properties of undefined (reading 'length'), at ${path}:3:28.`,
    );
    expect(stackOf(refused.cause)).toMatch(/at draw \(.*faulty.mjs:3:28\)/);
  });

  test("the name of a game that is hosted already", () => {
    const taken = "There are two games with the name tieqchieq: rename one of them.";
    expect(() => gamesWith([hostedTieqchieq])).toThrow(new StartError(taken));
    expect(() => gamesWith([named("own"), named("own")])).toThrow(StartError);
  });

  test.each([
    ["nothing", undefined, "it must be an object { game, newState, write, packHand, easyBot, temple }"],
    [
      "a name with capitals",
      named("Own"),
      "its game.name must be 1 to 24 of a-z, 0-9 and -, beginning with a letter",
    ],
    ["no decide", changed({ decide: 1 }), "its game.decide must be a function"],
    ["no easy bot", { ...named("own"), easyBot: null }, "its easyBot must be a function"],
    ["no seats", changed({ seats: { min: 0, max: 2, default: 2 } }), "its game.seats.min must be at least 1"],
    [
      "a default outside the number of seats",
      changed({ seats: { min: 2, max: 2, default: 3 } }),
      "its game.seats must be min <= default <= max",
    ],
    [
      "an option whose default is no value",
      changed({ options: { sticks: { values: [1, 2], default: 3 } } }),
      "its game.options.sticks must be one whose default is one of its values: 3 is not",
    ],
    [
      "an option whose value before it existed is no value",
      changed({ options: { sticks: { values: [1, 2], default: 2, before: 3 } } }),
      "its game.options.sticks must be one whose before is one of its values: 3 is not",
    ],
    [
      "an option without values",
      changed({ options: { sticks: { values: [], default: 3 } } }),
      "its game.options.sticks.values must be a list that is not empty",
    ],
    [
      "a preset with an unknown option",
      changed({ presets: [{ name: "short", options: { sticks: 3 }, minutes: {} }] }),
      "its preset short has a wrong option, sticks: it takes nothing: there is no such option",
    ],
    [
      "a preset with an option out of its range",
      changed({
        options: { sticks: { values: [5, 6, 7], default: 5 } },
        presets: [{ name: "short", options: { sticks: 3 }, minutes: {} }],
      }),
      "its preset short has a wrong option, sticks: it takes an integer from 5 to 7",
    ],
    [
      "a setup that throws",
      changed({
        setup: () => {
          throw new RangeError("no seed");
        },
      }),
      "a match of 2 seats does not begin: game.setup of the game own threw RangeError: no seed",
    ],
    [
      "a match that no player begins",
      changed({ awaiting: () => [] }),
      "a match of 2 seats does not begin: no seat is awaited",
    ],
    [
      "a state that is no schema",
      { ...named("own"), newState: () => ({}) },
      "a match of 2 seats does not begin: newState gives nothing made with `schema` of @flower-war/server/games",
    ],
    [
      "a state without a table and the fields of all matches",
      { ...named("own"), newState: () => new (schema({ heap: t.uint8() }, "Bare"))() },
      "a match of 2 seats does not begin: newState gives a state without `table` and `matchFields()`",
    ],
    [
      "a state without a table",
      { ...named("own"), newState: () => new (schema({ ...matchFields(), heap: t.uint8() }, "Tableless"))() },
      "a match of 2 seats does not begin: newState gives a state without `table`",
    ],
    [
      "a state with some of the fields of all matches",
      { ...named("own"), newState: () => new (schema({ ...partOfMatch, table: t.uint8() }, "Handless"))() },
      "a match of 2 seats does not begin: newState gives a state without seats, hands of `matchFields()`",
    ],
  ])("%s", (_, value, fault) => {
    expect(findFault(value)?.what).toBe(fault);
  });
});

test("a game of another name is hosted besides ours", () => {
  expect(findFault(named("own"))).toBeNull();
  expect([...gamesWith([named("own")]).keys()]).toEqual([
    "flower-war",
    "mexica",
    "space-aztecs",
    "tieqchieq",
    "own",
  ]);
});

describe("packages of one game with other versions", () => {
  const version = (number?: number) => changed(number === undefined ? {} : { version: number });

  test("are one game: new matches get the latest, and matches of each find theirs", () => {
    const games = gamesWith([version(2), version(10), version()]);
    const own = games.get("own");
    expect(own?.game.version).toBe(10);
    expect(own?.earlier?.map((each) => each.game.version)).toEqual([2, undefined]);
    const found = [10, 2, 1].map((number) => findGame(games, { game: "own", version: number })?.game.version);
    expect(found).toEqual([10, 2, undefined]);
    // A match that began before the game had versions.
    expect(findGame(games, { game: "own" })?.game).toMatchObject({ name: "own" });
    expect(findGame(games, { game: "own", version: 3 })).toBeUndefined();
    expect(findGame(games, { game: "other" })).toBeUndefined();
    expect(findGame(games, { game: "mexica" })?.game.name).toBe("mexica");
  });

  test.each([
    [version(2), version(2), 2],
    [version(), version(1), 1],
  ])("are refused if two have one version", (one, other, number) => {
    expect(() => gamesWith([one, other])).toThrow(
      new StartError(
        `There are two games with the name own and the version ${number}: rename one of them, or raise its game.version.`,
      ),
    );
  });

  test.each([0, 1.5, "2"])("are refused with the version %j", (wrong) => {
    expect(() => gamesWith([changed({ version: wrong }) as never])).toThrow(/its game\.version must be /);
  });

  test("a match that is played again gets the latest version, with the options that this still has", () => {
    const options = { ...game.options, pace: { values: ["slow", "fast"], default: "slow" } };
    const latest = changed({ version: 2, options }) as never;
    const games = gamesWith([version(), latest]);
    const plan = { game: "own", seats: 2, options: { pace: "dead", gone: 1 }, title: "Ours" };
    const next = inPresentVersion(games, plan);
    expect(next).toMatchObject({ game: "own", version: 2, seats: 2, title: "Ours" });
    expect(next.options).toMatchObject({ pace: "slow" });
    expect(next.options).not.toHaveProperty("gone");
    expect(inPresentVersion(gamesWith([version()]), plan)).toBe(plan);
  });

  test("a match whose seats the latest version does not have is played again with its own", () => {
    const latest = changed({ version: 2, seatsFor: () => ["black", "white"] }) as never;
    const plan = { game: "own", seats: 2, options: {} };
    expect(inPresentVersion(gamesWith([version(), latest]), plan)).toBe(plan);
  });
});
