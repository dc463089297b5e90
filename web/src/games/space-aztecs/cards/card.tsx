import { type Card as CardId, cardWords } from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../../art/drawing.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { say, texts } from "../texts.ts";
import styles from "./card.module.css";
import { artOf, isPale, setClass } from "./card-art.ts";
import { printedPoints } from "./printed.ts";

interface FaceProps {
  readonly card: CardId;
  /** The key that chooses it. */
  readonly shortcut?: string | undefined;
}

/** The classes of a card. */
export function cardClass(card: CardId, chosen = false, large = false): string {
  return [
    styles.card,
    styles[setClass(card)],
    isPale(card) ? styles.pale : "",
    chosen ? styles.chosen : "",
    large ? styles.large : "",
  ].join(" ");
}

/** What is printed on a card: time, drawing and points above; name, kind and set, and effect below. */
export function CardFace({ card, shortcut }: FaceProps) {
  const { name, kind, set, time, short } = cardWords(card, texts());
  const points = printedPoints(card);
  return (
    <>
      <b>{name}</b>
      <i>{set === null ? kind : `${kind}, ${set}`}</i>
      <span className={styles.picture}>
        <Drawing {...artOf(card)} className={styles.drawing} />
        <span className={styles.time}>
          <Unseen>{i18n._("time")} </Unseen>
          {time}
        </span>
        {points === null ? null : (
          <span className={styles.points}>
            <Unseen>{i18n._("points")} </Unseen>
            {points}
          </span>
        )}
        {shortcut === undefined ? null : (
          <kbd className={styles.key} aria-hidden="true">
            {shortcut}
          </kbd>
        )}
      </span>
      <span className={styles.effect}>{say(short)}</span>
    </>
  );
}

/** A card that is only looked at. */
export function CardPicture({ card, large = false }: FaceProps & { readonly large?: boolean }) {
  return (
    <div className={cardClass(card, false, large)}>
      <CardFace card={card} />
    </div>
  );
}

interface ButtonProps extends FaceProps {
  readonly chosen: boolean;
  readonly onClick: () => void;
}

/** A card that is chosen with a click. */
export function CardButton({ card, shortcut, chosen, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={cardClass(card, chosen)}
      aria-pressed={chosen}
      aria-keyshortcuts={shortcut}
      data-card={card}
      data-tip={`${cardWords(card, texts()).name}\n${say(cardWords(card, texts()).rule)}`}
      onClick={onClick}
    >
      <CardFace card={card} shortcut={shortcut} />
    </button>
  );
}

/** A card that lies face down. */
export function CardBack({ own = false }: { readonly own?: boolean }) {
  return (
    <span className={`${styles.back} ${own ? styles.own : ""}`}>
      <Drawing sheet="sisters" id="back" label={i18n._("a card, face down")} />
    </span>
  );
}
