import type { Match } from "@flower-war/client-sdk";
import { useMemo, useSyncExternalStore } from "react";

/** Renders again whenever the match or its connection changes; what is rendered is read from the match itself. */
export function useMatch(match: Match): void {
  const changes = useMemo(() => changesOf(match), [match]);
  useSyncExternalStore(changes.subscribe, changes.count);
}

function changesOf(match: Match) {
  let count = 0;
  return {
    count: () => count,
    subscribe: (listener: () => void): (() => void) => {
      const changed = () => {
        count += 1;
        listener();
      };
      const stops = [
        match.on("change", changed),
        match.on("dropped", changed),
        match.on("resumed", changed),
        match.on("ended", changed),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}
