import { Drawing } from "../../../art/drawing.tsx";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";

/** The roll that every turn begins with. */
export function RollAction({ handling: { send, busy } }: ActionProps) {
  return (
    <div className={styles.buttons}>
      <Button
        tone="gold"
        shortcut="R"
        className={styles.large}
        aria-disabled={busy}
        onClick={() => send({ type: "roll" })}
      >
        <Drawing sheet="marks" id="die-5" className={styles.icon} />
        {i18n._("Roll the die")}
      </Button>
      <Button aria-disabled className={styles.later}>
        {i18n._("Offer after landing")}
      </Button>
    </div>
  );
}
