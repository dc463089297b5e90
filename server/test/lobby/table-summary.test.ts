import { CLOCKS, type MatchSummary, PATHS, type TableSummary } from "@flower-war/protocol";
import { describe, expect, test } from "vitest";
import { TestClient } from "../support/client.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { until } from "../support/until.ts";

const server = useRestartableServer();

async function tableOf(name: string): Promise<TableSummary | undefined> {
  const response = await fetch(server.url + PATHS.match.replace(":id", name));
  return ((await response.json()) as MatchSummary).table;
}
const join = async (name: string, request: object) =>
  TestClient.join(server.url, await requestSeat(server.url, name, request));

describe("the summary of a match", () => {
  test("tells game, options, clock, and who sits where", async () => {
    const settings = { name: "Ana", seats: 3, bots: ["skilled"], clock: { profile: "quick" }, start: "host" };
    const { match } = await createMatch(server.url, { ...settings, options: { rackSize: 5 } });
    expect(await tableOf(match)).toEqual({
      status: "gathering",
      private: false,
      silent: false,
      takeBacks: false,
      pauses: 0,
      holidays: 0,
      handOvers: "no",
      judges: false,
      language: "",
      title: "",
      codeShown: true,
      admission: "anyone",
      preset: "",
      minutes: null,
      options: expect.objectContaining({ rackSize: 5, battleStake: "one" }),
      changed: ["rackSize"],
      clock: CLOCKS.quick,
      start: "host",
      startsAt: 0,
      seats: [
        { seat: "east", kind: "human", name: "Ana", connected: false, temple: "", ready: false, host: true },
        {
          seat: "north",
          kind: "bot",
          name: expect.stringMatching(/\(skilled bot\)$/),
          connected: true,
          temple: "",
          ready: true,
          host: false,
        },
        { seat: "west", kind: "open", name: "", connected: false, temple: "", ready: false, host: false },
      ],
      free: ["west"],
      createdAt: server.time.now(),
    });
  });

  test("tells the language of the table, also after a restart", async () => {
    const { match } = await createMatch(server.url, { language: "es" });
    expect(await tableOf(match)).toMatchObject({ language: "es" });
    await server.restart();
    expect(await tableOf(match)).toMatchObject({ language: "es" });
  });

  test("tells the table's name, also after a restart", async () => {
    const { match } = await createMatch(server.url, { title: "  Duel   before lunch " });
    expect(await tableOf(match)).toMatchObject({ title: "Duel before lunch" });
    await server.restart();
    expect(await tableOf(match)).toMatchObject({ title: "Duel before lunch" });
  });

  test("has bots in the seats that its creator gave them, and the others open", async () => {
    const { match } = await createMatch(server.url, { seats: 4, bots: [null, null, "skilled"] });
    const kinds = (await tableOf(match))?.seats.map(({ seat, kind }) => [seat, kind]);
    expect(kinds).toEqual([
      ["east", "human"],
      ["north", "open"],
      ["south", "open"],
      ["west", "bot"],
    ]);
  });

  test("names the preset that has its options", async () => {
    const plain = await createMatch(server.url);
    expect(await tableOf(plain.match)).toMatchObject({ preset: "flower-war", changed: [] });
    const short = await createMatch(server.url, {
      options: { rackSize: 6, bestTribeWins: true, offeringsDecide: true, offeringsSpent: true },
    });
    expect(await tableOf(short.match)).toMatchObject({
      preset: "short-evening",
      minutes: expect.any(Number),
      changed: ["rackSize", "bestTribeWins", "offeringsDecide", "offeringsSpent"],
    });
  });

  test("tells when a countdown ends, and that the match has begun with the seats it has then", async () => {
    const { match, ...first } = await createMatch(server.url, { seats: 6, start: "host" });
    const host = await TestClient.join(server.url, { match, ...first });
    await join(match, { name: "B", seat: "west" });
    await host.request("start");
    await until(() => host.state.status === "playing", "the match to begin");
    const table = await tableOf(match);
    expect(table?.status).toBe("playing");
    expect(table?.seats.map(({ seat }) => seat)).toEqual(["east", "west"]);
    const { match: quick } = await createMatch(server.url, { start: "countdown" });
    expect((await tableOf(quick))?.startsAt).toBe(server.time.now() + server.now.config.timeouts.countdown);
  });

  test("names the seats that can be taken: open ones, later those of a countdown's bots", async () => {
    const { match, ...first } = await createMatch(server.url, { seats: 3, start: "countdown" });
    const host = await TestClient.join(server.url, { match, ...first });
    expect((await tableOf(match))?.free).toEqual(["north", "west"]);
    await host.request("start");
    await until(() => host.state.status === "playing", "the match to begin");
    expect((await tableOf(match))?.free).toEqual(["north", "west"]);
    await host.request("here");
    await server.restart();
    expect((await tableOf(match))?.free).toEqual(["north", "west"]);
    const again = await join(match, { token: host.reserved.token });
    await again.play({ type: "roll" });
    expect((await tableOf(match))?.free).toEqual([]);
    await server.restart();
    expect((await tableOf(match))?.free).toEqual([]);
  });

  test("holds no secret", async () => {
    const { match, token, invitation } = await createMatch(server.url, { private: true });
    const text = JSON.stringify(await tableOf(invitation ?? ""));
    expect(text).toContain("Citlali");
    for (const secret of [token ?? "", (invitation ?? "").slice(match.length + 1)])
      expect(text).not.toContain(secret);
  });

  test("is told without a room, too: no client is connected", async () => {
    const created = await createMatch(server.url, { private: true, seats: 3, bots: 1, start: "host" });
    const name = created.invitation ?? "";
    const host = await TestClient.join(server.url, created);
    await host.request("show-code", { shown: true });
    await until(() => host.details.codeShown, "the code to be shown");
    const before = await tableOf(name);
    await server.restart();
    const disconnected = before?.seats.map((seat) => ({ ...seat, connected: seat.kind === "bot" }));
    expect(await tableOf(name)).toEqual({ ...before, seats: disconnected });
    expect(await tableOf(created.code)).toEqual({ ...before, seats: disconnected });
    expect(await tableOf(created.match)).toBeUndefined();
  });
});

test("the invitation and the shown code of a private match still lead to it after a restart", async () => {
  const created = await createMatch(server.url, { private: true });
  const host = await TestClient.join(server.url, created);
  await host.request("show-code", { shown: true });
  await server.restart();
  const { match } = created;
  expect(await requestSeat(server.url, created.code, { name: "B" })).toMatchObject({ match, seat: "north" });
  expect(await requestSeat(server.url, created.invitation ?? "", { name: "C" })).toMatchObject({
    seat: "south",
  });
  await expect(requestSeat(server.url, match, { name: "D" })).rejects.toThrow(/unknown-match/);
});
