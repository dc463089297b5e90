import type { Seat } from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import type { TieqchieqScene } from "../scene.ts";
import { texts } from "../texts.ts";
import { ActPicture } from "./act-picture.tsx";
import { actEffect, actKind, actTitle } from "./act-words.ts";
import type { Choice } from "./acts.ts";
import styles from "./acts.module.css";
import { type Prospect, prospectsOf } from "./prospects.ts";

interface Props {
  readonly scene: TieqchieqScene;
  readonly seat: Seat;
  readonly choice: Choice;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** An act as a card: what moves where, what it leads to, or why it is not possible. */
export function ActCard({ scene, seat, choice, chosen, onChoose }: Props) {
  const { number, act, way } = choice;
  const kind =
    way === null ? "closed" : act.type === "introduce" && way.landing === "plain" ? "new" : way.landing;
  return (
    <button
      type="button"
      className={`${styles.card} ${styles[kind]} ${chosen ? styles.chosen : ""}`}
      aria-pressed={number === null ? undefined : chosen}
      aria-disabled={number === null}
      aria-keyshortcuts={number === null ? undefined : String(number)}
      onClick={onChoose}
    >
      <span className={styles.picture}>
        <ActPicture seat={seat} act={act} way={way} />
        <span className={styles.key} aria-hidden="true">
          {number ?? <Drawing sheet="sisters" id="i-lock" />}
        </span>
      </span>
      <b>{actTitle(choice, scene)}</b>
      <i>{actKind(choice, seat)}</i>
      <span className={styles.effect}>{actEffect(choice, scene)}</span>
    </button>
  );
}

interface ProspectProps {
  readonly scene: TieqchieqScene;
  readonly seat: Seat;
  readonly choice: Pick<Choice, "act">;
}

/** A token as a card before the toss: where each roll would lead it. */
export function ProspectCard({ scene, seat, choice: { act } }: ProspectProps) {
  const from = act.type === "move" ? act.from : i18n._("New token");
  return (
    <div className={`${styles.card} ${styles.prospect}`}>
      <span className={styles.head}>
        <Drawing sheet="sisters" id={`t-${seat}`} className={styles.token} />
        <b>{from}</b>
      </span>
      <dl>
        {prospectsOf(scene.view.table, seat, act).map((prospect) => (
          <div key={prospect.roll} className={prospect.way === null ? styles.none : undefined}>
            <dt>{prospect.roll}</dt>
            <dd>{prospectWords(prospect)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function prospectWords({ way }: Prospect): string {
  if (way === null) return i18n._("no act");
  if (way.landing === "plain") return way.to;
  const kind = way.landing === "battle" ? texts().things.battle.name : texts().places[way.landing].name;
  return `${way.to}, ${kind}`;
}
