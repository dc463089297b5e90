import type { GameName, Match, SeatInfo } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import styles from "./notes.module.css";
import { OpenTempleMoves, type TempleMove } from "./open/open-notes.tsx";

/** ms for which a move is shown */
const SHOWN = 8_000;

/** Says that a seat plays with a temple from now on, or with another one (temple protocol P-7). */
export function TempleMoveNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const moves = useMoves(match);
  return (
    <div role="status" className={styles.list}>
      {moves.length === 0 ? null : <OpenTempleMoves moves={moves} seat={match.seat} />}
    </div>
  );
}

/** Returns the newest moves for a while. */
function useMoves<G extends GameName>(match: Match<G>): readonly TempleMove[] {
  const [moves, setMoves] = useState<readonly TempleMove[]>([]);
  useEffect(() => {
    let before = templesOf(match.seats);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = match.on("change", () => {
      const found = movesSince(before, match.seats);
      before = templesOf(match.seats);
      if (found.length === 0) return;
      setMoves(found);
      clearTimeout(timer);
      timer = setTimeout(() => setMoves([]), SHOWN);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [match]);
  return moves;
}

/** The temple of each seat; `""`: none. */
type SeatTemples = ReadonlyMap<string, string>;

type Person = Pick<SeatInfo, "seat" | "name" | "temple">;

export function templesOf(people: readonly Person[]): SeatTemples {
  return new Map(people.map(({ seat, temple }) => [seat, temple]));
}

/** Returns the seats that became local to a temple since then. A seat that was not there then came with its temple. */
export function movesSince(before: SeatTemples, people: readonly Person[]): readonly TempleMove[] {
  return people.flatMap(({ seat, name, temple }) => {
    const from = before.get(seat);
    if (from === undefined || from === temple || temple === "") return [];
    return [{ seat, name, from: from === "" ? null : from, to: temple }];
  });
}
