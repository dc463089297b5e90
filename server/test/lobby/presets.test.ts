/** What a request for a preset promises is what the match has, and what everyone is shown of it: its options, name and minutes. */
import {
  type GameListing,
  type GameName,
  type MatchSummary,
  PATHS,
  type SeatReservation,
} from "@flower-war/protocol";
import { games } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { FakeTime } from "../support/fake-time.ts";
import { LobbyClient, untilShown } from "../support/lobby.ts";
import { post } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";

const PRESETS = Object.values(games).flatMap((game) =>
  (game.presets ?? []).map(({ name, options, minutes }) => ({
    game: game.name,
    preset: name,
    options,
    minutes,
  })),
);

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
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
      await untilShown(time, () => lobby.get(body.match)?.preset === preset, "the table");
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
