import { commandWords } from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../../art/drawing.tsx";
import { Button } from "../../../design/parts/button.tsx";
import { say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";

/** The toss that every turn begins with. */
export function TossAction({ scene, handling: { send, busy } }: ActionProps) {
  const words = commandWords({ type: "toss" }, scene.view, texts());
  return (
    <div className={styles.two}>
      <div className={styles.words}>
        <p>{say(words.does)}</p>
        <p className={styles.soft}>{texts().things.roll.about}</p>
      </div>
      <Button
        tone="gold"
        shortcut="T"
        className={styles.main}
        aria-disabled={busy}
        onClick={() => send({ type: "toss" })}
      >
        <Drawing sheet="sisters" id="coin-up" className={styles.coin} />
        {say(words.button)}
      </Button>
    </div>
  );
}
