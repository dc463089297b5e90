import { systemTime } from "@flower-war/client-sdk";
import { useEffect, useRef, useState } from "react";
import { Unseen } from "../../design/parts/panel.tsx";
import type { Past } from "../../session/match-history.ts";
import { i18n } from "../../texts/index.ts";
import { SpokenTurns } from "./spoken-turns.ts";
import { type Named, titleOfTurn } from "./turn-lines.tsx";
import { type LogTurn, summaryOf } from "./turns.ts";

/** Announcements that stay readable. */
const KEPT = 20;

/** An announcement. */
interface Said {
  readonly key: number;
  readonly text: string;
}

interface Props {
  readonly log: { readonly turns: readonly LogTurn[]; readonly beginning: Past["beginning"] };
  /** The viewer's seat; `null`: they watch. */
  readonly seat: string | null;
  readonly people: Named;
}

/** Announces each turn to screen readers when it is over: a summary of it, as slowly as it can be said. */
export function LogAnnouncer({ log: { turns, beginning }, seat, people }: Props) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [spoken] = useState(
    () =>
      new SpokenTurns({
        time: systemTime,
        count: (count) =>
          i18n._("{count, plural, one {# turn has passed.} other {# turns have passed.}}", { count }),
        say: (text) =>
          setSaid((before) => [...before, { key: (before.at(-1)?.key ?? 0) + 1, text }].slice(-KEPT)),
      }),
  );
  useEffect(() => () => spoken.stop(), [spoken]);
  /** How many turns were announced, or were over before the past was known. */
  const known = useRef<number | null>(null);
  const ready = beginning !== "reading";
  useEffect(() => {
    if (!ready) return;
    const over = Math.max(0, turns.length - 1);
    for (const turn of turns.slice(known.current ?? over, over)) {
      spoken.add({ title: titleOfTurn(turn, seat, people), lines: summaryOf(turn, seat) });
    }
    known.current = over;
  }, [ready, turns, seat, people, spoken]);
  return (
    <Unseen>
      <span role="log" aria-live="polite" aria-label={i18n._("Turns")}>
        {said.map(({ key, text }) => (
          <span key={key}>{text} </span>
        ))}
      </span>
    </Unseen>
  );
}
