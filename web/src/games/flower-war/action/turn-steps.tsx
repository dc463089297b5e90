import type { View } from "@flower-war/client-sdk/flower-war";
import { stepsUpTo, Steps } from "../../../game-frame/table/action/steps.tsx";
import { i18n } from "../../../texts/index.ts";
import { PHASES, type Phase, phaseOf } from "./situation.ts";

/** The parts of the viewer's turn. */
export function TurnSteps({ view }: { view: View }) {
  const open = phaseOf(view);
  if (open === null) return null;
  const names = PHASES.map((phase) => NAMES[phase]());
  return <Steps label={i18n._("Parts of your turn")} steps={stepsUpTo(PHASES.indexOf(open), names)} />;
}

const NAMES: { readonly [P in Phase]: () => string } = {
  roll: () => i18n._("Roll"),
  land: () => i18n._("Land"),
  offer: () => i18n._("Offer"),
  cards: () => i18n._("Cards"),
  end: () => i18n._("End"),
};
