/** What becomes of the seat of a player who is away, in Flower War: time passes when the test says so. */
import type { ClockRules } from "@flower-war/client-sdk/protocol";
import { begin, fold, type RecordEntry } from "@flower-war/rules";
import { type Command, type FlowerWar, flowerWar } from "@flower-war/rules/flower-war";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { hostedFlowerWar } from "../src/games/flower-war/index.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { TestClient } from "./support/client.ts";
import { FakeTime } from "./support/fake-time.ts";
import { createMatch } from "./support/post.ts";
import { recordIn } from "./support/truth.ts";
import { until } from "./support/until.ts";

/** ms within which a seat must answer. */
const TURN = 30_000;

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer;
/** The seats for which the easy bot was asked. */
let botAsked: string[];
beforeEach(async () => {
  time = new FakeTime();
  journal = new MemoryJournal();
  botAsked = [];
  const easyBot: typeof hostedFlowerWar.easyBot = (view, random) => {
    botAsked.push(view.seat ?? "");
    return hostedFlowerWar.easyBot(view, random);
  };
  const games = new Map([["flower-war", { ...hostedFlowerWar, easyBot }]]);
  server = await startServer({ games, journal, time });
});
afterEach(() => server.stop());

/** One person among easy bots, who is away after one missed turn. */
async function sitDown(seats: number, away: ClockRules["away"]): Promise<TestClient> {
  const clock = { profile: "quick", turn: TURN, reserve: 0, warning: 0, awayAfter: 1, away };
  return TestClient.join(server.url, await createMatch(server.url, { seats, bots: seats - 1, clock }));
}

/** He does not answer when he is awaited for the first time. */
async function missOneTurn(player: TestClient): Promise<void> {
  await until(() => player.state.table?.awaiting?.seat === player.seat, "the player to be awaited");
  time.pass(TURN);
  await until(() => player.state.clocks.get(player.seat ?? "")?.away === true, "the player to be away");
}

interface Answer {
  readonly n: number;
  readonly id: string;
  readonly command: Command;
  /** What the referee's fallback was for it. */
  readonly fallback: Command;
}

/** What was played for the player's seat, by the journal. */
async function answersFor({ reserved: { match }, seat }: TestClient): Promise<Answer[]> {
  const { header, entries } = await recordIn(journal, match);
  let state: FlowerWar["state"] = begin(flowerWar, header as never);
  const answers: Answer[] = [];
  for (const { n, id, seat: by, command, events } of entries as RecordEntry<FlowerWar>[]) {
    if (by === seat) answers.push({ n, id, command, fallback: flowerWar.fallback(state, by) });
    state = fold(flowerWar, state, events);
  }
  return answers;
}

describe("the seat of a player of Flower War who is away", () => {
  test("concedes by `forfeit`, once, and three seats' match goes on with the other two", async () => {
    const player = await sitDown(3, "forfeit");
    await missOneTurn(player);
    await until(() => player.state.table.tribes.get(player.seat ?? "")?.out === 1, "it to concede");
    const [missed, conceded, ...more] = await answersFor(player);
    expect(missed?.command).toEqual(missed?.fallback);
    expect(conceded).toMatchObject({ id: `clock:${conceded?.n}`, command: { type: "concede" } });
    expect(more).toEqual([]);
    await player.reached((conceded?.n ?? 0) + 1);
    expect(botAsked).not.toContain(player.seat);
  });

  test("concedes by `forfeit`, which ends two seats' match", async () => {
    const player = await sitDown(2, "forfeit");
    await missOneTurn(player);
    await until(() => player.state.status === "over", "the end");
    const { by, winner } = player.state.table.outcome;
    expect({ by, winner }).toEqual({ by: "last-tribe", winner: "west" });
    expect((await answersFor(player)).at(-1)).toMatchObject({
      n: player.state.n,
      command: { type: "concede" },
    });
    expect((await journal.headOf(player.reserved.match))?.over).toBe(true);
  });

  test.each(["bot", "fallback"] as const)("is played by the %s, and never concedes", async (away) => {
    const player = await sitDown(3, away);
    await missOneTurn(player);
    const { n } = player.state;
    const played = () => player.entries.filter((entry) => entry.n > n && entry.seat === player.seat);
    await until(() => played().length >= 3, "three more answers");
    const [missed, ...answers] = await answersFor(player);
    expect(missed?.command, "he was not away yet").toEqual(missed?.fallback);
    expect(answers.length).toBeGreaterThanOrEqual(3);
    for (const { id, n, command, fallback } of answers) {
      expect(id).toBe(`clock:${n}`);
      expect(command.type).not.toBe("concede");
      if (away === "fallback") expect(command).toEqual(fallback);
    }
    const asked = botAsked.filter((seat) => seat === player.seat).length;
    if (away === "bot") expect(asked).toBeGreaterThanOrEqual(answers.length);
    else expect(asked).toBe(0);
  });
});
