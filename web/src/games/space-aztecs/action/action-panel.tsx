import { type Awaiting, decisionSentence } from "@flower-war/client-sdk/space-aztecs";
import { ActionFrame } from "../../../game-frame/table/action/action-frame.tsx";
import { i18n } from "../../../texts/index.ts";
import { readerFor, say, texts } from "../texts.ts";
import { AbductAction } from "./abduct-action.tsx";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { ChooseAction } from "./choose-action.tsx";
import { Notice } from "./notice.tsx";
import { ShelterAction } from "./shelter-action.tsx";
import { situationOf } from "./situation.ts";
import { RoundSteps } from "./round-steps.tsx";
import { TakeAction } from "./take-action.tsx";

/** The one place for what the viewer can do now. Its buttons are legal commands and nothing else. */
export function ActionPanel(props: ActionProps) {
  const { scene, handling, serverTime } = props;
  const situation = situationOf(scene);
  if (situation.kind !== "deciding") return <Notice {...props} situation={situation} />;
  const { awaiting } = situation;
  const { seat, clock, people, view } = scene;
  const { removed } = view.table;
  return (
    <ActionFrame
      title={TITLES[awaiting.decision]()}
      hint={say(decisionSentence(awaiting, texts(), readerFor(seat, people)))}
      aside={
        removed === null ? null : (
          <span className={styles.box} data-tip={texts().things.box.about}>
            {i18n._("In the box: {set}", { set: texts().sets[removed].name })}
          </span>
        )
      }
      clock={seat === null ? null : (clock?.seats.get(seat) ?? null)}
      serverTime={serverTime}
      busy={handling.busy}
      refusal={handling.refusal}
      className={styles.panel}
    >
      <RoundSteps decision={awaiting.decision} />
      <DecisionPart {...props} decision={awaiting.decision} />
    </ActionFrame>
  );
}

const TITLES: { readonly [D in Awaiting["decision"]]: () => string } = {
  take: () => i18n._("Take a pile"),
  choose: () => i18n._("Choose in secret"),
  shelter: () => i18n._("Shelter or show"),
  abduct: () => i18n._("Choose your victims"),
};

function DecisionPart({ decision, ...props }: ActionProps & Pick<Awaiting, "decision">) {
  switch (decision) {
    case "take":
      return <TakeAction {...props} />;
    case "choose":
      return <ChooseAction {...props} />;
    case "shelter":
      return <ShelterAction {...props} />;
    case "abduct":
      return <AbductAction {...props} />;
  }
}
