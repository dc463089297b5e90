import { type Command, commandWords } from "@flower-war/client-sdk/tieqchieq";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { landingWords } from "../acts/act-words.ts";
import { plusWayOf } from "../acts/acts.ts";
import { Odds } from "../battle/odds-row.tsx";
import { say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";

/** The answer to a plus: one square on, or stay. */
export function PlusAction({ scene, handling: { send, busy } }: ActionProps) {
  const way = plusWayOf(scene.view.table);
  const words = (step: boolean) => commandWords({ type: "plus", step }, scene.view, texts());
  const answer = (step: boolean): Command => ({ type: "plus", step });
  if (way === null || scene.seat === null) return null;
  return (
    <div className={styles.two}>
      <div className={styles.words}>
        <p>{landingWords(way)}</p>
        {way.landing === "battle" ? <Odds seat={scene.seat} attacker={scene.seat} /> : null}
        <p className={styles.soft}>{i18n._("If it stays, your turn ends.")}</p>
      </div>
      <div className={styles.answers}>
        <Button tone="go" shortcut="Y" aria-disabled={busy} onClick={() => send(answer(true))}>
          {say(words(true).button)}
        </Button>
        <Button shortcut="N" aria-disabled={busy} onClick={() => send(answer(false))}>
          {say(words(false).button)}
        </Button>
      </div>
    </div>
  );
}
