import { cardName } from "@flower-war/client-sdk/flower-war";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";

/** A card that the viewer has to discard: chosen in the hand, then confirmed. */
export function DiscardAction({ handling: { held, send, busy } }: ActionProps) {
  if (held === null) return <p className={styles.aside}>{i18n._("Choose the card in your hand.")}</p>;
  return (
    <div className={styles.buttons}>
      <Button
        tone="go"
        className={styles.large}
        aria-disabled={busy}
        onClick={() => send({ type: "discard-card", card: held.id })}
      >
        {i18n._("Discard {card}", { card: cardName(held.card, texts()) })}
      </Button>
    </div>
  );
}
