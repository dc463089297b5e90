import { cardWords, commandWords } from "@flower-war/client-sdk/flower-war";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { Choices } from "./choices.tsx";

/** A decision whose answer is a target: how far to go, whom to challenge, whom a Day card meets. */
export function AimAction(props: ActionProps) {
  const { scene, handling } = props;
  const { aimed, send, busy } = handling;
  const { card } = scene.view.table.awaiting ?? {};
  const pass = scene.legal.some(({ type }) => type === "pass");
  const words =
    aimed === null ? null : commandWords(aimed, scene.view, texts(), readerFor(scene.seat, scene.people));
  return (
    <div className={styles.aim}>
      <div className={styles.aims}>
        {card === undefined ? null : <p className={styles.aside}>{say(cardWords(card, texts()).short)}.</p>}
        <Choices {...props} />
      </div>
      <div className={styles.buttons}>
        <Button
          tone="go"
          className={styles.confirm}
          aria-disabled={aimed === null || busy}
          onClick={() => {
            if (aimed !== null) send(aimed);
          }}
        >
          {words === null ? (
            i18n._("Choose on the board")
          ) : (
            <span>
              {say(words.button)}
              {card === undefined ? <small>{say(words.does)}</small> : null}
            </span>
          )}
        </Button>
        {pass ? (
          <Button shortcut="P" aria-disabled={busy} onClick={() => send({ type: "pass" })}>
            {i18n._("Challenge nobody")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
