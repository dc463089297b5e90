import { saucerLimit } from "@flower-war/client-sdk/space-aztecs";
import { useEffect, useId, useState } from "react";
import { Drawing } from "../../../art/drawing.tsx";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import { areMotionsOn } from "../../../game-frame/motion/conditions.ts";
import { ModalWindow } from "../../../game-frame/table/modal-window.tsx";
import { useKeys } from "../../../base/use-keys.ts";
import { DayBar } from "./day-bar.tsx";
import { EffectPart } from "./effect-part.tsx";
import { saucersAfter } from "./effect-words.ts";
import styles from "./reveal.module.css";
import { RevealedCardPart } from "./revealed-card.tsx";
import type { OwnReveal } from "./use-reveal.ts";

/** ms that each card is shown. */
const CARD_TIME = 2000;

interface Props {
  readonly scene: SpaceAztecsScene;
  readonly reveal: OwnReveal;
  /** How many cards the viewer has seen before. */
  readonly from: number;
  readonly onClose: () => void;
}

/** The called times on the bar of the day, and the cards as they are played, one after the other. */
export function Reveal({ scene, reveal, from, onClose }: Props) {
  const id = useId();
  const { cards } = reveal;
  const open = cards.filter(({ card }) => card !== null).length;
  const last = Math.max(0, open - 1);
  const [at, setAt] = useState(() => (!areMotionsOn() ? last : Math.min(from, last)));
  const [held, setHeld] = useState(() => !areMotionsOn());
  const next = () => (at < last ? setAt(at + 1) : onClose());
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(next, CARD_TIME);
    return () => clearTimeout(timer);
  });
  useKeys({ h: () => setHeld(!held), " ": next }, true);
  const reader = readerFor(scene.seat, scene.people);
  const limit = saucerLimit(scene.view.table);
  const saucers = saucersAfter(reveal, at);
  const who = reader.nameOf(reveal.starting);
  return (
    <ModalWindow className={styles.window} labelledBy={id} onClose={onClose}>
      <div className={styles.head}>
        <span className={styles.medal}>
          <Drawing sheet="sisters" id="saucer" />
        </span>
        <div>
          <h2 id={id} tabIndex={-1}>
            {i18n._("The times are called")}
          </h2>
          <p role="alert">
            {i18n._("Round {round}.", { round: reveal.round })}{" "}
            {reveal.starting === scene.seat
              ? i18n._("You are the earliest: you take the token and play first, then clockwise.")
              : i18n._("{who} is the earliest, takes the token and plays first, then clockwise.", {
                  who,
                })}{" "}
            {saucers >= limit ? i18n._("This round is the last.") : null}
          </p>
        </div>
        <span
          className={styles.saucers}
          role="img"
          aria-label={i18n._("{played} of {limit} Saucers have come", { played: saucers, limit })}
        >
          {Array.from({ length: limit }, (_, index) => (
            <Drawing
              key={`${index}`}
              sheet="sisters"
              id="i-saucer"
              className={index < saucers ? styles.come : styles.toCome}
            />
          ))}
          <b>{i18n._("{played} of {limit}", { played: saucers, limit })}</b>
        </span>
      </div>
      <DayBar reveal={reveal} reader={reader} />
      <ol className={styles.cards}>
        {cards.map((card, index) => (
          <RevealedCardPart
            key={card.seat}
            revealed={card}
            own={card.seat === scene.seat ? (card.card ?? reveal.own) : null}
            place={index - at}
            order={index + 1}
            isStarting={card.seat === reveal.starting}
            reader={reader}
          />
        ))}
      </ol>
      <EffectPart scene={scene} revealed={cards[at]}>
        <p>{held ? i18n._("Paused.") : at < last ? i18n._("The next card in 2 s") : null}</p>
        <Button shortcut="H" aria-pressed={held} onClick={() => setHeld(!held)}>
          {held ? i18n._("Continue") : i18n._("Pause")}
        </Button>
        <Button tone="gold" shortcut={i18n._("Space")} onClick={next}>
          {at < last ? i18n._("Go on") : i18n._("To the table")}
        </Button>
      </EffectPart>
    </ModalWindow>
  );
}
