import {
  conditionSentence,
  firstUnmet,
  placeName,
  type Table,
  takeConditions,
} from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../../art/drawing.tsx";
import { Panel } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { placeArt } from "../cards/card-art.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./place-panel.module.css";

interface Props {
  readonly scene: SpaceAztecsScene;
  /** The number of the place, 1-8. */
  readonly place: number;
}

/** A place in words: how many cards its pile has, who holds it, and whether it can be taken. */
export function PlacePanel({ scene, place }: Props) {
  const { view, seat, people } = scene;
  const name = placeName(place, texts());
  const { heldBy = null } = view.table.places[place - 1] ?? {};
  const own = heldBy !== null && heldBy === seat;
  const reader = readerFor(seat, people);
  const unmet = firstUnmet(takeConditions(view, place));
  return (
    <Panel title={i18n._("Place {name}", { name })} quiet className={styles.place}>
      <div className={styles.head}>
        <span className={styles.medal}>
          <Drawing {...placeArt(place)} />
        </span>
        <div>
          <h3>{name}</h3>
          <p>{pileWords(view.table, place, own)}</p>
        </div>
      </div>
      {own ? (
        <p>
          {i18n._("Only you see them, until you choose.")}{" "}
          <b className={styles.strong}>{i18n._("Remember what you leave:")}</b>{" "}
          {i18n._("the next holder finds it.")}
        </p>
      ) : (
        <p>
          {unmet === null
            ? i18n._("You can take this pile now.")
            : say(conditionSentence(unmet, texts(), reader))}{" "}
          {texts().things.pile.about}
        </p>
      )}
    </Panel>
  );
}

function pileWords({ places }: Table, place: number, own: boolean): string {
  const cards = places[place - 1]?.cards ?? 0;
  return own
    ? i18n._("{cards, plural, one {your pile, # card} other {your pile, # cards}}", { cards })
    : i18n._("{cards, plural, one {# card} other {# cards}}", { cards });
}
