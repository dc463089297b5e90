import type { GameName, Match } from "@flower-war/client-sdk";
import { useId, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Unseen } from "../design/parts/panel.tsx";
import { Sheet } from "../design/parts/sheet.tsx";
import { TwoLines } from "../design/parts/two-lines.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import { ChatPanel } from "./chat-panel.tsx";
import styles from "./chat-sheet.module.css";
import { drawingOf, isReaction } from "./reactions.ts";
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
