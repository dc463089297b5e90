import { type Card, cardAtTime } from "@flower-war/client-sdk/space-aztecs";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { CardBack, CardPicture } from "../cards/card.tsx";
import { texts } from "../texts.ts";
import styles from "./hand.module.css";

interface Props {
  /** `null`: the viewer has no card set aside. */
  readonly card: Card | null;
  readonly onRead: (card: Card) => void;
}

/** The card that the viewer set aside, which only they see; or why they hold none. */
export function ChosenCard({ card, onRead }: Props) {
  if (card === null) {
    return (
      <section className={styles.hand} aria-label={i18n._("The pile you hold")}>
        <p className={styles.empty}>
          {i18n._("You hold no pile now. When piles are taken, choose one on the sundial.")}
        </p>
      </section>
    );
  }
  return (
    <section className={`${styles.hand} ${styles.aside}`} aria-label={i18n._("Your card, set aside")}>
      <CardPicture card={card} />
      <CardBack own />
      <div className={styles.words}>
        <h2>{cardAtTime(card, texts())}</h2>
        <p>
          {i18n._("Set aside face down: only you know it. The rest of the pile lies at its place again.")}
        </p>
        <Button className={styles.read} onClick={() => onRead(card)}>
          {i18n._("Read it")}
        </Button>
      </div>
    </section>
  );
}
