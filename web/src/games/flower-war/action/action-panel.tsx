import { type Awaiting, decisionSentence } from "@flower-war/client-sdk/flower-war";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { ActionFrame } from "../../../game-frame/table/action/action-frame.tsx";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { AimAction } from "./aim-action.tsx";
import { CardAction } from "./card-action.tsx";
import { DiscardAction } from "./discard-action.tsx";
import { Notice } from "./notice.tsx";
import { OfferAction, Trade } from "./offer-action.tsx";
import { RollAction } from "./roll-action.tsx";
import { situationOf } from "./situation.ts";
import { TurnSteps } from "./turn-steps.tsx";

/** The one place for what the viewer can do now. Its buttons are legal commands and nothing else. */
export function ActionPanel(props: ActionProps) {
  const { scene, handling, serverTime } = props;
  const situation = situationOf(scene);
  if (situation.kind !== "deciding") return <Notice {...props} situation={situation} />;
  const { view, seat, clock } = scene;
  const roomForSteps = handling.held === null && !AIMED.has(situation.decision);
  return (
    <ActionFrame
      title={view.table.turn.seat === seat ? i18n._("Your turn") : i18n._("Your decision")}
      hint={hintFor(situation.awaiting, scene)}
      aside={<Trade scene={scene} handling={handling} />}
      clock={seat === null ? null : (clock?.seats.get(seat) ?? null)}
      serverTime={serverTime}
      busy={handling.busy}
      refusal={handling.refusal}
      className={styles.panel}
    >
      {roomForSteps ? <TurnSteps view={view} /> : null}
      <Decision {...props} />
    </ActionFrame>
  );
}

/** Decisions whose choices need the room of the turn's steps, as a chosen card does. */
const AIMED: ReadonlySet<string> = new Set(["move", "challenge", "choose"]);

/** Returns what the decision is, as a sentence. */
function hintFor(awaiting: Awaiting, scene: FlowerWarScene): string {
  if (awaiting.decision === "sacrifice") {
    return i18n._("Offer first: your first card ends the offerings.");
  }
  return say(decisionSentence(awaiting, texts(), readerFor(scene.seat, scene.people)));
}

function Decision(props: ActionProps) {
  const { scene, handling } = props;
  const decision = scene.view.table.awaiting?.decision;
  if (handling.held !== null && (decision === "sacrifice" || decision === "cards")) {
    return <CardAction {...props} held={handling.held} />;
  }
  switch (decision) {
    case "roll":
      return <RollAction {...props} />;
    case "move":
    case "challenge":
    case "choose":
      return <AimAction {...props} />;
    case "discard":
      return <DiscardAction {...props} />;
    case "sacrifice":
    case "cards":
      return <OfferAction {...props} />;
    case "battle":
    case "pay":
      return (
        <div className={styles.buttons}>
          <Button tone="go" onClick={props.onBattle}>
            {i18n._("To the battle")}
          </Button>
        </div>
      );
    default:
      return null;
  }
}
