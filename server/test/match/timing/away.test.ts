/** How the server plays for a Flower War player who is away (docs/protocol.md, "Clocks"). */
import type { ClockRules } from "@flower-war/protocol";
import { begin, fold, type RecordEntry } from "@flower-war/rules";
import { type Command, type FlowerWar, flowerWar } from "@flower-war/rules/flower-war";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import { hostedFlowerWar } from "../../../src/games/index.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { TestClient } from "../../support/client.ts";
import { readRecord } from "../../support/expected-views.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { createMatch } from "../../support/post.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

/** ms of each turn. */
const TURN = 30_000;

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer;
/** The seats for which the easy bot chose a command. */
let botChoices: string[];
beforeEach(async () => {
  time = new FakeTime();
  journal = new MemoryJournal(systemTime);
  botChoices = [];
  const easyBot: typeof hostedFlowerWar.easyBot = (view, random) => {
    botChoices.push(view.seat ?? "");
    return hostedFlowerWar.easyBot(view, random);
  };
  const games = new Map([["flower-war", { ...hostedFlowerWar, easyBot }]]);
  server = await startOnFakeTime(time, { games, journal });
});
afterEach(() => server.stop());

/** Connects a player to a match with easy bots. The player counts as away after one missed turn. */
async function joinMatch(seats: number, away: ClockRules["away"]): Promise<TestClient> {
  const clock = { profile: "quick", turn: TURN, reserve: 0, warning: 0, awayAfter: 1, away };
  return TestClient.join(server.url, await createMatch(server.url, { seats, bots: seats - 1, clock }));
}

/** Lets the player's first turn run out. */
async function missOneTurn(player: TestClient): Promise<void> {
  await until(() => player.state.table?.awaiting?.seat === player.seat, "the player to be awaited");
  await time.pass(TURN);
  await until(() => player.state.clocks.get(player.seat ?? "")?.away === true, "the player to be away");
}

/** A command that was played for the player's seat. */
interface Answer {
  readonly n: number;
  readonly id: string;
  readonly command: Command;
  /** The fallback of the rules at that point. */
  readonly fallback: Command;
}

/** Reads from the journal what was played for the player's seat. */
async function answersFor({ reserved: { match }, seat }: TestClient): Promise<Answer[]> {
  const { header, entries } = await readRecord(journal, match);
  let state: FlowerWar["state"] = begin(flowerWar, header as never);
  const answers: Answer[] = [];
  for (const { n, id, seat: by, command, events } of entries as RecordEntry<FlowerWar>[]) {
    if (by === seat) answers.push({ n, id, command, fallback: flowerWar.fallback(state, by) });
    state = fold(flowerWar, state, events);
  }
  return answers;
}

describe("the seat of a Flower War player who is away", () => {
  test("concedes once with `forfeit`; a match of three seats goes on with the other two", async () => {
    const player = await joinMatch(3, "forfeit");
    await missOneTurn(player);
    await until(() => player.state.table.tribes.get(player.seat ?? "")?.out === 1, "the seat to concede");
    const [missed, conceded, ...more] = await answersFor(player);
    expect(missed?.command).toEqual(missed?.fallback);
    expect(conceded).toMatchObject({ id: `clock:${conceded?.n}`, command: { type: "concede" } });
    expect(more).toEqual([]);
    await player.waitForEntry((conceded?.n ?? 0) + 1);
    expect(botChoices).not.toContain(player.seat);
  });

  test("concedes with `forfeit`, which ends a match of two seats", async () => {
    const player = await joinMatch(2, "forfeit");
    await missOneTurn(player);
    await until(() => player.state.status === "over", "the end");
    const { by, winner } = player.state.table.outcome;
    expect({ by, winner }).toEqual({ by: "last-tribe", winner: "west" });
    expect((await answersFor(player)).at(-1)).toMatchObject({
      n: player.state.n,
      command: { type: "concede" },
    });
    expect((await journal.findHead(player.reserved.match))?.over).toBe(true);
  });

  test.each(["bot", "fallback"] as const)(
    "is played by the %s that its clock rules name, and never concedes",
    async (away) => {
      const player = await joinMatch(3, away);
      await missOneTurn(player);
      const { n } = player.state;
      const played = () => player.entries.filter((entry) => entry.n > n && entry.seat === player.seat);
      await until(() => played().length >= 3, "three more answers");
      const [missed, ...answers] = await answersFor(player);
      expect(missed?.command, "the player was not away yet").toEqual(missed?.fallback);
      expect(answers.length).toBeGreaterThanOrEqual(3);
      for (const { id, n, command, fallback } of answers) {
        expect(id).toBe(`clock:${n}`);
        expect(command.type).not.toBe("concede");
        if (away === "fallback") expect(command).toEqual(fallback);
      }
      const choices = botChoices.filter((seat) => seat === player.seat).length;
      if (away === "bot") expect(choices).toBeGreaterThanOrEqual(answers.length);
      else expect(choices).toBe(0);
    },
  );
});
