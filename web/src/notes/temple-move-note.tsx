import type { GameName, Match } from "@flower-war/client-sdk";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../texts/lazy-part.tsx";
import styles from "./notes.module.css";
import { movesSince, type TempleMove, templesOf } from "./temple-moves.ts";

const OpenTempleMoves = lazyPart(async () => (await import("./open-temple-moves.tsx")).OpenTempleMoves);

/** ms for which a move is shown */
const SHOWN = 8_000;

/** Says that a seat plays with a temple from now on, or with another one (temple protocol P-7). */
export function TempleMoveNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const moves = useMoves(match);
  return (
    <div role="status" className={styles.list}>
      {moves.length === 0 ? null : (
        <Suspense fallback={null}>
          <OpenTempleMoves moves={moves} seat={match.seat} />
        </Suspense>
      )}
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
