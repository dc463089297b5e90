import { type Card as CardId, cardFace, cardWords, dayOf } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { Medal } from "../../../design/parts/medal.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { say, texts } from "../texts.ts";
import frame from "../../../game-frame/hand/card.module.css";
import styles from "./card.module.css";

/** `hand`: upright. `narrow`: cost, drawing and name. `wide`: lying, for played cards. `large`: for reading. */
export type CardSize = "hand" | "narrow" | "wide" | "large";

interface FaceProps {
  readonly card: CardId;
  readonly size: CardSize;
  /** What it costs now; left out: the printed cost. `null`: a sign. */
  readonly cost?: number | null;
  readonly state?: "playable" | "not-now" | "idle";
  readonly reason?: string | null;
  readonly chosen?: boolean;
}

/** The number of cards in a hand from which they are drawn narrow. */
export const MANY_CARDS = 9;

/** The classes of a card in a state. */
export function cardClass({ card, size, state = "idle", chosen = false }: FaceProps): string {
  const { deck, time } = cardFace(card);
  return [
    frame.card,
    styles.card,
    styles[deck],
    styles[size],
    isSign(card) ? styles.sign : "",
    time === "turn-lingers" ? styles.lingers : "",
    state === "playable" ? frame.lit : "",
    state === "not-now" ? styles.notNow : "",
    chosen ? styles.chosen : "",
  ].join(" ");
}

/** What is printed on a card: cost, deck and drawing above; name, time and effect below. */
export function CardFace({ card, cost, state = "idle", reason = null }: FaceProps) {
  const { deck, cost: printed } = cardFace(card);
  const words = cardWords(card, texts());
  const day = dayOf(card);
  const paid = cost === undefined ? printed : cost;
  return (
    <>
      <span className={`${frame.picture} ${styles.picture}`}>
        {day === null ? (
          <Drawing sheet="cards" id={card} className={styles.drawing} />
        ) : (
          <>
            <Drawing sheet="cards" id={`n-${day.number}`} className={styles.numeral} />
            <Medal>
              <Drawing sheet="signs" id={day.sign} />
            </Medal>
          </>
        )}
        {day === null ? (
          <span className={styles.cost}>
            {isSign(card) ? (
              i18n._("Sign")
            ) : (
              <>
                <Drawing sheet="marks" id="skull" label={i18n._("costs")} />
                {paid}
              </>
            )}
          </span>
        ) : null}
        {day === null ? <Drawing sheet="marks" id={deck} className={styles.deck} label={words.deck} /> : null}
      </span>
      <b className={words.name.length > LONG_NAME && !words.name.includes(" ") ? styles.long : undefined}>
        {words.hyphenated}
      </b>
      <i>{words.time.short}</i>
      <span className={styles.effect}>{say(words.short)}</span>
      {state === "playable" ? <Unseen> {i18n._("Can be played now.")}</Unseen> : null}
      {state === "not-now" && reason !== null ? <span className={styles.reason}>{reason}</span> : null}
    </>
  );
}

/** Longer names are set smaller. */
const LONG_NAME = 13;

/** A card that is only looked at. */
export function CardPicture(props: FaceProps) {
  return (
    <div className={cardClass(props)}>
      <CardFace {...props} />
    </div>
  );
}

interface ButtonProps extends FaceProps {
  readonly onClick: () => void;
  /** The card's place in the hand, from 1, which is its key; left out: it has none. */
  readonly place?: number;
  readonly pressed?: boolean;
}

/** A card that is chosen with a click. */
export function CardButton({ onClick, place, pressed, ...face }: ButtonProps) {
  const shortcut = place !== undefined && place <= 9 ? String(place) : undefined;
  return (
    <button
      type="button"
      className={cardClass(face)}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      data-tip={cardTip(face)}
      data-card={face.card}
      onClick={onClick}
    >
      <CardFace {...face} />
    </button>
  );
}

function cardTip({ card, reason = null, state }: FaceProps): string {
  const words = cardWords(card, texts());
  return [
    words.name,
    say(words.rule),
    ...(state === "not-now" && reason !== null ? [i18n._("Not now: {reason}.", { reason })] : []),
  ].join("\n");
}

const isSign = (card: CardId): boolean => cardFace(card).time === "sign";
