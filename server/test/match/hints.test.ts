/** What a strong bot would do, for a person who plays against bots alone (docs/protocol.md, "Hints"). */
import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { verifyRecord } from "@flower-war/rules";
import { advise, randomFrom } from "@flower-war/rules/bots";
import { describe, expect, test } from "vitest";
import type { Thinker } from "../../src/bots/bot-pool.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { until } from "../support/until.ts";

const SEED = "5e".repeat(32);
let looks = 0;
/** Whether the bots make as much advice as they may. */
let isAdvising = false;
/** Advises in this process; bots move only when time passes. */
const bots: Thinker = {
  answerTime: () => 20,
  think: async () => null,
  get isAdvising() {
    return isAdvising;
  },
  canAdvise: () => true,
  advise: async (game, view, seat) => advise(game, view, seat, randomFrom(SEED), () => (looks++ % 40) / 39),
};
const server = useRestartableServer(undefined, { bots });

const codeOf = async (request: Promise<unknown>): Promise<string> => (await expectRefusal(request)).code;

/** The commands that a player may give, beside conceding. */
const movesOf = async (player: TestClient) =>
  (await player.request("legal")).commands.filter(({ type }) => type !== "concede");

/** Waits until a person is awaited who plays against bots. Resolves with a command. */
async function waitForTurn(player: TestClient): Promise<{ readonly type: string }> {
  for (let waited = 0; waited < 1_000; waited += 1) {
    const [command] = await movesOf(player);
    if (command !== undefined) return command;
    await server.time.pass(1_000);
  }
  throw new Error("the person is not awaited");
}

async function joinBots(game: string, seats = 2): Promise<TestClient> {
  const player = await TestClient.join(
    server.url,
    await createMatch(server.url, { game, seats, bots: Array.from({ length: seats - 1 }, () => "skilled") }),
  );
  await player.waitForEntry(0);
  return player;
}

/** Reads the entries of a finished match's record. */
async function readRecord({ match }: Pick<SeatReservation, "match">) {
  const text = await (await fetch(server.url + PATHS.record.replace(":id", match))).text();
  const lines = text.trimEnd().split("\n");
  type Line = { n: number; seat: string; by?: string; hint?: true; command: { type: string } };
  return { text, entries: lines.slice(1, -1).map((line) => JSON.parse(line) as Line) };
}

/** The numbers of the facts of this type. */
const factsOf = async (match: string, type: string) =>
  ((await server.journal.read(match))?.facts ?? []).filter((fact) => fact.type === type);

describe("a hint", () => {
  test.each([
    ["tieqchieq", 2],
    ["flower-war", 3],
    ["mexica", 2],
    ["space-aztecs", 3],
  ] as const)(
    "in %s is one or two commands that the seat may give, each with its chance",
    async (game, seats) => {
      const player = await joinBots(game, seats);
      await waitForTurn(player);
      const { n, moves } = await player.request("hint");
      expect(n).toBe(player.state.n);
      const { commands } = await player.request("legal");
      expect([1, 2]).toContain(moves.length);
      for (const { command, chance, margin, follows } of moves) {
        expect(commands).toContainEqual(command);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThan(1);
        expect(margin).toBeGreaterThan(0);
        expect(follows.length).toBeGreaterThan(0);
      }
      await player.play(moves[0]?.command ?? {});
    },
  );

  test("marks the next command that the player gives themselves, and no other, in a record that verifies", async () => {
    const player = await joinBots("tieqchieq");
    const { match } = player.reserved;
    await waitForTurn(player);
    const first = await player.request("hint");
    expect(await player.request("hint")).toEqual(first);
    expect(await factsOf(match, "hinted")).toMatchObject([{ seat: player.seat }]);
    const hinted = await player.play(first.moves[0]?.command ?? {});
    const unaided = await player.play(await waitForTurn(player));
    await waitForTurn(player);
    await player.request("hint");
    const conceded = await player.play({ type: "concede" });
    await until(() => player.state.status === "over", "the end");
    const { text, entries } = await readRecord(player.reserved);
    expect(entries.filter(({ hint }) => hint).map(({ n }) => n)).toEqual([hinted, conceded]);
    expect(unaided).toBeGreaterThan(hinted);
    expect(verifyRecord(text)).toMatchObject({ ok: true });
  });

  test("is marked although the server was started again before the command", async () => {
    const player = await joinBots("tieqchieq");
    const { match, token } = player.reserved;
    await waitForTurn(player);
    const { moves } = await player.request("hint");
    await server.restart();
    const again = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { token: token ?? "" }),
    );
    await waitForTurn(again);
    // The same decision has one fact.
    await again.request("hint");
    expect(await factsOf(match, "hinted")).toHaveLength(1);
    const n = await again.play(moves[0]?.command ?? {});
    await again.play({ type: "concede" });
    await until(() => again.state.status === "over", "the end");
    const { entries } = await readRecord(again.reserved);
    expect(entries.filter(({ hint }) => hint).map((entry) => entry.n)).toEqual([n]);
    // So it is not rated.
    expect((await server.journal.findResult(match))?.history).toMatchObject({ hints: true });
  });

  test("is not made while enough others are: then it is no mark either", async () => {
    const player = await joinBots("tieqchieq");
    await waitForTurn(player);
    isAdvising = true;
    expect(await codeOf(player.request("hint"))).toBe("unavailable");
    isAdvising = false;
    expect(await factsOf(player.reserved.match, "hinted")).toEqual([]);
    await player.request("hint");
  });

  test("is refused to who plays against a person, watches, or is not awaited", async () => {
    const reserved = await createMatch(server.url, { game: "tieqchieq", seats: 2 });
    const first = await TestClient.join(server.url, reserved);
    expect(await codeOf(first.request("hint"))).toBe("match-not-started");
    const second = await TestClient.join(
      server.url,
      await requestSeat(server.url, reserved.match, { name: "Two" }),
    );
    await first.waitForEntry(0);
    for (const player of [first, second]) expect(await codeOf(player.request("hint"))).toBe("no-hints");

    const alone = await joinBots("tieqchieq");
    const spectator = await TestClient.join(
      server.url,
      await requestSeat(server.url, alone.reserved.match, { spectate: true }),
    );
    expect(await codeOf(spectator.request("hint"))).toBe("not-seated");
    await waitForTurn(alone);
    for (let [command] = await movesOf(alone); command !== undefined; [command] = await movesOf(alone))
      await alone.play(command);
    expect(await codeOf(alone.request("hint"))).toBe("not-your-decision");
    expect(await factsOf(alone.reserved.match, "hinted")).toEqual([]);
  });
});
