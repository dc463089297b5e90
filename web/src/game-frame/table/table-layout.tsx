import { createContext, type ReactNode, use, useEffect, useRef } from "react";
import { Sheet } from "../../design/parts/sheet.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./table-layout.module.css";
import { Button } from "../../design/parts/button.tsx";
import { TwoLines } from "../../design/parts/two-lines.tsx";
import { SeatSign } from "../../session/seat-sign.tsx";
import { isWindowOpening } from "../../design/parts/dialog.tsx";

/** The element that holds the side; on phones a sheet to open with `showPopover()`. */
export const SIDE_ID = "table-side";

/** The element that holds the action; the focus goes there when it has nowhere else to be. */
const ACTION_ID = "table-action";

interface Props {
  readonly className?: string | undefined;
  /** The game's name. */
  readonly title: ReactNode;
  readonly players: ReactNode;
  readonly board: ReactNode;
  /** Whether the board does not show all yet that is known. */
  readonly moving: boolean;
  /** What stands in the board's corners: die, countdown, decks, supply. */
  readonly notes?: ReactNode;
  /** Buttons of the match: code, rules, menu. */
  readonly menu: ReactNode;
  /** The selected thing in words, the log, the chat. */
  readonly side: ReactNode;
  /** `null`: the viewer holds nothing, and the action has the whole dock. */
  readonly hand: ReactNode;
  readonly action: ReactNode;
}

/**
 * The places of a table. From 1,000 px: players, board and side above, the dock with hand and action below; nothing
 * scrolls. Narrower: one column with the action fixed at the lower edge, and the side as a sheet.
 */
export function TableLayout(props: Props) {
  const { className = "", title, players, board, moving, notes, menu, side, hand, action } = props;
  return (
    <div className={`${styles.table} ${className}`}>
      <div className={styles.top}>
        <header className={styles.title}>{title}</header>
        <nav className={styles.menu} aria-label={i18n._("Match")}>
          {menu}
        </nav>
      </div>
      <section className={styles.players} aria-label={i18n._("Players")}>
        {players}
      </section>
      <main className={styles.board} aria-busy={moving}>
        {board}
        {notes}
      </main>
      <Sheet id={SIDE_ID} label={i18n._("Beside the board")} className={styles.side}>
        {side}
      </Sheet>
      <OpenLog sheet={SIDE_ID} />
      <div className={hand === null ? styles.narrowDock : styles.dock}>
        {hand === null ? null : <div className={styles.hand}>{hand}</div>}
        <div className={styles.action} id={ACTION_ID} tabIndex={-1}>
          {action}
        </div>
      </div>
    </div>
  );
}

/** On phones: what happened last, and the button that opens the sheet with log and more. */
function OpenLog({ sheet }: { readonly sheet: string }) {
  const last = use(LastLineContext);
  return (
    <Button className={styles.open} popoverTarget={sheet}>
      {last === null ? null : (
        <>
          <SeatSign seat={last.seat} size="small" />
          <TwoLines>{last.words}</TwoLines>
        </>
      )}
      <span className={styles.log}>{last === null ? i18n._("Log and more") : i18n._("Log")}</span>
    </Button>
  );
}

/** The newest line of the log. */
interface LastLine {
  /** `null`: the judge's. */
  readonly seat: string | null;
  readonly words: string;
}

/** The newest line of the match's log, for tables whose log is in a sheet; `null`: there is none. */
export const LastLineContext = createContext<LastLine | null>(null);

const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";

/**
 * Moves the focus to the action when the element that had it has gone, for example the button of a decision that is made.
 * A click beside everything gives the focus up on purpose, and nothing happens.
 */
export function useFocusKept(): void {
  const held = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    held.current = document.activeElement !== document.body;
    document.addEventListener("focusin", () => (held.current = true), { signal: stop.signal });
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (target instanceof Element && target.closest(FOCUSABLE) === null) held.current = false;
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, []);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    // A window that opens takes the focus itself.
    if (held.current && lost && !isWindowOpening())
      document.getElementById(ACTION_ID)?.focus({ preventScroll: true });
  });
}
