import {
  type Card,
  cardWords,
  chooseConditions,
  conditionSentence,
} from "@flower-war/client-sdk/space-aztecs";
import type { ReactNode } from "react";
import { Dialog } from "../../../design/parts/dialog.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor, say, texts } from "../texts.ts";
import { CardPicture } from "./card.tsx";
import styles from "./inspector.module.css";

interface Props {
  readonly scene: SpaceAztecsScene;
  readonly card: Card;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** A card to read: its whole rule, and what has to hold so that it can be chosen. */
export function Inspector({ scene, card, actions, onClose }: Props) {
  const words = cardWords(card, texts());
  return (
    <Dialog title={words.name} onClose={onClose}>
      <div className={styles.body}>
        <CardPicture card={card} large />
        <div className={styles.page}>
          <p className={styles.kind}>
            {[words.kind, ...(words.set === null ? [] : [words.set]), words.time].join(", ")}
          </p>
          <p>{say(words.rule)}</p>
          <p>{texts().things.time.about}</p>
          <Conditions scene={scene} card={card} />
          <div className={styles.actions}>{actions}</div>
        </div>
      </div>
    </Dialog>
  );
}

/** Every condition with its mark, for cards of the viewer's pile. */
function Conditions({ scene: { view, seat, people }, card }: { scene: SpaceAztecsScene; card: Card }) {
  if (!view.pile.includes(card)) return null;
  const reader = readerFor(seat, people);
  return (
    <ul className={styles.conditions}>
      {chooseConditions(view, card).map((condition) => (
        <li key={condition.code}>
          <span className={condition.met ? styles.yes : styles.no} aria-hidden="true">
            {condition.met ? "✓" : "✕"}
          </span>
          <span>
            <Unseen>{condition.met ? i18n._("Yes:") : i18n._("No:")}</Unseen>{" "}
            {say(conditionSentence(condition, texts(), reader))}
          </span>
        </li>
      ))}
    </ul>
  );
}
