import type { MatchLogEntry } from "@flower-war/client-sdk";
import type { Event } from "@flower-war/client-sdk/flower-war";
import { expect, test, vi } from "vitest";
import { MatchHistory } from "../src/session/match-history.ts";

const passed: Event = { type: "passed", seat: "east" };

/** A match whose log is answered when the test says so. */
function fakeMatch() {
  const entries: MatchLogEntry<"flower-war">[] = [];
  const listeners: { [name: string]: (...given: never[]) => void } = {};
  const match = {
    serverTime: 5000,
    log: vi.fn<() => Promise<readonly MatchLogEntry<"flower-war">[]>>(async () => [...entries]),
    on: (name: string, listener: (...given: never[]) => void) => {
      listeners[name] = listener;
      return () => {};
    },
  };
  const call = (name: string, ...given: readonly unknown[]) => listeners[name]?.(...(given as never[]));
  return {
    match,
    play: (n: number) => entries.push({ n, seat: "east", at: n, events: [passed] }),
    report: (n: number) => call("event", passed, { n, seat: "east" }),
    resume: () => call("resumed"),
  };
}

const numbers = (history: MatchHistory<"flower-war">) => history.past().events.map(({ n }) => n);

test("what happened before is read, and what comes meanwhile follows it once", async () => {
  const { match, play, report } = fakeMatch();
  play(1);
  play(2);
  const history = MatchHistory.follow(match as never) as MatchHistory<"flower-war">;
  report(2);
  report(3);
  expect(history.past().beginning).toBe("reading");
  expect(numbers(history)).toEqual([2, 3]);
  await expect.poll(() => history.past().beginning).toBe("read");
  expect(numbers(history)).toEqual([1, 2, 3]);
  report(3);
  expect(history.past().events.map(({ key, at }) => [key, at])).toEqual([
    ["1/0", 1],
    ["2/0", 2],
    ["3/0", 5000],
    ["3/1", 5000],
  ]);
});

test("what happened while the connection was lost is read when it is back", async () => {
  const { match, play, resume } = fakeMatch();
  const history = MatchHistory.follow(match as never) as MatchHistory<"flower-war">;
  await expect.poll(() => history.past().beginning).toBe("read");
  play(1);
  resume();
  await expect.poll(() => numbers(history)).toEqual([1]);
});

test("a log that could not be read is said to be, and can be read again", async () => {
  const { match, play } = fakeMatch();
  play(1);
  match.log.mockRejectedValueOnce(new Error("no answer"));
  const history = MatchHistory.follow(match as never) as MatchHistory<"flower-war">;
  await expect.poll(() => history.past().beginning).toBe("failed");
  await history.readLog();
  expect(history.past().beginning).toBe("read");
  expect(numbers(history)).toEqual([1]);
});
