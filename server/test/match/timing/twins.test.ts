/** When the server plays for a seat tells nothing about what the seat holds: twins differ in that alone. */
import type { BotKind } from "@flower-war/protocol";
import { type Command, type Decision, flowerWar, type State, type View } from "@flower-war/rules/flower-war";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import type { Thinker } from "../../../src/bots/bot-pool.ts";
import { hostedFlowerWar } from "../../../src/games/index.ts";
import { systemTime } from "../../../src/time.ts";
import { TestClient } from "../../support/client.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { createMatch, requestSeat } from "../../support/post.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { TestStream } from "../../support/stream.ts";
import { countCommands, findTwins } from "../../support/twins.ts";
import { until } from "../../support/until.ts";

const BOT_DELAY = 400;
const TURN = 30_000;

/** What a seat is asked, and what it answers whatever it holds. */
const ASKED = [
  ["battle", { type: "pass" }],
  ["cards", { type: "end-turn" }],
] as const;

/** How long a bot thinks, in ms, if it has one command, and if it has more; `null`: for ever. */
interface Thinking {
  readonly forced: number;
  readonly free: number | null;
}

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer | null = null;
beforeEach(() => {
  time = new FakeTime();
  journal = new MemoryJournal(systemTime);
});
afterEach(stop);

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

/** Starts a server whose matches begin in a state, and whose bots give this answer. Resolves with its URL. */
async function start(
  state: State,
  answer: Command,
  { forced, free }: Thinking,
  botDelay: number,
): Promise<string> {
  const bots: Thinker = {
    isAdvising: false,
    canAdvise: () => false,
    advise: async () => null,
    answerTime: (kind) => (kind === "strong" ? 1_200 : 250),
    think: (_game, _kind, view) => {
      const ms = countCommands(view as View, "west") === 1 ? forced : free;
      return new Promise((resolve) => void (ms === null || time.after(ms, () => resolve(answer))));
    },
  };
  const game = { ...flowerWar, setup: () => state };
  server = await startOnFakeTime(time, {
    games: new Map([["flower-war", { ...hostedFlowerWar, game, easyBot: () => answer }]]),
    journal,
    bots,
    botDelay,
    authSecret: "auth-secret-that-outlives-the-server",
  });
  return server.url;
}

/** What others see of an answer. */
interface Seen {
  /** ms from when the seat is awaited until its answer is journaled. */
  readonly after: number;
  /** What a client received meanwhile. */
  readonly frames: readonly string[];
  /** What others received: a spectator over a WebSocket, a spectator's stream, and the player's stream. */
  readonly others: readonly (readonly string[])[];
}

/** Lets time pass until west's answer, the first of the match. */
async function watchAnswer(client: TestClient, most: number, url = server?.url ?? ""): Promise<Seen> {
  const { match, token } = client.reserved;
  const watcher = await TestClient.watch(url, await requestSeat(url, match, { spectate: true }));
  const streams = [await TestStream.open(url, match), await TestStream.open(url, match, { token })];
  const since = time.now();
  const from = client.frames.length;
  const begun = [watcher.frames.length, ...streams.map(({ text }) => text.length)];
  await time.pass(most);
  await until(() => client.entries.length > 0, "the answer");
  await until(() => watcher.entries.length > 0, "the answer, for the spectator");
  for (const stream of streams) await stream.waitForEntry(1);
  expect(client.entries[0]).toMatchObject({ n: 1, seat: "west" });
  const log = await journal.read(client.reserved.match);
  const { at = Number.NaN } = log?.facts.find(({ type }) => type === "entry") ?? {};
  const hex = (frames: readonly Buffer[]) => frames.map((frame) => frame.toString("hex"));
  // Empty lines, the signs of life, come by the clock alone.
  const texts = streams.map(({ text }, i) =>
    text
      .slice(begun[i + 1])
      .split("\n")
      .filter(Boolean),
  );
  for (const stream of streams) stream.close();
  return {
    after: at - since,
    frames: hex(client.frames.slice(from)),
    others: [hex(watcher.frames.slice(begun[0])), ...texts],
  };
}

