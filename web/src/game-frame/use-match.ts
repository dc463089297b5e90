import type { GameName, Match } from "@flower-war/client-sdk";
import { useSyncExternalStore } from "react";

/** Renders again whenever the match or its connection changes; what is rendered is read from the match itself. */
export function useMatch<G extends GameName>(match: Match<G>): void {
  const changes = changesOf(match);
  useSyncExternalStore(changes.subscribe, changes.count);
}

/**
 * The changes of a match, counted from the first request: between a component's rendering and its
 * subscription some may come, which a count that begins with the subscription would miss.
 */
export interface MatchChanges {
  readonly count: () => number;
  /** Calls back with every change; returns the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

const counted = new WeakMap<object, MatchChanges>();

export function changesOf<G extends GameName>(match: Match<G>): MatchChanges {
  const known = counted.get(match);
  if (known !== undefined) return known;
  const changes = countChanges(match);
  counted.set(match, changes);
  return changes;
}

function countChanges<G extends GameName>(match: Match<G>): MatchChanges {
  let count = 0;
  const listeners = new Set<() => void>();
  const changed = () => {
    count += 1;
    for (const listener of listeners) listener();
  };
  match.on("change", changed);
  match.on("dropped", changed);
  match.on("resumed", changed);
  match.on("ended", changed);
  return {
    count: () => count,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
