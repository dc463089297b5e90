import { cardAtTime, cardName } from "@flower-war/client-sdk/space-aztecs";
import { useId } from "react";
import { i18n } from "../../../texts/index.ts";
import { SeatSign } from "../../../session/seat-sign.tsx";
import { worthsOf } from "../players/worth.ts";
import { printNumber } from "../numbers.ts";
import type { Victim } from "../played.ts";
import { readerFor, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { Confirm } from "./confirm.tsx";

/** The choice of the Aztec that a Saucer takes, where a city has several: here or in the cities. */
export function AbductAction(props: ActionProps) {
  const { handling, scene } = props;
  const { turnedUp } = scene.view.table;
  return (
    <Confirm {...props} missing={i18n._("Choose one in each city")}>
      {turnedUp === null ? null : (
        <p className={styles.aside}>
          {i18n._("{saucer}: one from each city, 1 point each.", {
            saucer: cardName(turnedUp.card, texts()),
          })}
        </p>
      )}
      <div className={styles.choices}>
        {handling.victims.map((victim) => (
          <VictimChoice key={victim.seat} {...props} victim={victim} />
        ))}
      </div>
    </Confirm>
  );
}

function VictimChoice({ scene, handling, victim: { seat, aztecs } }: ActionProps & { victim: Victim }) {
  const name = useId();
  const worths = worthsOf(scene.view.table, seat);
  const who = readerFor(scene.seat, scene.people).nameOf(seat);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{who}</legend>
      <SeatSign seat={seat} size="small" />
      <b aria-hidden="true">{who}</b>
      {aztecs.map((card) => (
        <label key={card} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={handling.targets[seat] === card}
            onChange={() => handling.pickTarget(seat, card)}
          />
          <span>
            {cardAtTime(card, texts())} <small>{printNumber(worths.get(card) ?? 0)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
