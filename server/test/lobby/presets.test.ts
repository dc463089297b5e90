/** A match that was requested with a preset has its options, and the lobby, its door and `GET /api/games` show its name and minutes. */
import {
  type GameListing,
  type GameName,
  type MatchSummary,
  PATHS,
  type SeatReservation,
} from "@flower-war/protocol";
import { games } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { LobbyClient } from "../support/lobby.ts";
import { post } from "../support/post.ts";

const PRESETS = Object.values(games).flatMap((game) =>
  (game.presets ?? []).map(({ name, options, minutes }) => ({
    game: game.name,
    preset: name,
    options,
    minutes,
  })),
);

let server: RunningServer;
beforeEach(async () => void (server = await startServer()));
afterEach(() => server.stop());

const get = async <Answer>(path: string) => (await (await fetch(server.url + path)).json()) as Answer;
const quickPlay = (wanted: object) =>
  post<SeatReservation>(server.url, PATHS.quickPlay, { name: "Ana", ...wanted });
const tableOf = async (match: string) =>
  (await get<MatchSummary>(PATHS.match.replace(":id", match))).table ?? null;

describe.each(PRESETS)("$preset of $game", ({ game, preset, options, minutes }) => {
  test.each([PATHS.quickPlay, PATHS.matches])(
    "is what POST %s gives, the door shows and the lobby lists",
    async (path) => {
      const { body } = await post<SeatReservation>(server.url, path, { game, preset, name: "Ana" });
      const table = await tableOf(body.match);
      expect(table).toMatchObject({ preset, options });
      expect(table?.minutes).toBe(minutes[table?.seats.length ?? 0] ?? null);
      const lobby = await LobbyClient.join(server.url, { game: game as GameName, preset });
      await expect.poll(() => lobby.get(body.match)?.preset).toBe(preset);
      const listing = (await get<readonly GameListing[]>(PATHS.games)).find((each) => each.game === game);
      expect(listing?.presets).toContainEqual({ name: preset, options, minutes });
    },
  );
});

describe("a quick play", () => {
  test("leads to a match with the preset that it names, and without one to any", async () => {
    const short = (await quickPlay({ game: "flower-war", preset: "short-evening" })).body;
    const classic = (await quickPlay({ game: "flower-war", preset: "flower-war" })).body;
    expect(classic.match).not.toBe(short.match);
    expect((await quickPlay({ game: "flower-war", preset: "short-evening" })).body.match).toBe(short.match);
    expect([short.match, classic.match]).toContain((await quickPlay({ game: "flower-war" })).body.match);
  });

  test.each([PATHS.quickPlay, PATHS.matches])("%s refuses a preset that the game has not", async (path) => {
    const { status, body } = await post(server.url, path, {
      game: "tieqchieq",
      preset: "short-evening",
      name: "Ana",
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "bad-request", field: "preset" });
  });
});

test("options change those of a preset", async () => {
  const wanted = { game: "flower-war", preset: "short-evening", options: { cardCosts: "free" }, name: "Ana" };
  const { body } = await post<SeatReservation>(server.url, PATHS.matches, wanted);
  expect(await tableOf(body.match)).toMatchObject({
    preset: "",
    options: { rackSize: 6, cardCosts: "free" },
  });
});
