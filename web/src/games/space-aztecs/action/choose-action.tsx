import { cardName } from "@flower-war/client-sdk/space-aztecs";
import { i18n } from "../../../texts/index.ts";
import { expectedEffect, scoreOf, withPlayed } from "../played.ts";
import { texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { Confirm } from "./confirm.tsx";
import { Preview } from "./preview.tsx";

/** Choosing a card of the pile, with the points that it would bring. */
export function ChooseAction(props: ActionProps) {
  const { scene, handling } = props;
  const { table } = scene.view;
  const { card } = handling;
  const { seat } = scene;
  if (seat === null) return null;
  if (card === null) {
    return (
      <Confirm {...props} missing={i18n._("Choose a card")}>
        <p className={styles.aside}>{texts().things.time.about}</p>
        <p className={styles.aside}>
          {i18n._("Your choice is final. At first the others learn only its time.")}
        </p>
      </Confirm>
    );
  }
  const after = withPlayed(table, seat, card, expectedEffect(table, seat, card));
  return (
    <Confirm {...props} missing={i18n._("Choose a card")}>
      <p className={styles.aside}>
        {i18n._("With {card}, if nothing else changed:", { card: cardName(card, texts()) })}
      </p>
      <Preview before={scoreOf(table, seat)} after={scoreOf(after, seat)} />
    </Confirm>
  );
}
