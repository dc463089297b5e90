import type { Phase, Table } from "@flower-war/client-sdk/tieqchieq";
import { type Step, Steps } from "../../../game-frame/table/action/steps.tsx";
import { i18n } from "../../../texts/index.ts";

/** The parts of a turn, each with the phase that it stands for; `null`: it happens by itself. */
const PARTS: readonly { readonly phase: Phase | null; readonly name: () => string }[] = [
  { phase: "toss", name: () => i18n._("Toss") },
  { phase: "act", name: () => i18n._("Choose") },
  { phase: null, name: () => i18n._("Battle") },
  { phase: "plus", name: () => i18n._("Plus") },
  { phase: null, name: () => i18n._("Pass") },
];

/** The parts of the viewer's turn. A part that happens by itself may not have happened, and is never shown as done. */
export function TurnSteps({ table }: { readonly table: Table }) {
  const open = PARTS.findIndex(({ phase }) => phase === table.phase);
  const steps = PARTS.map(({ phase, name }, index): Step => {
    if (index === open) return { name: name(), state: "open" };
    return { name: name(), state: index < open && phase !== null ? "done" : "to-come" };
  });
  return <Steps label={i18n._("Parts of your turn")} steps={steps} />;
}
