import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useId, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Unseen } from "../design/parts/panel.tsx";
import { Sheet } from "../design/parts/sheet.tsx";
import { TwoLines } from "../design/parts/two-lines.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import { ChatPanel, drawingOf, isReaction } from "./chat-panel.tsx";
import styles from "./chat-sheet.module.css";
import { useTalk } from "./table-talk.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Shows the last line on the button. */
  readonly preview?: boolean;
}

/** On phones: a button with the number of unread lines, which opens the chat as a sheet. */
export function ChatSheet<G extends GameName>({ match, preview = false }: Props<G>) {
  const { lines, unread } = useTalk(match);
  const [open, setOpen] = useState(false);
  const id = useId();
  const last = preview ? lines.at(-1) : undefined;
  return (
    <>
      <Button className={`${styles.open} ${preview ? styles.wide : ""}`} popoverTarget={id}>
        <Unseen>
          {unread === 0
            ? i18n._("Chat")
            : i18n._("Chat, {unread, plural, one {# unread line} other {# unread lines}}", { unread })}
        </Unseen>
        {last?.seat === undefined || last.seat === null ? (
          <Icon id="speech" />
        ) : (
          <SeatSign seat={last.seat} size="small" />
        )}
        {preview ? (
          <TwoLines>
            {last === undefined ? (
              <span aria-hidden="true">{i18n._("Chat")}</span>
            ) : (
              `${last.name}: ${wordsOf(last)}`
            )}
          </TwoLines>
        ) : null}
        {unread === 0 ? null : (
          <span className={styles.unread} aria-hidden="true">
            {unread}
          </span>
        )}
      </Button>
      <Sheet id={id} label={i18n._("Chat")} className={styles.sheet} onToggle={setOpen}>
        {open ? <ChatPanel match={match} /> : null}
      </Sheet>
    </>
  );
}

/** Returns what a line says, a reaction too. */
export function wordsOf({ text, reaction }: { readonly text: string; readonly reaction: string }): string {
  return isReaction(reaction) ? drawingOf(reaction).label : text;
}

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
