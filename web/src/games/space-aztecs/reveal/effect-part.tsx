import { kindOf } from "@flower-war/client-sdk/space-aztecs";
import type { ReactNode } from "react";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import { SeatSign } from "../../../session/seat-sign.tsx";
import { setClass } from "../cards/card-art.ts";
import { SmallCard } from "../cards/small-card.tsx";
import { printNumber } from "../numbers.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import { effectWords, titleOf } from "./effect-words.ts";
import styles from "./reveal.module.css";
import type { RevealedCard } from "./reveal-of.ts";

interface Props {
  readonly scene: SpaceAztecsScene;
  readonly revealed: RevealedCard | undefined;
  /** The buttons. */
  readonly children: ReactNode;
}

/** What the shown card does: a picture of it, what happens in words, and how the points change. */
export function EffectPart({ scene, revealed, children }: Props) {
  if (revealed === undefined) return null;
  const reader = readerFor(scene.seat, scene.people);
  const changed = revealed.points.filter(({ before, after }) => before !== after);
  return (
    <div className={styles.effect}>
      <Picture key={revealed.seat} revealed={revealed} />
      <div className={styles.words}>
        <h3>{titleOf(revealed)}</h3>
        <p aria-live="polite">{effectWords(revealed, reader)}</p>
        <ul className={styles.points} aria-label={i18n._("Points")}>
          {changed.map(({ seat, before, after }) => (
            <li key={seat}>
              <SeatSign seat={seat} size="small" />
              <span>{seat === scene.seat ? i18n._("You") : reader.nameOf(seat)}</span>
              <b className={after > before ? styles.better : styles.worse}>
                {printNumber(before)} → {printNumber(after)}
              </b>
            </li>
          ))}
        </ul>
        <div className={styles.buttons}>{children}</div>
      </div>
    </div>
  );
}

/** How long the Saucer takes for each card; CSS, for it goes with the viewer's speed. */
const ABDUCTION = "320ms * var(--tempo)";

/** Decoration: the Saucer over those that it takes, or the card's city at night. */
function Picture({ revealed: { card, effect } }: { revealed: RevealedCard }) {
  const isSaucer = card !== null && kindOf(card) === "saucer";
  const cards = effect === null ? [] : [...effect.took.map(({ card: taken }) => taken), ...effect.covers];
  return (
    <div className={styles.sky} aria-hidden="true">
      {isSaucer ? <span className={styles.beam} /> : null}
      {card === null ? null : (
        <Drawing
          sheet="sisters"
          id={isSaucer ? "saucer" : kindOf(card) === "temple" || effect?.under ? "temple" : "token"}
          className={`${styles.thing} ${styles[setClass(card)]}`}
        />
      )}
      <div className={styles.victims}>
        {cards.map((each, index) => (
          <span key={each} style={{ animationDelay: `calc(${index} * ${ABDUCTION})` }}>
            <SmallCard card={each} />
            <Owner effect={effect} card={each} />
          </span>
        ))}
        {card !== null && !isSaucer && kindOf(card) !== "temple" ? <SmallCard card={card} /> : null}
      </div>
    </div>
  );
}

function Owner({ effect, card }: { effect: RevealedCard["effect"]; card: string }) {
  const from = effect?.took.find((each) => each.card === card)?.from;
  return from === undefined ? null : <SeatSign seat={from} size="small" />;
}
