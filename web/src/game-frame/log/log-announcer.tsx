import { useState } from "react";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { type Named, titleOfTurn } from "./turn-title.ts";
import type { MatchLog } from "./use-log.ts";

/** Turns whose announcement stays readable. */
const KEPT = 20;

interface Props {
  readonly log: Pick<MatchLog, "turns" | "beginning">;
  /** The viewer's seat; `null`: they watch. */
  readonly seat: string | null;
  readonly people: Named;
}

/** Announces each turn to screen readers when it is over, in one go. */
export function LogAnnouncer({ log: { turns, beginning }, seat, people }: Props) {
  const [known, setKnown] = useState<number | null>(null);
  // What was over before the past was known is not announced.
  const ready = beginning !== "reading";
  if (ready && known === null) setKnown(Math.max(0, turns.length - 1));
  const over = known === null ? [] : turns.slice(known, -1).slice(-KEPT);
  return (
    <Unseen>
      <span role="log" aria-live="polite" aria-label={i18n._("Turns")}>
        {over.map((turn) => (
          <span key={turn.key}>
            {[`${titleOfTurn(turn, seat, people)}:`, ...turn.lines.map(({ words }) => words)].join(" ")}{" "}
          </span>
        ))}
      </span>
    </Unseen>
  );
}
