import { i18n } from "../../texts/index.ts";
import { firstSinceOwn, type LogLine, type LogTurn } from "./turns.ts";

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
export function agoWords(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? (["second", 1000] as const);
  return new Intl.RelativeTimeFormat(i18n.locale, { numeric: "auto" }).format(
    -Math.floor(Math.max(0, ms) / length),
    unit,
  );
}
