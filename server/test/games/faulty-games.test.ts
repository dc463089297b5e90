/** What the log says of a game from outside that fails while it is hosted, and what becomes of its matches. */
import { PATHS } from "@flower-war/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import type { HostedGame } from "../../src/games/hosted-game.ts";
import type * as Log from "../../src/log.ts";
import { faults } from "../../src/metrics/counters.ts";
import { TestClient } from "../support/client.ts";
import { hostedCounting } from "../support/hosted-counting.ts";
import { createMatch, post } from "../support/post.ts";
import { until } from "../support/until.ts";

/** Everything that the server has logged since the test began. */
const lines: { readonly msg: string; readonly [field: string]: unknown }[] = [];
const linesOf = (message: string) => lines.filter(({ msg }) => msg === message);

vi.mock("../../src/log.ts", async (original) => {
  const log = await original<typeof Log>();
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const openLog: typeof Log.openLog = (level, summaries) => log.openLog(level, summaries, destination);
  return { ...log, openLog };
});
const { startServer } = await import("../../src/app.ts");
const { gamesWith } = await import("../../src/games/outside-games.ts");

/** Games are tried before they are hosted, and must pass that. */
let isHosted = false;
function fail(): never {
  throw new RangeError("the cards ran out");
}

/** The counting game under another name, with other parts. */
const counting = (name: string, part: Partial<typeof hostedCounting>): HostedGame =>
  ({ ...hostedCounting, game: { ...hostedCounting.game, name }, ...part }) as HostedGame;

const wrong = () => ({ type: "add", by: 9 }) as const;
/** The counting game whose bots always fail, with a fallback of its own once it is hosted. */
function withFallback(name: string, move: typeof wrong): HostedGame {
  const { game } = hostedCounting;
  const fallback: typeof game.fallback = (...asked) => (isHosted ? move() : game.fallback(...asked));
  return counting(name, { game: { ...game, name, fallback }, easyBot: wrong });
}
const games = gamesWith([
  counting("wrong-bot", { easyBot: wrong }),
  counting("wrong-bot-with-hand", { easyBot: wrong, packHand: () => ["9"] }),
  counting("broken-bot", { easyBot: fail }),
  withFallback("broken-fallback", fail),
  withFallback("wrong-fallback", wrong),
  counting("broken-write", { write: () => (isHosted ? fail() : undefined) }),
  counting("broken-hand", { packHand: () => (isHosted ? fail() : []) }),
  counting("broken-state", { newState: () => (isHosted ? fail() : hostedCounting.newState()) }),
]);

/** Counts the bugs that the alert ServerFaults is told of. */
const countBugs = async () =>
  (await faults.get()).values.find(({ labels }) => labels.code === "internal")?.value ?? Number.NaN;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ games, logLevel: "warn", botDelay: 0 });
  isHosted = true;
});
afterAll(() => server.stop());
beforeEach(() => void lines.splice(0));

describe("an easy bot", () => {
  const broken = { message: "easyBot of the game broken-bot threw RangeError: the cards ran out" };
  test.each<[string, string, object]>([
    [
      "gives a wrong command",
      "wrong-bot",
      { cause: "refused", code: "malformed", command: { type: "add", by: 9 } },
    ],
    [
      "gives a wrong command and has a hand: its type alone is told",
      "wrong-bot-with-hand",
      { cause: "refused", code: "malformed", command: { type: "add" } },
    ],
    ["throws", "broken-bot", { cause: "bot-error", err: expect.objectContaining(broken) }],
  ])("that %s is logged once a match, and the game's fallback is played", async (_, game, fault) => {
    const { match, ...reserved } = await createMatch(server.url, { game, seats: 2, bots: 1 });
    const player = await TestClient.join(server.url, { match, ...reserved });
    for (const n of [1, 3]) {
      expect(await player.play({ type: "add", by: 1 })).toBe(n);
      await player.waitForEntry(n + 1);
    }
    expect(player.entries.map(({ seat }) => seat)).toEqual(["a", "b", "a", "b"]);
    const told = lines.filter((line) => line["match"] === match);
    expect(told).toEqual([
      expect.objectContaining({
        level: 40,
        msg: "bot gave no command",
        match,
        game,
        kind: "easy",
        seat: "b",
        ...fault,
      }),
    ]);
    expect(told[0]?.["command"]).toEqual((fault as { command?: object }).command);
  });
});

describe("a move in a bot's place that cannot be played is logged, and counts as a bug:", () => {
  test.each([
    ["the game's fallback throws", "broken-fallback", "automatic move failed"],
    ["the rules refuse the game's fallback", "wrong-fallback", "automatic move refused"],
  ])("%s", async (_, game, message) => {
    const before = await countBugs();
    const created = await createMatch(server.url, { game, seats: 2, bots: 1 });
    const player = await TestClient.join(server.url, created);
    await player.play({ type: "add", by: 1 });
    await until(() => linesOf(message).length > 0, message);
    expect(await countBugs()).toBeGreaterThan(before);
    await player.leave();
  });
});

describe("a function of a game that throws when a match begins is named, with where it threw", () => {
  const thrownBy = (call: string, game: string) => ({
    type: "GameError",
    message: `${call} of the game ${game} threw RangeError: the cards ran out`,
    cause: expect.objectContaining({
      type: "RangeError",
      stack: expect.stringMatching(
        /^RangeError: the cards ran out\n +at fail .*faulty-games\.test\.ts:\d+:\d+/,
      ),
    }),
  });

  test.each([
    ["write", "broken-write"],
    ["packHand", "broken-hand"],
  ])("%s", async (call, game) => {
    const player = await TestClient.join(
      server.url,
      await createMatch(server.url, { game, seats: 2, bots: 1 }),
    );
    await until(() => linesOf("request failed").length > 0, "the failure's line");
    expect(linesOf("request failed")[0]?.["err"]).toMatchObject(thrownBy(call, game));
    await player.leave();
  });

  test("newState, and the line holds no secret", async () => {
    const before = await countBugs();
    const request = { game: "broken-state", name: "Citlali" };
    const refused = await post<{ code: string }>(server.url, PATHS.matches, request);
    expect(refused.body.code).toBe("unavailable");
    const [line, ...more] = linesOf("room failed");
    expect(line?.["err"]).toMatchObject(thrownBy("newState", "broken-state"));
    expect(more).toEqual([]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|password|token/i);
    expect(await countBugs()).toBeGreaterThan(before);
  });
});
