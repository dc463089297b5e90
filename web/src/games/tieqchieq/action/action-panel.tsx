import { i18n } from "../../../texts/index.ts";
import { ActionFrame } from "../../../game-frame/table/action/action-frame.tsx";
import { ActAction } from "./act-action.tsx";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { awaitingWords } from "./awaiting-words.ts";
import { Notice } from "./notice.tsx";
import { PlusAction } from "./plus-action.tsx";
import { situationOf } from "./situation.ts";
import { TurnSteps } from "./turn-steps.tsx";
import { TossAction } from "./toss-action.tsx";

/** The one place for what the viewer can do now. Its buttons are legal commands and nothing else. */
export function ActionPanel(props: ActionProps) {
  const { scene, handling, serverTime } = props;
  const situation = situationOf(scene);
  if (situation.kind !== "deciding") return <Notice {...props} situation={situation} />;
  const { seat, clock, view } = scene;
  return (
    <ActionFrame
      title={i18n._("Your turn")}
      hint={<span role="status">{awaitingWords(scene)}</span>}
      clock={seat === null ? null : (clock?.seats.get(seat) ?? null)}
      serverTime={serverTime}
      busy={handling.busy}
      refusal={handling.refusal}
      className={styles.panel}
    >
      <TurnSteps table={view.table} />
      <Decision {...props} />
    </ActionFrame>
  );
}

function Decision(props: ActionProps) {
  switch (props.scene.view.table.phase) {
    case "toss":
      return <TossAction {...props} />;
    case "act":
      return <ActAction {...props} />;
    case "plus":
      return <PlusAction {...props} />;
    case "over":
      return null;
  }
}
