import type { Match } from "@flower-war/client-sdk";
import type { Command, View } from "@flower-war/client-sdk/flower-war";
import { useRef } from "react";
import type { GameFace, Offer } from "../games/face.ts";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";
import { CommandGroup } from "./command-group.tsx";
import { useFocusKept } from "./use-focus-kept.ts";

/** A legal command and its button. */
export interface Choice {
  readonly key: string;
  readonly offer: Offer;
  readonly play: () => void;
}

interface Props {
  readonly match: Match;
  readonly view: View;
  readonly face: GameFace;
}

/** Every legal command of the viewer's seat as a button. */
export function Commands({ match, view, face }: Props) {
  const action = useAction();
  const area = useRef<HTMLDivElement>(null);
  useFocusKept(area);
  const choices = match.legal().map(
    (command: Command): Choice => ({
      key: JSON.stringify(command),
      offer: face.commandWords(command, view),
      play: () =>
        action.run(async () => {
          await match.send(command);
        }),
    }),
  );
  const groups = Map.groupBy(choices, ({ offer }) => offer.group);
  return (
    <div
      ref={area}
      className="commands"
      role="group"
      aria-label="Your commands"
      aria-busy={action.busy}
      tabIndex={-1}
    >
      {[...groups].map(([group, members]) => (
        <CommandGroup key={group ?? ""} heading={group} choices={members} />
      ))}
      <RefusalNote error={action.error} words={face.refusalWords} />
    </div>
  );
}
