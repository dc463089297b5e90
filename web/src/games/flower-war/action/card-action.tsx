import {
  cardConditions,
  cardWords,
  commandWords,
  conditionSentence,
  firstUnmet,
  type HeldCard,
} from "@flower-war/client-sdk/flower-war";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { isPlayOf } from "../hand/playability.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { Choices } from "./choices.tsx";

/** What can be done with the chosen card: play it, at a target if it needs one, or discard it. */
export function CardAction(props: ActionProps & { held: HeldCard }) {
  const { scene, handling, held } = props;
  const reader = readerFor(scene.seat, scene.people);
  const plays = scene.legal.filter((command) => isPlayOf(command, held.id));
  const ready = plays.length === 1 ? (plays[0] ?? null) : handling.aimed;
  const words = cardWords(held.card, texts());
  const unmet = firstUnmet(cardConditions(scene.view, held.card));
  const offering = scene.view.table.awaiting?.decision === "sacrifice";
  return (
    <>
      <p className={styles.aside}>
        <b>{words.name}.</b>{" "}
        {unmet === null ? say(words.rule) : say(conditionSentence(unmet, texts(), reader))}{" "}
        {offering ? <span className={styles.warning}>{i18n._("It ends your offerings.")}</span> : null}
      </p>
      {plays.length > 1 ? <Choices {...props} /> : null}
      <div className={styles.buttons}>
        {plays.length === 0 ? null : (
          <Button
            tone="rain"
            className={styles.large}
            aria-disabled={ready === null || handling.busy}
            onClick={() => {
              if (ready !== null) handling.send(ready);
            }}
          >
            {ready === null
              ? i18n._("Choose on the board")
              : say(commandWords(ready, scene.view, texts(), reader).button)}
          </Button>
        )}
        <CardButtons {...props} />
      </div>
    </>
  );
}

function CardButtons({ scene, handling, held }: ActionProps & { held: HeldCard }) {
  const discard = scene.legal.some((command) => command.type === "discard" && command.card === held.id);
  return (
    <>
      {discard ? (
        <Button
          className={styles.minor}
          aria-disabled={handling.busy}
          onClick={() => handling.point({ question: "discard" })}
        >
          {i18n._("Discard")}
        </Button>
      ) : null}
      <Button className={styles.minor} onClick={() => handling.point({ reading: held })}>
        {i18n._("Read")}
      </Button>
      <Button className={styles.minor} onClick={() => handling.point({ card: null, pick: {} })}>
        {i18n._("Back")}
      </Button>
    </>
  );
}
