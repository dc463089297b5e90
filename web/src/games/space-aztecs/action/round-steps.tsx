import type { Decision } from "@flower-war/client-sdk/space-aztecs";
import { stepsUpTo, Steps } from "../../../game-frame/table/action/steps.tsx";
import { i18n } from "../../../texts/index.ts";
import { PHASE_OF, PHASES, type Phase } from "./situation.ts";

/** The parts of a round. */
export function RoundSteps({ decision }: { decision: Decision }) {
  const names = PHASES.map((phase) => NAMES[phase]());
  return (
    <Steps
      label={i18n._("Parts of the round")}
      steps={stepsUpTo(PHASES.indexOf(PHASE_OF[decision]), names)}
    />
  );
}

const NAMES: { readonly [P in Phase]: () => string } = {
  take: () => i18n._("Take"),
  choose: () => i18n._("Choose"),
  times: () => i18n._("Times"),
  play: () => i18n._("Play"),
};
