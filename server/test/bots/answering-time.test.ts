/** What people can tell from the time that a skilled bot takes: nothing (SECURITY.md). */
import { begin, fold, type RecordEntry } from "@flower-war/rules";
import { type Command, type FlowerWar, flowerWar } from "@flower-war/rules/flower-war";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/app.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { pickCommand, readRecord } from "../support/expected-views.ts";
import { createMatch } from "../support/post.ts";
import { seededRandom } from "../support/random.ts";
import { compareSamples } from "../support/two-samples.ts";
import { until } from "../support/until.ts";

/** Answers of bots to measure; without it nothing is. */
const ANSWERS = Number(process.env["FLOWER_WAR_BOT_ANSWERS"] ?? 0);
/** Matches at one time. */
const MATCHES = 4;
/** ms before a bot's move. */
const BOT_DELAY = 400;
/** Below this p the samples differ. */
const LEAST_P = 0.001;

/** Answers of each kind without which a decision is not compared. */
const FEWEST = 20;

/** What a bot was asked, and how long it took as a person saw it. */
interface Answer {
  readonly decision: string;
  /** It had more than one command, which others may not know. */
  readonly hasChoice: boolean;
  readonly ms: number;
}

test("samples of one distribution pass, and those of times that tell do not", () => {
  const random = seededRandom(1);
  const sample = (from: number) => Array.from({ length: 60 }, () => from + random(40));
  expect(compareSamples(sample(400), sample(400))).toBeGreaterThan(0.01);
  expect(compareSamples(sample(400), sample(420))).toBeLessThan(LEAST_P);
  expect(compareSamples(sample(81), sample(251))).toBeLessThan(1e-9);
});

if (ANSWERS > 0) {
  test(
    "a skilled bot that can only pass takes as long as one that holds what it may play",
    async () => {
      const journal = new MemoryJournal(systemTime);
      const thinking = { time: 150, answer: 250 };
      const botThinking = { skilled: thinking, strong: thinking, advice: 150, timeout: 2_000 };
      const server = await startServer({ journal, botDelay: BOT_DELAY, botThinking });
      onTestFinished(() => server.stop());
      const answers: Answer[] = [];
      const play = async (_: unknown, i: number) => {
        const random = seededRandom(i);
        while (answers.length < ANSWERS) answers.push(...(await playMatch(server.url, journal, random)));
      };
      await Promise.all(Array.from({ length: MATCHES }, play));
      const compared = Object.entries(Object.groupBy(answers, ({ decision }) => decision)).flatMap(
        ([decision, all = []]) => {
          const { free = [], forced = [] } = Object.groupBy(all, ({ hasChoice }) =>
            hasChoice ? "free" : "forced",
          );
          if (free.length < FEWEST || forced.length < FEWEST) return [];
          const p = compareSamples(
            free.map(({ ms }) => ms),
            forced.map(({ ms }) => ms),
          );
          console.log(
            `${decision}: with a choice ${describe(free)}; without ${describe(forced)}; p ${p.toPrecision(2)}`,
          );
          return [{ decision, p }];
        },
      );
      expect(compared.length, "decisions with enough answers").toBeGreaterThan(0);
      expect(compared.filter(({ p }) => p < LEAST_P)).toEqual([]);
    },
    24 * 3_600_000,
  );
}

/** Plays a match of a person and a skilled bot, 300 commands at most. Resolves with the bot's answers. */
async function playMatch(
  url: string,
  journal: MemoryJournal,
  random: (n: number) => number,
): Promise<Answer[]> {
  const reserved = await createMatch(url, { seats: 2, bots: ["skilled"] });
  const person = await TestClient.join(url, reserved);
  const shown = new Map<number, number>();
  person.room.onMessage("entry", () => shown.set(person.entries.at(-1)?.n ?? 0, performance.now()));
  const { seat, state } = person;
  while (state.status === "playing" && state.n < 300) {
    await until(
      () => state.table.awaiting.seat === seat || state.status === "over",
      "the bot to move",
      20_000,
    );
    if (state.status === "playing")
      await person.waitForEntry(await person.play(pickCommand(person, random(1000))));
  }
  await person.room.leave();
  return answersIn((await readRecord(journal, reserved.match)) as never, shown);
}

function answersIn(
  { header, entries }: { header: never; entries: readonly RecordEntry<FlowerWar>[] },
  shown: ReadonlyMap<number, number>,
): Answer[] {
  const answers: Answer[] = [];
  let state = begin(flowerWar, header);
  for (const { n, seat, id, events } of entries) {
    const ms = (shown.get(n) ?? Number.NaN) - (shown.get(n - 1) ?? Number.NaN);
    const { decision = "" } = state.table.awaiting ?? {};
    const commands = flowerWar.legal(flowerWar.view(state, seat), seat);
    const hasChoice = commands.filter(({ type }: Command) => type !== "concede").length > 1;
    if (id.startsWith("bot:") && !Number.isNaN(ms)) answers.push({ decision, hasChoice, ms });
    state = fold(flowerWar, state, events);
  }
  return answers;
}

/** Returns number, median and the range of the middle 90 %. */
function describe(answers: readonly Answer[]): string {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(0);
  return `${answers.length}, p50 ${at(0.5)} ms (${at(0.05)}-${at(0.95)})`;
}
