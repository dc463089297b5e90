import {
  type Card,
  cardName,
  eventSentences,
  kindOf,
  saucerLimit,
  type Seat,
} from "@flower-war/client-sdk/space-aztecs";
import { type ReactNode, useEffect, useState } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { Medal } from "../../design/parts/medal.tsx";
import { Button } from "../../design/parts/button.tsx";
import { i18n } from "../../texts/index.ts";
import { readerFor, sayAll, type SpaceAztecsScene, texts } from "./texts.ts";
import { eventOf } from "./cities.ts";
import { areMotionsOn } from "../../game-frame/motion/conditions.ts";
import { ModalWindow } from "../../game-frame/table/modal-window.tsx";
import { useKeys } from "../../base/use-keys.ts";
import styles from "./reveal.module.css";
import { type OwnReveal, partOfDay, type Reveal, type RevealedCard } from "./reveal.ts";
import type { Reader } from "@flower-war/client-sdk/texts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { CardBack, CardPicture, setColours, SmallCard } from "./cards.tsx";
import { printNumber } from "./card-art.ts";

/** ms that each card is shown. */
const CARD_TIME = 2000;

interface RevealProps {
  readonly scene: SpaceAztecsScene;
  readonly reveal: OwnReveal;
  /** How many cards the viewer has seen before. */
  readonly from: number;
  readonly onClose: () => void;
}

