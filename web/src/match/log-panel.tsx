import { useSyncExternalStore } from "react";
import type { MatchLog } from "./log.ts";

/** The log; the newest line is at the bottom and in sight. */
export function LogPanel({ log }: { log: Pick<MatchLog, "lines" | "subscribe"> }) {
  const lines = useSyncExternalStore(log.subscribe, log.lines);
  return (
    <section className="panel log" aria-labelledby="log">
      <h2 id="log">Log</h2>
      {/* Scrolled by keyboard, so it takes the focus. */}
      <div className="scroll" role="log" aria-live="polite" aria-labelledby="log" tabIndex={0}>
        <ol>
          {lines.map(({ key, kind, words }) => (
            <li key={key} data-kind={kind}>
              {words}
            </li>
          ))}
        </ol>
      </div>
      {lines.length === 0 ? <p className="faint">Nothing has happened since you came in.</p> : null}
    </section>
  );
}
