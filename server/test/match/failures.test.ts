/** What a match does when the journal or the rules fail. */
import { CLOSE, LIMITS, PATHS, REFUSAL_CODES } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { GAMES } from "../../src/games/index.ts";
import { JournalConflict, JournalUnavailable } from "../../src/storage/journal/journal.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { hostedCounting } from "../support/hosted-counting.ts";
import { createMatch } from "../support/post.ts";
import { seatPlayers, seatTwo } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

/** A journal whose appends fail for some matches. */
class FailingJournal extends MemoryJournal {
  readonly failures = new Map<string, Error>();
  /** The matches that were appended to, in that order. */
  readonly appends: string[] = [];
  /** Matches for which appending a bot's next entry fails. */
  readonly failsForBot = new Set<string>();
  /** Matches in which this seat cannot be given to a bot. */
  readonly failsForBotIn = new Map<string, string>();
  /** What an append to these matches waits for after it has written. */
  readonly slow = new Map<string, Promise<void>>();

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [match, , facts] = change;
    const [fact] = facts;
    this.appends.push(match);
    const failure = this.failures.get(match);
    if (failure) throw failure;
    const byBot = fact?.type === "entry" && fact.entry.id.startsWith("bot:");
    if (byBot && this.failsForBot.delete(match)) throw new JournalUnavailable();
    const seat = this.failsForBotIn.get(match);
    if (facts.some((one) => one.type === "bot-seated" && one.seat === seat)) throw new JournalUnavailable();
    await super.append(...change);
    await this.slow.get(match);
  }
}

const journal = new FailingJournal(systemTime);
const time = new FakeTime();
let server: RunningServer;
beforeAll(async () => {
  server = await startOnFakeTime(time, { journal, games: new Map([...GAMES, ["counting", hostedCounting]]) });
});
afterAll(() => server.stop());

async function begin() {
  const { first: a, second: b, ...seated } = await seatTwo(server.url, { game: "counting" });
  return { ...seated, a, b };
}

const add = { type: "add", by: 1 };

describe("any game that implements the contract of rules/", () => {
  test("is played to its end in the same room", async () => {
    const { a, b } = await begin();
    for (let n = 1; n <= 10; n++) expect(await (n % 2 === 1 ? a : b).play(add)).toBe(n);
    await until(() => b.state.status === "over", "the end");
    expect((await expectRefusal(a.play(add))).code).toBe("match-over");
  });
});

describe("when the journal or the rules fail", () => {
  test("a bot's move that could not be journaled is retried after 0.5 s", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2, bots: 1, game: "counting" });
    const [a] = players;
    if (!a) throw new Error("the match has one player");
    journal.failsForBot.add(match);
    expect(await a.play(add)).toBe(1);
    await until(() => journal.failsForBot.size === 0, "the bot's move to fail");
    await time.pass(500);
    await a.waitForEntry(2);
    expect(await a.play(add)).toBe(3);
  });

  test("the bots of a countdown take all open seats or none, and try again", async () => {
    const reserved = await createMatch(server.url, { start: "countdown" });
    const east = await TestClient.join(server.url, reserved);
    const kinds = () => [...east.state.seats.entries()].map(([, { kind }]) => kind);
    journal.failsForBotIn.set(reserved.match, "west");
    await time.pass(LIMITS.countdown);
    await east.request("time"); // when this is answered, everything sent before has arrived
    expect(kinds()).toEqual(["human", "open", "open", "open"]);
    journal.failsForBotIn.delete(reserved.match);
    await time.pass(LIMITS.nonces);
    await until(() => east.state.status === "playing", "the match to begin");
    expect(kinds()).toEqual(["human", "bot", "bot", "bot"]);
  });

  test("a command that the rules fail on is refused internal without details, and changes nothing", async () => {
    const { a, b } = await begin();
    const refusal = await expectRefusal(a.play({ type: "break" }));
    expect(refusal).toEqual({ code: "internal", message: "the server failed" });
    expect(await a.play(add)).toBe(1);
    expect(await b.play(add)).toBe(2);
  });

  test.each([
    ["internal", new Error("/var/lib/secret is full")],
    ["unavailable", new JournalUnavailable(new Error("/var/lib/secret is full"))],
  ])(
    "a command that the journal fails on is refused %s without details, and may be sent again",
    async (code, failure) => {
      const { match, a, b } = await begin();
      journal.failures.set(match, failure);
      const message = REFUSAL_CODES[code as keyof typeof REFUSAL_CODES].message;
      expect(await expectRefusal(a.play(add, "mine"))).toEqual({ code, message });
      expect(b.state.n).toBe(0);
      journal.failures.delete(match);
      expect(await a.play(add, "mine")).toBe(1);
    },
  );

  test("a slow append shows nothing before it is durable, and delays no other match", async () => {
    const [{ match, a, b }, other] = [await begin(), await begin()];
    const durable = Promise.withResolvers<void>();
    journal.slow.set(match, durable.promise);
    const answers: number[] = [];
    const playing = a.play(add).then((n) => answers.push(n));
    await until(() => journal.appends.at(-1) === match, "the append to begin");
    expect(await other.a.play(add)).toBe(1);
    expect(await other.b.play(add)).toBe(2);
    expect((await fetch(server.url + PATHS.health)).status).toBe(200);
    for (const player of [a, b]) {
      await player.request("legal"); // when this is answered, everything sent before has arrived
      expect([player.state.n, player.entries, answers]).toEqual([0, [], []]);
    }
    durable.resolve();
    await playing;
    await b.waitForEntry(1);
    expect(answers).toEqual([1]);
    journal.slow.delete(match);
    expect(await b.play(add)).toBe(2);
  });

  test("all clients are disconnected with code 4012 if another process owns the match", async () => {
    const { match, a, b } = await begin();
    journal.failures.set(match, new JournalConflict(match, "fact 7"));
    await expect(a.play(add)).rejects.toThrow();
    await until(() => a.closeCode !== null && b.closeCode !== null, "both to be disconnected");
    expect([a.closeCode, b.closeCode]).toEqual([CLOSE.moved, CLOSE.moved]);
  });
});
