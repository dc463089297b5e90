import { matchMaker, type Room } from "@colyseus/core";
import { type LobbyState, PATHS, type SeatReservation } from "@flower-war/protocol";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { MatchRooms } from "../../src/lobby/match-rooms.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { LobbyClient } from "../support/lobby.ts";
import { requestSeat, createMatch, post } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
afterEach(() => server.stop());

const create = (settings?: object) => createMatch(server.url, settings);
const quickPlay = async (name: string) =>
  (await post<SeatReservation>(server.url, PATHS.quickPlay, { game: "flower-war", name })).body;

describe("the lobby", () => {
  test("lists the public matches that were created before the client joined", async () => {
    const { match, code } = await create({ name: "Ana", seats: 3 });
    const lobby = await LobbyClient.join(server.url);
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

  test("shows a match from its creation to its end, as it changes", async () => {
    const lobby = await LobbyClient.join(server.url);
    expect(lobby.ids).toEqual([]);
    const first = await create({ seats: 2 });
    await until(() => lobby.get(first.match)?.open === 1, "the listing");
    const last = await requestSeat(server.url, first.match, { name: "B" });
    await until(() => lobby.get(first.match)?.open === 0, "the last seat to be taken");
    const [player] = [await TestClient.join(server.url, first), await TestClient.join(server.url, last)];
    await until(() => lobby.get(first.match)?.status === "playing", "the match to begin");
    await player.play({ type: "concede" });
    await until(() => lobby.get(first.match) === undefined, "the match to go");
  });

  test("holds exactly the documented fields of the matches it finds and of those it hears of", async () => {
    const found = await create();
    const lobby = await LobbyClient.join(server.url);
    const heardOf = await create();
    await until(() => lobby.get(heardOf.match) !== undefined, "the listing");
    const { state } = matchMaker.getLocalRoomById(lobby.reservation.roomId) as Room<{ state: LobbyState }>;
    for (const { match } of [found, heardOf]) {
      const listing = state.matches.get(match);
      // A field that is not declared would be a property of the object itself.
      const fields = [...Object.keys(listing?.toJSON() ?? {}), ...Object.keys(listing ?? {})];
      expect(fields.sort()).toEqual(["code", "game", "host", "id", "open", "seats", "status"]);
    }
  });

  test("never lists a private match; its code still leads to it", async () => {
    const lobby = await LobbyClient.join(server.url);
    const hidden = await create({ private: true });
    const shown = await create();
    await until(() => lobby.get(shown.match) !== undefined, "the public match");
    expect(lobby.ids).toEqual([shown.match]);
    expect((await LobbyClient.join(server.url)).get(hidden.match)).toBeUndefined();
    expect((await requestSeat(server.url, hidden.code, { name: "B" })).match).toBe(hidden.match);
  });

  test("removes a match that was empty for 15 min; its code is then unknown-match", async () => {
    const lobby = await LobbyClient.join(server.url);
    const { match, code } = await create();
    await until(() => lobby.get(match) !== undefined, "the listing");
    await time.pass(15 * 60_000);
    await until(() => lobby.get(match) === undefined, "the match to be closed");
    await expect(requestSeat(server.url, code, { name: "B" })).rejects.toThrow(/unknown-match/);
  });
});

describe("quick play", () => {
  test("creates a match if none is open, and else takes a seat in an open one", async () => {
    const first = await quickPlay("A");
    expect(first).toMatchObject({ seat: "east", token: expect.any(String) });
    expect(await quickPlay("B")).toMatchObject({ match: first.match, seat: "north" });
  });

  test("seats players together who request it at the same time", async () => {
    const reserved = await Promise.all(["A", "B", "C", "D"].map(quickPlay));
    expect(new Set(reserved.map(({ match }) => match)).size).toBe(1);
    expect(new Set(reserved.map(({ seat }) => seat)).size).toBe(4);
    expect((await quickPlay("E")).match).not.toBe(reserved[0]?.match);
  });

  test("takes a seat in an open match while another's request creates one", async () => {
    const { promise: created, resolve: finish } = Promise.withResolvers<void>();
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its object below
    const createNow = MatchRooms.prototype.create;
    const creation = vi.spyOn(MatchRooms.prototype, "create");
    onTestFinished(() => creation.mockRestore());
    creation.mockImplementationOnce(async function (this: MatchRooms, ...args) {
      await created;
      return createNow.apply(this, args);
    });
    const slow = quickPlay("A");
    await until(() => creation.mock.calls.length === 1, "the first request to create a match");
    const { match } = await create();
    expect(await quickPlay("B")).toMatchObject({ match, seat: "north" });
    finish();
    expect((await slow).match).not.toBe(match);
  });

  test("takes no seat in a private match", async () => {
    const hidden = await create({ private: true });
    expect((await quickPlay("A")).match).not.toBe(hidden.match);
  });
});
