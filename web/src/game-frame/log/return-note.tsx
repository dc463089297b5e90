import { useState } from "react";
import { Button } from "../../design/parts/button.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./log-panel.module.css";
import { firstSinceOwn, type LogLine, type LogTurn } from "./turns.ts";
import type { MatchLog } from "./log-panel.tsx";

/** ms of absence below which the viewer needs no note. */
const AWAY = 60_000;

interface Props {
  readonly log: MatchLog;
  readonly seat: string | null;
  /** The server's time when the viewer came in, ms since 1970. */
  readonly cameAt: number;
}

/** Shows a player who comes back after a while what happened since their last turn. */
export function ReturnNote({ log: { turns, beginning }, seat, cameAt }: Props) {
  const [since, setSince] = useState<Since | "unknown" | null>("unknown");
  if (since === "unknown" && beginning === "read") {
    const found = sinceOwnTurn(turns, seat);
    setSince(found !== null && cameAt - found.at >= AWAY ? found : null);
  }
  if (since === "unknown" || since === null) return null;
  const now = { ...since, lines: inWordsOf(turns, since.lines) };
  return <ReturnCard since={now} ago={agoWords(cameAt - since.at)} onClose={() => setSince(null)} />;
}

/** Returns lines as the log has them now: the page's language may have changed. */
function inWordsOf(turns: readonly LogTurn[], lines: readonly LogLine[]): readonly LogLine[] {
  const keys = new Set(lines.map(({ key }) => key));
  return turns.flatMap((turn) => turn.lines).filter(({ key }) => keys.has(key));
}

interface CardProps {
  readonly since: Since;
  readonly ago: string;
  readonly onClose: () => void;
}

/** What happened since the viewer's last turn, to read and put away. */
export function ReturnCard({ since, ago, onClose }: CardProps) {
  return (
    <Notice
      tone="lit"
      title={i18n._("Since your last turn, {ago}", { ago })}
      actions={
        <Button tone="gold" onClick={onClose}>
          {i18n._("Got it")}
        </Button>
      }
    >
      <ol className={styles.missed} tabIndex={0} aria-label={i18n._("Since your last turn")}>
        {since.lines.map(({ key, seat, words }) => (
          <li key={key} className={styles.line}>
            <SeatSign seat={seat} size="small" />
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </Notice>
  );
}

/** What happened since a player's last turn. */
export interface Since {
  /** When the player's last turn ended, ms since 1970 by the server's clock. */
  readonly at: number;
  readonly lines: readonly LogLine[];
}

/** Returns what happened since a player's last turn; `null`: they had none, or nothing happened. */
export function sinceOwnTurn(turns: readonly LogTurn[], seat: string | null): Since | null {
  const first = firstSinceOwn(turns, seat);
  if (first === null) return null;
  const lines = turns.slice(first).flatMap((turn) => turn.lines);
  const at = turns[first - 1]?.lines.at(-1)?.at;
  return at === undefined || lines.length === 0 ? null : { at, lines };
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** Returns how long ago something was, in its greatest unit: `5 minutes ago`. */
function agoWords(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? (["second", 1000] as const);
  return new Intl.RelativeTimeFormat(i18n.locale, { numeric: "auto" }).format(
    -Math.floor(Math.max(0, ms) / length),
    unit,
  );
}
