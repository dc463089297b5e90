import { useEffect, useRef } from "react";
import { Panel } from "../design/parts/panel.tsx";
import { TurnLines } from "../game-frame/log/turn-lines.tsx";
import { type Named, titleOfTurn } from "../game-frame/log/turn-title.ts";
import type { LogTurn } from "../game-frame/log/turns.ts";
import { i18n } from "../texts/index.ts";
import styles from "./replay-log.module.css";

interface Props {
  readonly turns: readonly LogTurn[];
  /** The entry that is shown. */
  readonly at: number;
  readonly people: Named;
}

/** The log of a replay: what is shown now is lit and in sight, what comes later is faint. */
export function ReplayLog({ turns, at, people }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = scroll.current;
    if (area === null) return;
    // Not every entry has a line: then the last one before it is in sight.
    const lines = [...area.querySelectorAll<HTMLElement>("[data-n]")];
    const line = lines.findLast(({ dataset }) => Number(dataset["n"]) <= at);
    if (line === undefined) {
      area.scrollTop = 0;
      return;
    }
    const [inside, around] = [line.getBoundingClientRect(), area.getBoundingClientRect()];
    // A third of the area shows what comes next.
    area.scrollTop += inside.bottom - around.top - (around.height * 2) / 3;
  }, [at]);
  return (
    <Panel title={i18n._("What happened")} className={styles.panel}>
      {/* Scrolled by keyboard, so it takes the focus. */}
      <div ref={scroll} className={styles.scroll} tabIndex={0} role="group" aria-label={i18n._("Log")}>
        {turns.map((turn) => (
          <TurnLines
            key={turn.key}
            turn={turn}
            title={titleOfTurn(turn, null, people)}
            at={positionIn(turn, at)}
          />
        ))}
      </div>
    </Panel>
  );
}

/** Where a turn stands to the shown entry; the same for all entries before and after it, so that it is not drawn again. */
function positionIn({ lines }: LogTurn, at: number): number {
  const [first, last] = [lines[0]?.n ?? 0, lines.at(-1)?.n ?? 0];
  if (at < first) return 0;
  return at > last ? Number.POSITIVE_INFINITY : at;
}
