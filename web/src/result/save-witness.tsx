import type { Witness } from "@flower-war/client-sdk/verify";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { keptWitness, saveWitness } from "./own-witness.ts";

interface Props {
  /** Returns what the viewer has seen; `null`: nothing. */
  readonly witness: () => Witness | null | Promise<Witness | null>;
  readonly tone?: "plain" | "gold";
}

/** The button that saves what the viewer has seen of a match as a file. */
export function SaveWitness({ witness, tone = "plain" }: Props) {
  const action = useAction();
  const save = async () => {
    const seen = await witness();
    if (seen !== null) saveWitness(seen);
  };
  return (
    <div>
      <Button tone={tone} onClick={() => action.run(save)}>
        <Icon id="eye" />
        {i18n._("Save what you saw")}
      </Button>
      <RefusalNote error={action.error} />
    </div>
  );
}

/** The same for what this browser has kept of a match that the viewer is not in. @param match the match's id */
export function SaveKeptWitness({ match }: { readonly match: string }) {
  return <SaveWitness witness={() => keptWitness(match)} tone="gold" />;
}
