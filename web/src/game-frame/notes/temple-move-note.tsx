import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./notes.module.css";
import { movesSince, type TempleMove, templesOf } from "./temple-moves.ts";

/** ms for which a move is shown */
const SHOWN = 8_000;

/** Says that a seat plays with a temple from now on, or with another one (temple protocol P-7). */
export function TempleMoveNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  return <TempleMoves moves={useMoves(match)} seat={match.seat} />;
}

interface Props {
  readonly moves: readonly TempleMove[];
  /** The viewer's; `null`: they watch. */
  readonly seat: string | null;
}

export function TempleMoves({ moves, seat: own }: Props) {
  return (
    <div role="status" className={styles.list}>
      {moves.map((move) => (
        <Notice
          key={move.seat}
          level={null}
          picture={<Drawing sheet="marks" id="temple" />}
          title={move.seat === own ? describeOwn(move) : describe(move)}
        />
      ))}
    </div>
  );
}

function describeOwn({ from, to }: TempleMove): string {
  return from === null
    ? i18n._("You play with {temple} now", { temple: to })
    : i18n._("You play with {temple} now, no longer with {before}", { temple: to, before: from });
}

function describe({ name, from, to }: TempleMove): string {
  return from === null
    ? i18n._("{name} plays with {temple} now", { name, temple: to })
    : i18n._("{name} plays with {temple} now, no longer with {before}", { name, temple: to, before: from });
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
