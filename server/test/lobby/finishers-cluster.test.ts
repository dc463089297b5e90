/** Tables for finishers, and players who are kept apart, with two servers of which one is killed. */
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { ACCOUNT_PATHS, type MutedPlayers, type Player } from "@flower-war/protocol/players";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { bearer, createAccount } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { TestCluster } from "../support/cluster.ts";
import { fromAddress, post, requestSeat } from "../support/post.ts";
import type { ServerProcess } from "../support/process.ts";
import { until, untilRead } from "../support/until.ts";

describe.skipIf(lacks("redis", "postgres"))("in a cluster", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  });
  afterAll(() => cluster?.stop());

  /** Creates an account that finished so many of its last matches. */
  async function account(finished: number, of: number): Promise<Player> {
    const player = await createAccount(cluster.b.url, "Xoco");
    for (let i = 0; i < of; i += 1) {
      const left = Number(i >= finished);
      await cluster.postgres.query(`INSERT INTO player_matches
        (player, match, game, preset, private, seat, began_at, ended_at, place, won, has_left, among_people)
        VALUES ('${player.id}', 'm${i}', 'flower-war', '', 0, 'east', 1, ${1_000 + i}, ${left ? "NULL" : 1}, 0, ${left}, 1)`);
    }
    return player;
  }

  let requests = 0;
  const as = (player: Player) => {
    requests += 1;
    return { ...bearer(player.token), ...fromAddress(`10.2.0.${requests}`) };
  };
  const sit = async (server: ServerProcess, match: string, player: Player) => {
    const path = PATHS.seats.replace(":id", match);
    return (await post<SeatReservation & RefusalBody>(server.url, path, { name: "Xoco" }, as(player))).body;
  };
  const quickPlay = async (server: ServerProcess, player: Player) => {
    const wanted = { game: "flower-war", name: "Xoco" };
    return (await post<SeatReservation>(server.url, PATHS.quickPlay, wanted, as(player))).body.match;
  };
  const mutes = (server: ServerProcess, by: Player, target: Player) =>
    post<MutedPlayers>(
      server.url,
      ACCOUNT_PATHS.mutes,
      { players: [{ id: target.id, blocked: true }] },
      bearer(by.token),
    );

  test("what one server stores of mutes the other one knows: clients there are told, and both are kept apart", async () => {
    const { a, b } = cluster;
    const [own, foe] = [await createAccount(a.url, "Citlali"), await createAccount(a.url, "Foe")];
    const table = await cluster.createMatchIn(b, { seats: 3, start: "host", private: true });
    const reserved = await requestSeat(b.url, table.invitation ?? "", { name: "Citlali" }, as(own));
    const client = await TestClient.join(b.url, reserved);
    let told = 0;
    client.room.onMessage("mutes", () => void (told += 1));
    expect((await mutes(a, own, foe)).body.players).toMatchObject([{ id: foe.id, blocked: true }]);
    await until(() => told === 1, "the news from the other server");
    const [one, other] = await Promise.all([quickPlay(a, own), quickPlay(b, foe)]);
    expect(one).not.toBe(other);
    expect(await quickPlay(b, own)).toBe(one);
    expect(await quickPlay(a, foe)).toBe(other);
  });

  test("a table for finishers stays one when its server is killed, and who they are is known to the other", async () => {
    const { a, b } = cluster;
    const [leaver, finisher] = [await account(15, 20), await account(16, 20)];
    const { match, token } = await cluster.createMatchIn(a, {
      seats: 4,
      start: "host",
      admission: "finishers",
    });
    const refused = { code: "finishers-only", finishes: { finished: 15, of: 20 } };
    expect(await sit(b, match, leaver)).toMatchObject(refused);
    expect(await sit(a, match, finisher)).toMatchObject({ match, seat: "north" });
    await a.stop("SIGKILL");
    const again = await untilRead(
      () => sit(b, match, leaver),
      ({ code }) => code !== "unavailable",
      "the match at the other server",
      60_000,
    );
    expect(again).toMatchObject(refused);
    expect(await sit(b, match, await account(4, 5))).toMatchObject({ match, seat: "south" });
    expect(await sit(b, match, leaver)).toMatchObject({
      code: "finishers-only",
    });
    const host = await TestClient.join(b.url, await requestSeat(b.url, match, { token: token ?? "" }));
    expect(host.details.policy.admission).toBe("finishers");
    expect(host.state.seats.get("north")).toMatchObject({ kind: "human", name: "Xoco" });
  });
});
