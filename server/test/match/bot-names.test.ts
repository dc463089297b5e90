/** What bots are called (docs/protocol.md, "Names of bots"). */
import { type MatchSummary, PATHS } from "@flower-war/protocol";
import { botNameOf } from "@flower-war/protocol/players";
import { SEATS } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { TestClient } from "../support/client.ts";
import { createMatch, post } from "../support/post.ts";
import { until } from "../support/until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ creationsPerMinute: 100 });
});
afterAll(() => server.stop());

test("a bot has the name of its match and seat, the same at the table, in summaries and in the result", async () => {
  const client = await TestClient.join(server.url, await createMatch(server.url, { seats: 4, bots: 3 }));
  const { match } = client.reserved;
  const summarize = async () =>
    (await (await fetch(server.url + PATHS.match.replace(":id", match))).json()) as MatchSummary;
  const named = ["north", "south", "west"].map((seat) => [
    seat,
    `${botNameOf(match, seat, SEATS)} (easy bot)`,
  ]);
  const bots = (seats: Iterable<readonly [string, { readonly name: string }]>) =>
    [...seats].map(([seat, { name }]) => [seat, name]).slice(1);

  await until(() => client.state.status === "playing", "the match to begin");
  expect(bots(client.state.seats.entries())).toEqual(named);
  const { table } = await summarize();
  expect(bots((table?.seats ?? []).map((each) => [each.seat, each]))).toEqual(named);

  await client.request("offer", { what: "abort" });
  await until(() => client.state.status === "over", "the match to end");
  const { result } = await summarize();
  expect(bots((result?.seats ?? []).map((each) => [each.seat, each]))).toEqual(named);
});

test("a bot that is seated anew has the name of that seat, and its kind", async () => {
  const client = await TestClient.join(
    server.url,
    await createMatch(server.url, { seats: 3, bots: 1, start: "host" }),
  );
  const { match } = client.reserved;
  const nameIn = (seat: string) => client.state.seats.get(seat)?.name;
  await until(() => nameIn("north") !== "", "the bot to sit down");
  await client.request("free-seat", { seat: "north" });
  await client.request("seat-bot", { seat: "west", kind: "skilled" });
  await until(() => nameIn("west") !== "", "the bot to sit down");
  expect(nameIn("west")).toBe(`${botNameOf(match, "west", SEATS)} (skilled bot)`);
});

test.each(["Ome Tochtli", "ome tochtli", "OmeTochtli", "Ome Tochtli 2", "Jun (bot)"])(
  "a player cannot be called %s",
  async (name) => {
    const { status, body } = await post(server.url, PATHS.matches, { game: "flower-war", name });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: "name-reserved", field: "name" })]);
  },
);
