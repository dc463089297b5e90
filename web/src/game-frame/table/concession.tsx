import { Button } from "../../design/parts/button.tsx";
import { Dialog } from "../../design/parts/dialog.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./concession.module.css";

/** What follows if the viewer concedes. */
export interface Consequences {
  /** What else becomes of what they have in this game, as sentences. */
  readonly losses: readonly string[];
  /** The winner by the concession: the name of the only other seat in play; `null`: several play on. */
  readonly winner: string | null;
}

/** How the viewer can concede. */
export interface Concession extends Consequences {
  /** Whether a command is on its way. */
  readonly busy: boolean;
  readonly concede: () => void;
}

/** Returns how the viewer of a table can concede. @param consequences `null`: they have nothing to concede */
export function concessionOf<Command extends { readonly type: string }>(
  consequences: Consequences | null,
  legal: readonly Command[],
  { busy, send }: { readonly busy: boolean; readonly send: (command: Command) => void },
): Concession | null {
  const command = legal.find(({ type }) => type === "concede");
  if (consequences === null || command === undefined) return null;
  return { ...consequences, busy, concede: () => send(command) };
}

/** Asks once more before the viewer concedes, and says what follows from it. */
export function ConcedeQuestion({
  losses,
  winner,
  busy,
  concede,
  onClose,
}: Concession & { readonly onClose: () => void }) {
  const confirm = () => {
    if (busy) return;
    concede();
    onClose();
  };
  return (
    <Dialog title={i18n._("Concede the match?")} onClose={onClose}>
      <ul className={styles.losses}>
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
        <li>
          {winner === null
            ? i18n._("The others play on, and you can watch. This cannot be undone.")
            : i18n._("{winner} wins at once. This cannot be undone.", { winner })}
        </li>
      </ul>
      <div className={styles.answers}>
        <Button tone="go" aria-disabled={busy} onClick={confirm}>
          {i18n._("Concede")}
        </Button>
        <Button onClick={onClose}>{i18n._("Play on")}</Button>
      </div>
    </Dialog>
  );
}
