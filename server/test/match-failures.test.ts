import { CLOSE, CODES, PATHS } from "@flower-war/client-sdk/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { JournalConflict, JournalUnavailable } from "../src/journal/journal.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { hostedCounting } from "./support/hosted-counting.ts";
import { sitDown } from "./support/table.ts";
import { until } from "./support/until.ts";

/** A journal that fails for some matches. */
class FailingJournal extends MemoryJournal {
  readonly failures = new Map<string, Error>();
  /** The matches that were written, in that order. */
  readonly appends: string[] = [];
  /** Matches whose next entry by a bot fails. */
  readonly busyForBots = new Set<string>();
  /** Matches of which it says only after this that their facts are durable. */
  readonly slow = new Map<string, Promise<void>>();

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [match, , [fact]] = change;
    this.appends.push(match);
    const failure = this.failures.get(match);
    if (failure) throw failure;
    const byBot = fact?.type === "entry" && fact.entry.id.startsWith("bot:");
    if (byBot && this.busyForBots.delete(match)) throw new JournalUnavailable();
    await super.append(...change);
    await this.slow.get(match);
  }
}

const journal = new FailingJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal, games: new Map([["counting", hostedCounting]]) });
});
afterAll(() => server.stop());

async function begin() {
  const people = await sitDown(server.url, { seats: 2, game: "counting" });
  const [a, b] = people.players;
  if (!a || !b) throw new Error("two sit here");
  return { ...people, a, b };
}

const add = { type: "add", by: 1 };

describe("any game that fulfils the contract", () => {
  test("is played to its end by the same room", async () => {
    const { a, b } = await begin();
    for (let n = 1; n <= 10; n++) expect(await (n % 2 === 1 ? a : b).play(add)).toBe(n);
    await until(() => b.state.status === "over", "the end");
    expect((await a.refusal(a.play(add))).code).toBe("match-over");
  });
});

describe("a failure of ours", () => {
  test("in the journal at a bot's move stops the match for a moment, not for good", async () => {
    const { match, players } = await sitDown(server.url, { seats: 2, bots: 1, game: "counting" });
    const [a] = players;
    if (!a) throw new Error("one sits here");
    journal.busyForBots.add(match);
    expect(await a.play(add)).toBe(1);
    await a.reached(2);
    expect(journal.busyForBots.size).toBe(0);
    expect(await a.play(add)).toBe(3);
  });

  test("in the rules is answered internal, tells nothing, changes nothing and stops nobody", async () => {
    const { a, b } = await begin();
    const fault = await a.refusal(a.play({ type: "break" }));
    expect(fault).toEqual({ code: "internal", message: "the server failed" });
    expect(await a.play(add)).toBe(1);
    expect(await b.play(add)).toBe(2);
  });

  test.each([
    ["internal", new Error("/var/lib/secret is full")],
    ["unavailable", new JournalUnavailable(new Error("/var/lib/secret is full"))],
  ])("in the journal is answered %s; the same command may be tried again", async (code, failure) => {
    const { match, a, b } = await begin();
    journal.failures.set(match, failure);
    const message = CODES[code as keyof typeof CODES];
    expect(await a.refusal(a.play(add, "mine"))).toEqual({ code, message });
    expect(b.state.n).toBe(0);
    journal.failures.delete(match);
    expect(await a.play(add, "mine")).toBe(1);
  });

  test("to be quick in the journal shows nothing before it is durable, and holds up nobody else", async () => {
    const [{ match, a, b }, other] = [await begin(), await begin()];
    const durable = Promise.withResolvers<void>();
    journal.slow.set(match, durable.promise);
    const answers: number[] = [];
    const playing = a.play(add).then((n) => answers.push(n));
    await until(() => journal.appends.at(-1) === match, "the write to begin");
    expect(await other.a.play(add)).toBe(1);
    expect(await other.b.play(add)).toBe(2);
    expect((await fetch(server.url + PATHS.health)).status).toBe(200);
    for (const player of [a, b]) {
      await player.ask("legal"); // whatever was sent before has come when this is answered
      expect([player.state.n, player.entries, answers]).toEqual([0, [], []]);
    }
    durable.resolve();
    await playing;
    await b.reached(1);
    expect(answers).toEqual([1]);
    journal.slow.delete(match);
    expect(await b.play(add)).toBe(2);
  });

  test("to own the match shows everybody out, for another process has it", async () => {
    const { match, a, b } = await begin();
    journal.failures.set(match, new JournalConflict(match, "fact 7"));
    await expect(a.play(add)).rejects.toThrow();
    await until(() => a.closed !== null && b.closed !== null, "both to be shown out");
    expect([a.closed, b.closed]).toEqual([CLOSE.moved, CLOSE.moved]);
  });
});
