import { type Card, cardWords } from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import { printNumber } from "../numbers.ts";
import { say, texts } from "../texts.ts";
import { artOf, setClass } from "./card-art.ts";
import styles from "./small-card.module.css";

interface Props {
  readonly card: Card;
  /** What it is worth now; left out: it has no points of its own. */
  readonly worth?: number | undefined;
  /** It lies under another card. */
  readonly under?: boolean;
  /** It can be chosen: what happens then. */
  readonly onChoose?: (() => void) | undefined;
  readonly chosen?: boolean;
}

/** A card in a city: its drawing on its set's ground, and what it is worth there. */
export function SmallCard({ card, worth, under = false, onChoose, chosen = false }: Props) {
  const { name, set, time, rule } = cardWords(card, texts());
  const label = [
    name,
    ...(set === null ? [] : [set]),
    time,
    ...(worth === undefined ? [] : [i18n._("worth {points}", { points: printNumber(worth) })]),
  ].join(", ");
  const className = [
    styles.card,
    styles[setClass(card)],
    under ? styles.under : "",
    onChoose === undefined ? "" : styles.target,
    chosen ? styles.chosen : "",
  ].join(" ");
  const face = (
    <>
      <Drawing {...artOf(card)} />
      {worth === undefined ? null : <b>{printNumber(worth)}</b>}
    </>
  );
  const tip = `${name}, ${time}\n${say(rule)}`;
  if (onChoose === undefined) {
    return (
      <span className={className} role="img" aria-label={label} data-tip={tip}>
        {face}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={chosen}
      data-tip={tip}
      data-target={card}
      onClick={onChoose}
    >
      {face}
    </button>
  );
}
