import { type Card, cardAtTime, placeName } from "@flower-war/client-sdk/space-aztecs";
import { useEffect, useRef } from "react";
import { CardRow, swipeToMiddle } from "../../game-frame/hand/card-row.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { placeOf } from "./cities.ts";
import { CardBack, CardButton, CardPicture } from "./cards.tsx";
import { texts } from "./texts.ts";
import type { TablePart } from "./handling.ts";
import styles from "./hand.module.css";
import { Button } from "../../design/parts/button.tsx";

declare module "react" {
  interface CSSProperties {
    /** How many cards a card of a fan is right of the middle, below 0 if left. */
    readonly "--lean"?: number;
  }
}

/** Returns what the viewer holds; `null`: they watch, or hold nothing and the match is over. */
export function hand({ scene, handling }: TablePart) {
  const { seat, pile, chosen } = scene.view;
  const isEmpty = pile.length === 0 && chosen === null;
  return seat === null || (isEmpty && scene.awaiting.length === 0) ? null : (
    <Hand scene={scene} handling={handling} />
  );
}

/** The pile that the viewer holds, by time, or the card that they set aside. On phones the pile is a row to swipe. */
function Hand({ scene, handling }: Pick<TablePart, "scene" | "handling">) {
  const { pile, chosen, table, seat } = scene.view;
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (pile.length > 0) swipeToMiddle(row);
  }, [pile]);
  const place = placeOf(table, seat);
  if (pile.length === 0 || place === null) {
    return <ChosenCard card={chosen} onRead={(reading) => handling.point({ reading })} />;
  }
  return (
    <section
      className={styles.hand}
      aria-label={i18n._("The pile you hold, {place}, {n, plural, one {# card} other {# cards}}, by time", {
        place: placeName(place, texts()),
        n: pile.length,
      })}
    >
      <CardRow ref={row} className={styles.cards}>
        {pile.map((card, index) => (
          <li key={card} style={{ "--lean": index - (pile.length - 1) / 2 }}>
            <CardButton
              card={card}
              chosen={card === handling.card}
              shortcut={index < 9 ? String(index + 1) : undefined}
              onClick={() => handling.chooseCard(card)}
            />
          </li>
        ))}
      </CardRow>
      <Unseen>{i18n._("Keys 1 to 9 choose a card. A chosen card pressed again is read.")}</Unseen>
    </section>
  );
}

interface ChosenCardProps {
  /** `null`: the viewer has no card set aside. */
  readonly card: Card | null;
  readonly onRead: (card: Card) => void;
}

/** The card that the viewer set aside, which only they see; or why they hold none. */
function ChosenCard({ card, onRead }: ChosenCardProps) {
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
