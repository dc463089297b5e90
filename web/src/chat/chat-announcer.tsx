import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Unseen } from "../design/parts/panel.tsx";
import { i18n } from "../texts/index.ts";
import { wordsOf } from "./chat-sheet.tsx";
import { useTalk } from "./table-talk.ts";

/** ms in which lines are announced together. */
const PAUSE = 1_500;
/** More than so many lines at a time are announced by their number alone. */
const MOST = 3;

/** Announces to screen readers what others say, each line once, and many at a time as their number. */
export function ChatAnnouncer<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { lines, past, cameAt, isOwn } = useTalk(match);
  const [announced, setAnnounced] = useState<{ readonly last: number; readonly texts: readonly string[] }>({
    last: 0,
    texts: [],
  });
  const known = Math.max(cameAt, announced.last);
  const fresh = past === "read" ? lines.filter((line) => line.n > known && !isOwn(line)) : [];
  const last = fresh.at(-1)?.n ?? 0;
  useEffect(() => {
    if (last === 0) return undefined;
    const timer = setTimeout(() => {
      const texts =
        fresh.length > MOST
          ? [i18n._("{count} new lines in the chat", { count: fresh.length })]
          : fresh.map((line) => `${line.name}: ${wordsOf(line)}`);
      setAnnounced({ last, texts });
    }, PAUSE);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lines follow from the last one's number
  }, [last]);
  return (
    <Unseen>
      <span role="log" aria-live="polite" aria-label={i18n._("Chat")}>
        {announced.texts.map((text) => (
          <span key={`${announced.last} ${text}`}>{text} </span>
        ))}
      </span>
    </Unseen>
  );
}
