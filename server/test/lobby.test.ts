import { PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { TestClient } from "./support/client.ts";
import { LobbyWatcher } from "./support/lobby.ts";
import { askForSeat, createMatch, post } from "./support/post.ts";
import { until } from "./support/until.ts";

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

const create = (wish?: object) => createMatch(server.url, wish);
const quickPlay = async (name: string) =>
  (await post<SeatReservation>(server.url, PATHS.quickPlay, { game: "flower-war", name })).body;

describe("the lobby", () => {
  test("lists public matches that were there before", async () => {
    const { match, code } = await create({ name: "Ana", seats: 3 });
    const lobby = await LobbyWatcher.join(server.url);
    expect(lobby.get(match)).toMatchObject({
      id: match,
      code,
      game: "flower-war",
      status: "gathering",
      seats: 3,
      open: 2,
      host: "Ana",
    });
  });

  test("follows a match from its creation to its end, live", async () => {
    const lobby = await LobbyWatcher.join(server.url);
    expect(lobby.ids).toEqual([]);
    const first = await create({ seats: 2 });
    await until(() => lobby.get(first.match)?.open === 1, "the listing");
    const last = await askForSeat(server.url, first.match, { name: "B" });
    await until(() => lobby.get(first.match)?.status === "playing", "the match to begin");
    expect(lobby.get(first.match)?.open).toBe(0);
    const player = await TestClient.join(server.url, last);
    await player.play({ type: "concede" });
    await until(() => lobby.get(first.match) === undefined, "the match to go");
  });

  test("never shows a private match, which is found by its code all the same", async () => {
    const lobby = await LobbyWatcher.join(server.url);
    const hidden = await create({ private: true });
    const shown = await create();
    await until(() => lobby.get(shown.match) !== undefined, "the public match");
    expect(lobby.ids).toEqual([shown.match]);
    expect((await LobbyWatcher.join(server.url)).get(hidden.match)).toBeUndefined();
    expect((await askForSeat(server.url, hidden.code, { name: "B" })).match).toBe(hidden.match);
  });

  test("forgets a match that nobody was in any more, its code too", async () => {
    await server.stop();
    server = await startServer({ patience: { empty: 500, over: 500, overAtTemple: 500 } });
    const lobby = await LobbyWatcher.join(server.url);
    const { match, code } = await create();
    await until(() => lobby.get(match) !== undefined, "the listing");
    await until(() => lobby.get(match) === undefined, "the match to be closed");
    await expect(askForSeat(server.url, code, { name: "B" })).rejects.toThrow(/unknown-match/);
  });
});

describe("quick play", () => {
  test("creates a match where none is open, and takes a seat in it where one is", async () => {
    const first = await quickPlay("A");
    expect(first).toMatchObject({ seat: "east", token: expect.any(String) });
    expect(await quickPlay("B")).toMatchObject({ match: first.match, seat: "north" });
  });

  test("brings those together who ask at once", async () => {
    const asked = await Promise.all(["A", "B", "C", "D"].map(quickPlay));
    expect(new Set(asked.map(({ match }) => match)).size).toBe(1);
    expect(new Set(asked.map(({ seat }) => seat)).size).toBe(4);
    expect((await quickPlay("E")).match).not.toBe(asked[0]?.match);
  });

  test("enters no private match", async () => {
    const hidden = await create({ private: true });
    expect((await quickPlay("A")).match).not.toBe(hidden.match);
  });
});
