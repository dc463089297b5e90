import type { GameName, Match } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";

/** Lets the viewer, whom all others have left alone, end the match. */
export function OpenClaimNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const action = useAction();
  const bots = match.seats.some(({ kind }) => kind === "bot");
  return (
    <Notice
      level={null}
      tone="lit"
      picture={<Icon id="clock" />}
      title={i18n._("The others have left you alone")}
      actions={
        <>
          <Button
            tone="gold"
            aria-disabled={action.busy}
            onClick={() => action.run(() => match.claim("win"))}
          >
            {bots ? i18n._("Play on without them") : i18n._("Claim the win")}
          </Button>
          <Button aria-disabled={action.busy} onClick={() => action.run(() => match.claim("abort"))}>
            {i18n._("Abort the match")}
          </Button>
        </>
      }
    >
      <p>{i18n._("You need not wait for them any longer: let them concede, or abort the match.")}</p>
      <RefusalNote error={action.error} />
    </Notice>
  );
}