/** Watches both twins, each in a world of its own. */
async function watchTwins(
  decision: Decision,
  watch: (state: State) => Promise<Seen>,
): Promise<{ forced: Seen; free: Seen }> {
  const seen: Seen[] = [];
  for (const state of findTwins("west", decision)) {
    time = new FakeTime();
    journal = new MemoryJournal(systemTime);
    seen.push(await watch(state));
    await stop();
  }
  const [forced, free] = seen as [Seen, Seen];
  for (const frames of [forced.frames, ...forced.others]) expect(frames.length).toBeGreaterThan(0);
  return { forced, free };
}

test.each(ASKED)("twins that decide about %s look the same to all others", (decision) => {
  const [forced, free] = findTwins("west", decision);
  for (const viewer of ["east", "public"] as const) {
    expect(flowerWar.view(free, viewer)).toEqual(flowerWar.view(forced, viewer));
  }
});

describe.each(ASKED)(
  "whatever it holds, asked about %s, a bot answers at the same time with the same frames",
  (decision, answer) => {
    test.each<[string, BotKind, number, number, Thinking]>([
      ["an easy one", "easy", 400, 400, { forced: 0, free: 0 }],
      ["a skilled one that thinks longer about more commands", "skilled", 400, 400, { forced: 1, free: 150 }],
      ["a skilled one that thinks longer about one", "skilled", 400, 400, { forced: 150, free: 1 }],
      ["a skilled one on a busy machine", "skilled", 400, 400, { forced: 1, free: 401 }],
      [
        "a strong one that thinks longer about more commands",
        "strong",
        400,
        1_200,
        { forced: 1, free: 1_000 },
      ],
      ["a skilled one that never answers", "skilled", 400, 400, { forced: 1, free: null }],
      [
        "a skilled one, though BOT_DELAY is shorter than it needs",
        "skilled",
        0,
        250,
        { forced: 1, free: 150 },
      ],
    ])("%s", async (_, kind, botDelay, expected, thinking) => {
      const { forced, free } = await watchTwins(decision, async (state) => {
        const url = await start(state, answer, thinking, botDelay);
        const person = await TestClient.join(url, await createMatch(url, { seats: 2, bots: [kind] }));
        await person.waitForEntry(0);
        return watchAnswer(person, expected + 600);
      });
      expect(forced.after).toBe(expected);
      expect(free).toEqual(forced);
    });

    test("also first of all after a restart", async () => {
      const { forced, free } = await watchTwins(decision, async (state) => {
        const begin = () => start(state, answer, { forced: 1, free: 150 }, BOT_DELAY);
        const url = await begin();
        const { reserved } = await TestClient.join(
          url,
          await createMatch(url, { seats: 2, bots: ["skilled"] }),
        );
        await time.pass(BOT_DELAY - 1);
        await stop();
        await time.pass(5_000);
        const next = await begin();
        const { token } = reserved;
        const person = await TestClient.watch(next, await requestSeat(next, reserved.match, { token }));
        expect(person.state.n).toBe(0);
        return watchAnswer(person, 1_000);
      });
      expect(forced.after).toBe(BOT_DELAY);
      expect(free).toEqual(forced);
    });
  },
);

test.each(["bot", "fallback", "forfeit"] as const)(
  "whatever a person holds, the server plays for them when their time is over, with `away: %s`",
  async (away) => {
    const { forced, free } = await watchTwins("battle", async (state) => {
      const url = await start(state, { type: "pass" }, { forced: 0, free: 0 }, BOT_DELAY);
      const clock = { profile: "quick", turn: TURN, reserve: 0, warning: 0, awayAfter: 1, away };
      const person = await TestClient.join(url, await createMatch(url, { seats: 2, clock }));
      const other = await requestSeat(url, person.reserved.match, { name: "Tlaloc" });
      await TestClient.join(url, other);
      await person.waitForEntry(0);
      return watchAnswer(person, TURN);
    });
    expect(forced.after).toBe(TURN);
    expect(free).toEqual(forced);
  },
);
