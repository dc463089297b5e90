import type { GameMap, GameName, Match } from "@flower-war/client-sdk";
import { useRef } from "react";
import type { GameFace } from "../games/face.ts";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";
import { type Choice, CommandGroup } from "./command-group.tsx";
import { useFocusKept } from "./use-focus-kept.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly view: GameMap[G]["view"];
  readonly face: GameFace<GameMap[G]>;
}

/** Every legal command of the viewer's seat as a button. */
export function Commands<G extends GameName>({ match, view, face }: Props<G>) {
  const action = useAction();
  const area = useRef<HTMLDivElement>(null);
  useFocusKept(area);
  const choices = match.legal().map(
    (command): Choice => ({
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
