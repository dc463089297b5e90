import {
  type Card,
  cardWords,
  chooseConditions,
  conditionSentence,
  kindOf,
} from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../art/drawing.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { readerFor, say, type SpaceAztecsScene, texts } from "./texts.ts";
import frame from "../../game-frame/hand/card.module.css";
import styles from "./cards.module.css";
import { artOf, printedPoints, printNumber, setName } from "./card-art.ts";
import smallCardStyles from "./small-card.module.css";
import type { ReactNode } from "react";
import { Conditions } from "../../game-frame/hand/conditions.tsx";
import { Dialog } from "../../design/parts/dialog.tsx";

interface FaceProps {
  readonly card: Card;
  /** The key that chooses it. */
  readonly shortcut?: string | undefined;
}

declare module "react" {
  interface CSSProperties {
    /** The colours of a card's set: its ground with a pattern, what is drawn there, and words. */
    readonly "--ground"?: string;
    readonly "--pattern"?: string;
    readonly "--set"?: string;
    readonly "--deep"?: string;
  }
}

/** Returns the colours of a card's set for its CSS. A drawing that has the set's colour stands on its paler ground. */
export function setColours(card: Card, ground = ["temple", "saucer"].includes(kindOf(card)) ? "-pale" : "") {
  const set = setName(card);
  return {
    "--ground": `var(--set-${set}${ground})`,
    "--pattern": `var(--set-${set}-pattern)`,
    "--set": `var(--set-${set})`,
    "--deep": `var(--set-${set}-deep)`,
  };
}

/** The classes of a card. */
function cardClass(chosen: boolean, large = false): string {
  return [
    frame.card,
    styles.card,
    chosen ? `${frame.lit} ${styles.chosen}` : "",
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
      <span className={`${frame.picture} ${styles.picture}`}>
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
    <div className={cardClass(false, large)} style={setColours(card)}>
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
      className={cardClass(chosen)}
      style={setColours(card)}
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

interface SmallCardProps {
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
export function SmallCard({ card, worth, under = false, onChoose, chosen = false }: SmallCardProps) {
  const { name, set, time, rule } = cardWords(card, texts());
  const label = [
    name,
    ...(set === null ? [] : [set]),
    time,
    ...(worth === undefined ? [] : [i18n._("worth {points}", { points: printNumber(worth) })]),
  ].join(", ");
  const className = [
    smallCardStyles.card,
    under ? smallCardStyles.under : "",
    onChoose === undefined ? "" : smallCardStyles.target,
    chosen ? smallCardStyles.chosen : "",
  ].join(" ");
  const face = (
    <>
      <Drawing {...artOf(card)} />
      {worth === undefined ? null : <b>{printNumber(worth)}</b>}
    </>
  );
  const colours = setColours(card, "-small");
  const tip = `${name}, ${time}\n${say(rule)}`;
  if (onChoose === undefined) {
    return (
      <span className={className} style={colours} role="img" aria-label={label} data-tip={tip}>
        {face}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={className}
      style={colours}
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

interface InspectorProps {
  readonly scene: SpaceAztecsScene;
  readonly card: Card;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** A card to read: its whole rule, and what has to hold so that it can be chosen. */
export function Inspector({ scene, card, actions, onClose }: InspectorProps) {
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
          <ChooseConditions scene={scene} card={card} />
          <div className={styles.actions}>{actions}</div>
        </div>
      </div>
    </Dialog>
  );
}

/** What has to hold so that a card of the viewer's pile can be chosen. */
function ChooseConditions({ scene: { view, seat, people }, card }: { scene: SpaceAztecsScene; card: Card }) {
  if (!view.pile.includes(card)) return null;
  const reader = readerFor({ seat, people });
  return (
    <Conditions
      conditions={chooseConditions(view, card)}
      describe={(condition) => say(conditionSentence(condition, texts(), reader))}
    />
  );
}
