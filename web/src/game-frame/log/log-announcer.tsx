import { systemTime } from "@flower-war/client-sdk";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Unseen } from "../../design/parts/panel.tsx";
import type { Past } from "../../session/match-history.ts";
import { i18n } from "../../texts/index.ts";
import { SpokenTurns } from "./spoken-turns.ts";
import { isWindowOpening } from "../../design/parts/dialog.tsx";
import { type Named, titleOfTurn } from "./turn-lines.tsx";
import { type LogTurn, newsFor, summaryOf } from "./turns.ts";

/** Announcements that stay readable. */
const KEPT = 20;

/** An announcement. */
interface Said {
  readonly key: number;
  readonly text: string;
}

interface Props {
  readonly log: { readonly turns: readonly LogTurn[]; readonly beginning: Past["beginning"] };
  /** `seat`: the viewer's; `null`: they watch. */
  readonly match: { readonly seat: string | null; readonly seats: Named };
  /** `isAsked`: whether the viewer has to decide, and all was shown that led to it. `n`: the entry that led to it. */
  readonly picture: { readonly isAsked: boolean; readonly n: number } | null;
  /** Returns what the viewer has to decide. */
  readonly describe: () => string;
}

/** ms after which it is looked again whether a window has gone. */
const LOOK_AGAIN = 250;

/** Lines of the log that are said before a decision at most. */
const NEWS = 3;

/**
 * Announces each turn to screen readers when it is over: a summary of it, as slowly as it can be said. Announces each decision of the viewer at once,
 * with what happened in the turn before it.
 */
export function LogAnnouncer({ log: { turns, beginning }, match, picture, describe }: Props) {
  const { seat, seats: people } = match;
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
  const isAsked = picture?.isAsked === true;
  const asked = useAsked(turns, seat, isAsked ? { n: picture.n, words: describe() } : null);
  return (
    <Unseen>
      <span role="status">{asked}</span>
      <span role="log" aria-live="polite" aria-label={i18n._("Turns")}>
        {said.map(({ key, text }) => (
          <span key={key}>{text} </span>
        ))}
      </span>
    </Unseen>
  );
}

/** Returns what is said of the viewer's decision: it stands until the next one. */
function useAsked(
  turns: readonly LogTurn[],
  seat: string | null,
  decision: { readonly n: number; readonly words: string } | null,
) {
  const [asked, setAsked] = useState("");
  /** The newest line that was said, and the entry up to which the match was. */
  const told = useRef<string | undefined>(undefined);
  const askedAt = useRef<number | null>(null);
  const ask = useEffectEvent((n: number, words: string) => {
    askedAt.current = n;
    const news = newsFor(turns, seat, told.current);
    told.current = news.at(-1)?.key ?? told.current;
    const said = [...news.slice(-NEWS).map((line) => line.words), words].join(" ");
    // Screen readers say only what has changed.
    setAsked((before) => (before === said ? `${said}\u00a0` : said));
  });
  const { n = null, words = "" } = decision ?? {};
  useEffect(() => {
    // A decision comes a moment before the lines that led to it.
    if (n === null || n === askedAt.current) return undefined;
    return whenNoWindowIsOpen(() => ask(n, words));
  }, [n, words]);
  return asked;
}

/** Acts as soon as no window lies over the table: meanwhile screen readers say nothing of what is beneath. Returns a function that gives it up. */
function whenNoWindowIsOpen(act: () => void): () => void {
  const isFree = () => document.querySelector("dialog:modal") === null && !isWindowOpening();
  if (isFree()) {
    act();
    return () => {};
  }
  // Not every window that closes gives the focus back, and nothing else tells that it has gone.
  const timer = setInterval(() => {
    if (!isFree()) return;
    clearInterval(timer);
    act();
  }, LOOK_AGAIN);
  return () => clearInterval(timer);
}
