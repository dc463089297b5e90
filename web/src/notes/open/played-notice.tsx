import type { GameName, Match } from "@flower-war/client-sdk";
import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAction } from "../../session/use-action.ts";
import { i18n } from "../../texts/index.ts";
import { ActionNotice } from "../../game-frame/action/action-notice.tsx";

/** Says that the server plays the viewer's seat, with the way back to it. */
export function PlayedForViewer<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const action = useAction();
  const { clock } = match;
  return (
    <ActionNotice
      icon={<Drawing sheet="marks" id="die-1" />}
      title={i18n._("The server plays for you")}
      tone="lit"
    >
      {clock === null ? null : (
        <p role="alert">
          {i18n._("You did not answer for {turns, plural, one {# turn} other {# turns}}.", {
            turns: clock.rules.awayAfter,
          })}
        </p>
      )}
      <Button tone="gold" aria-disabled={action.busy} onClick={() => action.run(() => match.here())}>
        {i18n._("I am here")}
      </Button>
      <RefusalNote error={action.error} />
    </ActionNotice>
  );
}
