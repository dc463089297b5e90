import type { Match } from "@flower-war/client-sdk";
import { expect, test } from "vitest";
import { changesOf } from "../src/game-frame/use-match.ts";

/** A match that changes when the test says so. */
function fakeMatch() {
  const listeners: (() => void)[] = [];
  const match = { on: (_name: string, listener: () => void) => void listeners.push(listener) };
  return { match: match as unknown as Match, change: () => listeners[0]?.() };
}

test("a change between a component's rendering and its subscription is counted", () => {
  const { match, change } = fakeMatch();
  const rendered = changesOf(match).get();
  change();
  expect(changesOf(match).get()).toBe(rendered + 1);
});

test("a subscriber is called for each change until it unsubscribes", () => {
  const { match, change } = fakeMatch();
  let heard = 0;
  const stop = changesOf(match).subscribe(() => (heard += 1));
  change();
  stop();
  change();
  expect(heard).toBe(1);
});
