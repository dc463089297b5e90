import { cardName, type Command, commandWords } from "@flower-war/client-sdk/space-aztecs";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { printNumber } from "../numbers.ts";
import { SmallCard } from "../cards/small-card.tsx";
import { expectedEffect, scoreOf, withPlayed } from "../played.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";

/** An Aztec that an Agent can shelter: under the Temple, or in the open. */
export function ShelterAction({ scene, handling }: ActionProps) {
  const { turnedUp } = scene.view.table;
  if (turnedUp === null) return null;
  return (
    <div className={styles.shelter}>
      <p className={styles.aside}>
        <SmallCard card={turnedUp.card} />
        <b>{cardName(turnedUp.card, texts())}</b>
      </p>
      {scene.legal.map((command) => {
        if (command.type !== "shelter") return null;
        const { button, does } = commandWords(
          command,
          scene.view,
          texts(),
          readerFor(scene.seat, scene.people),
        );
        return (
          <Button
            key={String(command.covered)}
            tone={command.covered ? "gold" : "plain"}
            aria-disabled={handling.busy}
            onClick={() => handling.send(command)}
          >
            <span>
              {say(button)}
              <small>{say(does)}</small>
              <small>{i18n._("Points then: {points}", { points: pointsThen(scene, command) })}</small>
            </span>
          </Button>
        );
      })}
    </div>
  );
}

function pointsThen(
  { view: { table } }: ActionProps["scene"],
  { covered }: Extract<Command, { type: "shelter" }>,
): string {
  if (table.turnedUp === null) return "";
  const { seat, card } = table.turnedUp;
  const after = withPlayed(table, seat, card, expectedEffect(table, seat, card, covered));
  return printNumber(scoreOf(after, seat).total);
}
