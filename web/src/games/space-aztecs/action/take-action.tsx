import {
  commandWords,
  conditionSentence,
  firstUnmet,
  placeName,
  takeConditions,
} from "@flower-war/client-sdk/space-aztecs";
import { i18n } from "../../../texts/index.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { Confirm } from "./confirm.tsx";

/** Taking a pile: it is chosen on the sundial. */
export function TakeAction(props: ActionProps) {
  const { scene, handling } = props;
  return (
    <Confirm {...props} missing={i18n._("Choose on the sundial")}>
      {handling.place === null ? (
        <p className={styles.aside}>{texts().things.pile.about}</p>
      ) : (
        <Chosen {...props} place={handling.place} />
      )}
      {scene.view.table.round === 1 ? <p className={styles.aside}>{texts().things.place.about}</p> : null}
    </Confirm>
  );
}

function Chosen({ scene, handling, place }: ActionProps & { place: number }) {
  const { view, seat, people } = scene;
  const reader = readerFor(seat, people);
  const unmet = firstUnmet(takeConditions(view, place));
  const { aimed } = handling;
  return (
    <p className={unmet === null ? styles.aside : styles.refusal}>
      <b>{placeName(place, texts())}.</b>{" "}
      {unmet !== null
        ? say(conditionSentence(unmet, texts(), reader))
        : aimed === null
          ? null
          : say(commandWords(aimed, view, texts(), reader).does)}
    </p>
  );
}
