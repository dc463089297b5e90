import type { GameName, Match } from "@flower-war/client-sdk";
import { paths } from "../../base/routes.ts";
import { Button } from "../../design/parts/button.tsx";
import { Icon } from "../../design/parts/icon.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { LinkActions, useOriginForOthers } from "../../session/share.tsx";
import { useAction } from "../../session/use-action.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { i18n } from "../../texts/index.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
}

/** Lets the viewer hand their seat to another person, at a table that allows it. */
export function HandOverButton<G extends GameName>({
  match,
  onAsked,
}: Props<G> & { readonly onAsked: () => void }) {
  const action = useAction();
  const { seat, status, offer, details } = match;
  if (seat === null || status !== "playing" || offer !== null || details.offeredSeats.includes(seat))
    return null;
  const ask = async () => {
    await match.offerSeat();
    onAsked();
  };
  return (
    <>
      <Button aria-disabled={action.busy} onClick={() => action.run(ask)}>
        {i18n._("Hand my seat over")}
      </Button>
      <RefusalNote error={action.error} />
    </>
  );
}

/** The link with which another person takes the viewer's seat over, until one does or the viewer keeps the seat. */
export function OpenHandOverNote<G extends GameName>({ match }: Props<G>) {
  const action = useAction();
  const origin = useOriginForOthers();
  const { answer: token, error } = useAnswer(match.id, () => match.offerSeat());
  const link = `${origin}${paths.match(match.invitation ?? match.id)}#seat=${token}`;
  return (
    <Notice
      level={null}
      tone="waiting"
      picture={<Icon id="share" />}
      title={i18n._("Your seat waits for another person")}
      actions={
        <Button aria-disabled={action.busy} onClick={() => action.run(() => match.offerSeat(false))}>
          {i18n._("Keep my seat")}
        </Button>
      }
    >
      <p>{i18n._("Whoever opens this link plays on in your seat, and sees what it holds.")}</p>
      {token === null ? null : <LinkActions link={link} />}
      <RefusalNote error={action.error ?? error} />
    </Notice>
  );
}