/** The called times on the bar of the day, and the cards as they are played, one after the other. */
export function Reveal({ scene, reveal, from, onClose }: RevealProps) {
  const { cards } = reveal;
  const open = cards.filter(({ card }) => card !== null).length;
  const last = Math.max(0, open - 1);
  const [at, setAt] = useState(() => Math.min(from, last));
  const [held, setHeld] = useState(() => !areMotionsOn());
  const next = () => (at < last ? setAt(at + 1) : onClose());
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(next, CARD_TIME);
    return () => clearTimeout(timer);
  });
  useKeys({ h: () => setHeld(!held), " ": next }, true);
  const reader = readerFor(scene);
  const limit = saucerLimit(scene.view.table);
  const saucers = saucersAfter(reveal, at);
  const who = reader.nameOf(reveal.starting);
  const ending = reveal.endsByPiles ? "piles" : saucers >= limit ? "saucers" : null;
  return (
    <ModalWindow
      title={i18n._("The times are called")}
      lead={
        <span role="alert">
          <span className={styles.begun}>
            {i18n._("Round {round}.", { round: reveal.round })}{" "}
            {reveal.starting === scene.seat
              ? i18n._("You are the earliest: you take the token and play first, then clockwise.")
              : i18n._("{who} is the earliest, takes the token and plays first, then clockwise.", {
                  who,
                })}{" "}
          </span>
          {ending === null ? null : `${texts().outcomes[ending]}. ${i18n._("This round is the last.")}`}
        </span>
      }
      icon={
        <Medal className={styles.medal}>
          <Drawing sheet="sisters" id="saucer" />
        </Medal>
      }
      aside={<SaucerCount played={saucers} limit={limit} />}
      className={styles.window}
      onClose={onClose}
    >
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

/** How many Saucers have come, of those that end the world. */
function SaucerCount({ played, limit }: { readonly played: number; readonly limit: number }) {
  return (
    <span
      className={styles.saucers}
      role="img"
      aria-label={i18n._("{played} of {limit} Saucers have come", { played, limit })}
    >
      {Array.from({ length: limit }, (_, index) => (
        <Drawing
          key={index}
          sheet="sisters"
          id="i-saucer"
          className={index < played ? undefined : styles.toCome}
        />
      ))}
      <b>{i18n._("{played} of {limit}", { played, limit })}</b>
    </span>
  );
}

const HOURS = [0, 6, 12, 18, 24];

/** Every card's time on the day from midnight to midnight. */
function DayBar({ reveal: { cards, starting }, reader }: { reveal: Reveal; reader: Reader<Seat> }) {
  const times = cards.map(({ seat, time }) => `${reader.nameOf(seat)} ${time}`).join(", ");
  return (
    <div className={styles.day} role="img" aria-label={i18n._("Times: {times}", { times })}>
      {HOURS.map((hour) => (
        <i key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
          {String(hour).padStart(2, "0")}:00
        </i>
      ))}
      {cards.map(({ seat, time }) => (
        <span
          key={seat}
          className={seat === starting ? styles.first : undefined}
          style={{ left: `${partOfDay(time) * 100}%` }}
        >
          <SeatSign seat={seat} />
        </span>
      ))}
    </div>
  );
}

interface RevealedCardPartProps {
  readonly revealed: RevealedCard;
  /** The viewer's card, if it is theirs. */
  readonly own: Card | null;
  /** How many cards after the shown one it is played; below 0: before. */
  readonly place: number;
  readonly order: number;
  readonly isStarting: boolean;
  readonly reader: Reader<Seat>;
}

/** A seat's card: its time, and its face once it is played. */
function RevealedCardPart({ revealed, own, place, order, isStarting, reader }: RevealedCardPartProps) {
  const { seat, time, card } = revealed;
  const isOpen = card !== null && place <= 0;
  return (
    <li
      className={`${styles.revealed} ${place === 0 ? styles.now : ""}`}
      aria-current={place === 0 ? "step" : undefined}
    >
      <div className={styles.who}>
        <SeatSign seat={seat} />
        <div>
          <h3>{seat === reader.seat ? i18n._("You") : reader.nameOf(seat)}</h3>
          <small>{placeWords(place)}</small>
        </div>
        {isStarting ? (
          <Drawing sheet="sisters" id="token" className={styles.token} label={i18n._("has the token")} />
        ) : (
          <b className={styles.order}>{order}</b>
        )}
      </div>
      <div className={`${styles.card} ${isOpen ? styles.open : ""}`}>
        {isOpen ? <CardPicture card={card} /> : <CardBack own={own !== null} />}
        <strong className={styles.time}>{time}</strong>
        <span className={styles.known}>
          {isOpen
            ? cardName(card, texts())
            : own === null
              ? i18n._("face down")
              : i18n._("{card}, only you know", { card: cardName(own, texts()) })}
        </span>
      </div>
    </li>
  );
}

function placeWords(place: number): string {
  if (place < 0) return i18n._("played");
  if (place === 0) return i18n._("plays now");
  return place === 1 ? i18n._("next") : i18n._("later");
}

interface EffectPartProps {
  readonly scene: SpaceAztecsScene;
  readonly revealed: RevealedCard | undefined;
  /** The buttons. */
  readonly children: ReactNode;
}

/** What the shown card does: a picture of it, what happens in words, and how the points change. */
function EffectPart({ scene, revealed, children }: EffectPartProps) {
  if (revealed === undefined) return null;
  const reader = readerFor(scene);
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
    <div className={styles.sky} style={card === null ? undefined : setColours(card)} aria-hidden="true">
      {isSaucer ? <span className={styles.beam} /> : null}
      {card === null ? null : (
        <Drawing
          sheet="sisters"
          id={isSaucer ? "saucer" : kindOf(card) === "temple" || effect?.under ? "temple" : "token"}
          className={styles.thing}
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

/** What a card did, in the words of the log. */
function effectWords({ seat, card, effect }: RevealedCard, reader: Reader<Seat>): string {
  if (card === null) return i18n._("It is played when it is turned up.");
  if (effect === null) {
    return seat === reader.seat
      ? i18n._("You decide what happens to it: close this window.")
      : i18n._("{who} decides what happens to it.", { who: reader.nameOf(seat) });
  }
  return sayAll(eventSentences(eventOf(seat, card, effect), texts(), reader));
}

/** The name of the shown card, as a heading. */
export const titleOf = ({ card }: RevealedCard): string =>
  card === null ? i18n._("Face down") : cardName(card, texts());

/** How many Saucers have come once the card at an index is turned up. */
function saucersAfter({ cards, saucersBefore }: Reveal, at: number): number {
  const shown = cards.slice(0, at + 1);
  return saucersBefore + shown.filter(({ card }) => card !== null && kindOf(card) === "saucer").length;
}
