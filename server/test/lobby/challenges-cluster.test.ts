/** A bot account that is online at one server of a cluster, and tables at the other. */
import { Client } from "@colyseus/sdk";
import { type Challenge, PATHS, type Reservation } from "@flower-war/protocol";
import { type BotState, type OnlineBot, BOTS_PATH, type Player } from "@flower-war/protocol/players";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { TestClient } from "../support/client.ts";
import { TestCluster } from "../support/cluster.ts";
import { post, requestSeat } from "../support/post.ts";
import { until } from "../support/until.ts";

describe.skipIf(lacks("redis", "postgres"))("in a cluster", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  });
  afterAll(() => cluster?.stop());

  test("a bot account is invited by name from another server, declines, and takes the seat by any", async () => {
    const { a, b } = cluster;
    const { body: bot } = await post<Player>(a.url, PATHS.players, { name: "Ahuizotl", bot: true });
    const asBot = { authorization: `Bearer ${bot.token}` };
    const { body: reservation } = await post<Reservation>(a.url, BOTS_PATH, {}, asBot);
    const room = await new Client(a.url).consumeSeatReservation<BotState>(reservation);
    await until(() => room.state?.challenges !== undefined, "the bot's state");
    expect((await (await fetch(b.url + BOTS_PATH)).json()) as OnlineBot[]).toEqual([
      { id: bot.id, name: "Ahuizotl" },
    ]);
    // The second program of a bot finds the room of the first, wherever it asks.
    const { body: second } = await post<Reservation>(b.url, BOTS_PATH, {}, asBot);
    expect(second.roomId).toBe(reservation.roomId);

    const reserved = await cluster.createMatchIn(b, { seats: 2, start: "host", private: true });
    const host = await TestClient.join(b.url, reserved);
    const shown: Challenge[][] = [];
    host.room.onMessage("challenges", (challenges: Challenge[]) => void shown.push(challenges));
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    await until(() => room.state.challenges.size === 1, "the challenge");
    const [id] = [...room.state.challenges.keys()];
    await room.request("decline" as never, { id, reason: "busy" } as never);
    await until(() => shown.at(-1)?.[0]?.status === "declined", "the answer");

    await host.request("challenge", { seat: "west", bot: bot.id });
    const { invitation } = reserved;
    const seat = { name: "Ahuizotl", seat: "west" };
    expect((await requestSeat(a.url, invitation ?? "", seat, asBot)).seat).toBe("west");
    await until(() => host.state.seats.get("west")?.kind === "bot-account", "the bot at the table");
    await until(() => room.state.challenges.size === 0, "the challenge to end");
  });
});
