import type { GameName, SeatInfo } from "@flower-war/client-sdk";
import { useMemo, useState } from "react";
import type { GameUi } from "../game-ui.ts";
import type { Sitting } from "../../session/sitting.ts";
import type { Past } from "../../session/match-history.ts";
import { createLogWriter, type LogTurn } from "./turns.ts";

/** The log of a match, by turns. */
export interface MatchLog {
  readonly turns: readonly LogTurn[];
  /** Whether it goes back to the match's beginning. */
  readonly beginning: Past["beginning"];
  /** Reads it again, after it failed. */
  readonly read: () => void;
}

/**
 * Returns the match's log in words. All that shows a log gets it here.
 * @param shown the number of the last entry that the table has shown: later ones are not in the log yet
 */
export function useLog<G extends GameName>(
  { match, history }: Sitting<G>,
  ui: GameUi<G>,
  shown: number,
): MatchLog {
  const { events: known, beginning } = history.use();
  const events = useMemo(() => eventsUpTo(known, shown), [known, shown]);
  const people = usePeople(match.seats);
  const write = useMemo(
    // Only the view's options are used, and they do not change.
    () =>
      createLogWriter<G>(match.game, (event) =>
        ui.describeEvent(event, match.seat, people, match.view ?? undefined),
      ),
    [match, ui, people],
  );
  const turns = useMemo(() => write(events, beginning === "read"), [write, events, beginning]);
  return { turns, beginning, read: () => void history.readLog() };
}

/** Returns the events of the first `n` entries; the same list if these are all. */
function eventsUpTo<E extends { readonly n: number }>(events: readonly E[], n: number): readonly E[] {
  const last = events.findLastIndex((event) => event.n <= n);
  return last === events.length - 1 ? events : events.slice(0, last + 1);
}

/** Returns the players by seat; the same value until a player's name changes. */
function usePeople<G extends GameName>(seats: readonly SeatInfo<G>[]): readonly SeatInfo<G>[] {
  const [people, setPeople] = useState(seats);
  const changed = seats.some(({ name }, index) => people[index]?.name !== name);
  if (changed) setPeople(seats);
  return changed ? seats : people;
}
