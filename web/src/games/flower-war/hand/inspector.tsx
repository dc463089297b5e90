import {
  type Card,
  cardConditions,
  cardFace,
  cardWords,
  conditionSentence,
  costOf,
  costSentence,
  dayOf,
} from "@flower-war/client-sdk/flower-war";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { Button } from "../../../design/parts/button.tsx";
import { Dialog } from "../../../design/parts/dialog.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { Conditions } from "../../../game-frame/hand/conditions.tsx";
import { type FlowerWarScene, readerFor, say, texts } from "../texts.ts";
import { CardPicture } from "./card.tsx";
import styles from "./inspector.module.css";

interface Props {
  readonly scene: FlowerWarScene;
  readonly card: Card;
  /** Play and Discard, if the card is in the viewer's hand. */
  readonly actions: ReactNode;
  /** Shows the card so many places further in the hand; left out: there are no others. */
  readonly onStep?: (places: 1 | -1) => void;
  readonly onClose: () => void;
}

/** A card to read: its drawing, its whole rule, and what has to hold so that it can be played. */
export function Inspector({ scene, card, actions, onStep, onClose }: Props) {
  const words = cardWords(card, texts());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") onStep?.(1);
    if (event.key === "ArrowLeft") onStep?.(-1);
  };
  return (
    <Dialog title={words.name} onClose={onClose} className={styles.inspector}>
      <div className={styles.body} onKeyDown={onKeyDown}>
        <CardPicture card={card} size="large" cost={costNow(scene, card)} />
        <div className={styles.page}>
          <Facts scene={scene} card={card} />
          <PlayConditions scene={scene} card={card} />
          <p className={styles.about}>
            {words.deck}
            {dayOf(card) === null ? `, ${say(words.copies)}` : ""}. {words.about}.
          </p>
          <div className={styles.actions}>
            {onStep === undefined ? null : (
              <>
                <Button onClick={() => onStep(-1)} shortcut="←">
                  <Unseen>{i18n._("Previous card")}</Unseen>
                </Button>
                <Button onClick={() => onStep(1)} shortcut="→">
                  <Unseen>{i18n._("Next card")}</Unseen>
                </Button>
              </>
            )}
            {actions}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function Facts({ scene, card }: { scene: FlowerWarScene; card: Card }) {
  const words = cardWords(card, texts());
  const cost = costSentence(card, costNow(scene, card) ?? 0, texts());
  return (
    <dl className={styles.facts}>
      {cost === null ? null : (
        <>
          <dt>{i18n._("Cost")}</dt>
          <dd>{say(cost)}</dd>
        </>
      )}
      <dt>{i18n._("When")}</dt>
      <dd>{words.time.rule}</dd>
      <dt>{i18n._("Effect")}</dt>
      <dd>{say(words.rule)}</dd>
    </dl>
  );
}

/** What a card costs as the rules stand now; `null`: it is never paid for. */
function costNow({ view }: FlowerWarScene, card: Card): number | null {
  return cardFace(card).cost === null ? null : costOf(view.table, card);
}

/** What has to hold so that a card can be played; nothing for cards that are never played. */
function PlayConditions({ scene, card }: { scene: FlowerWarScene; card: Card }) {
  const id = useId();
  const conditions = cardConditions(scene.view, card);
  const { time } = cardFace(card);
  if (scene.view.seat === null || time === "sign" || time === "day") return null;
  const reader = readerFor(scene);
  const met = conditions.every((condition) => condition.met);
  return (
    <section className={met ? styles.now : styles.notNow} aria-labelledby={id}>
      <h3 id={id}>{met ? i18n._("You can play it now") : i18n._("Why not now")}</h3>
      <Conditions
        conditions={conditions}
        describe={(condition) => say(conditionSentence(condition, texts(), reader))}
      />
    </section>
  );
}
