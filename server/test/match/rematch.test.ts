/** How a finished match is played again (docs/protocol.md, "Rematch"). */
import { LIMITS, PATHS, type RefusalBody, type SeatReservation, type TablePage } from "@flower-war/protocol";
import { describe, expect, test } from "vitest";
import { TestClient } from "../support/client.ts";
import { post, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { until } from "../support/until.ts";

const server = useRestartableServer();

const ask = ({ reserved: { match, token } }: TestClient) =>
  post<SeatReservation & RefusalBody>(server.url, PATHS.rematch.replace(":id", match), { token });
const rematch = async (client: TestClient): Promise<SeatReservation> => {
  const { status, body } = await ask(client);
  expect(body).not.toHaveProperty("code", "bad-token");
  expect(status).toBe(200);
  return body;
};
const join = (reserved: SeatReservation) => TestClient.join(server.url, reserved);

/** Returns the ids of the listed matches. */
async function listed(): Promise<string[]> {
  const { tables }: TablePage = await (await fetch(server.url + PATHS.lobby)).json();
  return tables.map(({ id }) => id);
}

/** Ends a match: all people but the first concede; one among bots aborts it. */
async function finish(
  settings: Parameters<typeof seatPlayers>[1],
  headers: Record<string, string> = {},
): Promise<TestClient[]> {
  const { players } = await seatPlayers(server.url, settings, headers);
  const [first, ...others] = players;
  for (const other of others) await other.play({ type: "concede" });
  if (others.length === 0) await first?.request("offer", { what: "abort" });
  await until(() => players.every(({ state }) => state.status === "over"), "the end");
  return players;
}

describe("a rematch", () => {
  test("has the same people one seat earlier, who began last, and begins when all have asked for it", async () => {
    const title = "Duel before lunch";
    const players = await finish({ seats: 3, title, options: { rackSize: 5 }, clock: { profile: "quick" } });
    const [east, north, west] = players as [TestClient, TestClient, TestClient];
    const first = await join(await rematch(east));
    expect(first.seat).toBe("west");
    await until(() => north.details.rematch?.seats.length === 1, "the wish to be shown");
    expect(north.details.rematch).toEqual({ match: first.state.id, seats: ["east"] });
    const others = [await join(await rematch(north)), await join(await rematch(west))];
    expect(others.map(({ seat }) => seat)).toEqual(["east", "north"]);
    await until(() => first.state.status === "playing", "the rematch to begin");
    expect(first.details).toMatchObject({ previous: east.state.id, title });
    expect(first.state).toMatchObject({
      game: "flower-war",
      private: false,
      clockRules: east.state.clockRules,
      table: { rackSize: 5 },
    });
    expect([...first.state.seats.entries()].map(([, { name }]) => name)).toEqual(
      ["north", "west", "east"].map((seat) => north.state.seats.get(seat)?.name),
    );
  });

  test("keeps its bots and their kinds", async () => {
    const [east] = (await finish({ seats: 3, bots: 2, private: true })) as [TestClient];
    const again = await join(await rematch(east));
    const kinds = [...again.state.seats.entries()].map(([seat, { kind, name }]) => [seat, kind, name]);
    expect(kinds).toEqual([
      ["east", "bot", expect.stringMatching(/\(easy bot\)$/)],
      ["north", "bot", expect.stringMatching(/\(easy bot\)$/)],
      ["west", "human", "Citlali"],
    ]);
    expect(again.state.private).toBe(true);
    await until(() => again.state.status === "playing", "the rematch to begin");
  });

  test("is played by the same player, who was known by their token", async () => {
    const { body } = await post<{ token: string }>(server.url, PATHS.players, { name: "Citlali" });
    const headers = { authorization: `Bearer ${body.token}` };
    const [east] = (await finish({ seats: 2, bots: 1 }, headers)) as [TestClient];
    const again = await join(await rematch(east));
    expect(again.state.seats.get("west")?.player).toMatch(/./);
    expect(again.state.seats.get("west")?.player).toBe(east.state.seats.get("east")?.player);
  });

  test("is one, however many ask at once, and the same seat for who asks again", async () => {
    const players = await finish({ seats: 3 });
    const asked = await Promise.all([...players, ...players].map(rematch));
    expect(new Set(asked.map(({ match }) => match)).size).toBe(1);
    expect(asked.map(({ seat }) => seat)).toEqual(["west", "east", "north", "west", "east", "north"]);
  });

  test("is found after a restart of the server", async () => {
    const [east, west] = (await finish({ seats: 2 })) as [TestClient, TestClient];
    const { match, seat } = await rematch(east);
    await server.restart();
    expect(await rematch(east)).toMatchObject({ match, seat });
    expect(await rematch(west)).toMatchObject({ match, seat: "east" });
    const watcher = await join(await requestSeat(server.url, east.reserved.match, { spectate: true }));
    expect(watcher.details.rematch).toEqual({ match, seats: ["east", "west"] });
    const { result } = (await server.journal.findResult(east.reserved.match)) ?? {};
    expect(result).toMatchObject({ rematch: match, outcome: { winner: "east" }, endedAt: server.time.now() });
  });

  test("is created by a later request if the server died before it was", async () => {
    const [east, west] = (await finish({ seats: 2 })) as [TestClient, TestClient];
    const { reserved } = east;
    const facts = (await server.journal.read(reserved.match))?.facts ?? [];
    const position = { epoch: 1, n: facts.length };
    const lost = { type: "rematch", match: "lostRematch1", seat: "east", at: server.time.now() } as const;
    await server.journal.append(reserved.match, position, [lost]);
    await server.restart();
    expect((await rematch(west)).match).toBe("lostRematch1");
    expect((await rematch(east)).match).toBe("lostRematch1");
  });

  test("is replaced by another if it closed before it began", async () => {
    const [east, west] = (await finish({ seats: 2 })) as [TestClient, TestClient];
    const first = await join(await rematch(east));
    await first.leave();
    await server.time.pass(LIMITS.deserted);
    await until(() => first.closeCode !== null, "the rematch to be left");
    const second = await rematch(west);
    expect(second.match).not.toBe(first.reserved.match);
    expect((await rematch(east)).match).toBe(second.match);
  });

  test("keeps its seats for a minute for those who played before, and is not listed as long", async () => {
    const [east, west] = (await finish({ seats: 2 })) as [TestClient, TestClient];
    const { match } = (await join(await rematch(east))).reserved;
    const stranger = () => requestSeat(server.url, match, { name: "Stranger" });
    await expect(stranger()).rejects.toThrow(/match-full/);
    expect(await listed()).not.toContain(match);
    await server.time.pass(LIMITS.rematch);
    await expect.poll(listed).toContain(match);
    expect((await stranger()).seat).toBe("east");
    expect(await ask(west)).toMatchObject({ status: 409, body: { code: "match-full" } });
  });

  test("numbers the name of who played before if another player there has it by now", async () => {
    const [east, north] = (await finish({ seats: 3 })) as [TestClient, TestClient, TestClient];
    const first = await join(await rematch(east));
    await server.time.pass(LIMITS.rematch);
    const name = east.state.seats.get("north")?.name ?? "";
    await requestSeat(server.url, first.reserved.match, { name });
    const { seat } = await rematch(north);
    await until(() => first.state.seats.get(seat ?? "")?.kind === "human", "the player to be shown");
    expect(first.state.seats.get(seat ?? "")?.name).toBe(`${name} 2`);
  });
});

test("no player gets a rematch before the end, or without a seat", async () => {
  const { players } = await seatPlayers(server.url, { seats: 2 });
  const [east] = players as [TestClient, TestClient];
  expect(await ask(east)).toMatchObject({ status: 409, body: { code: "match-not-over" } });
  const path = PATHS.rematch.replace(":id", east.reserved.match);
  expect(await post(server.url, path, { token: "x" })).toMatchObject({
    status: 403,
    body: { code: "bad-token" },
  });
  expect(await post(server.url, path)).toMatchObject({ status: 400, body: { code: "bad-request" } });
});
