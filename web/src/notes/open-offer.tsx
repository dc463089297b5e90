import type { GameName, Match, OpenOffer } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly offer: OpenOffer<G>;
}

/** An open offer to end the match, with the viewer's answers to it. */
export function OpenOfferNote<G extends GameName>({ match, offer }: Props<G>) {
  const action = useAction();
  const { seat } = match;
  const isOwn = offer.by === seat;
  const isAsked = seat !== null && offer.asked.includes(seat);
  const close = (
    <Button aria-disabled={action.busy} onClick={() => action.run(() => match.declineOffer(offer))}>
      {isOwn ? i18n._("Withdraw") : i18n._("Decline")}
    </Button>
  );
  const accept = (
    <Button
      tone="gold"
      aria-disabled={action.busy}
      onClick={() => action.run(() => match.acceptOffer(offer))}
    >
      {offer.what === "draw" ? i18n._("Agree to a draw") : i18n._("Agree to abort")}
    </Button>
  );
  return (
    <Notice
      level={null}
      tone={isAsked ? "lit" : "waiting"}
      picture={<SeatSign seat={offer.by} />}
      title={isOwn ? ownTitle(offer.what) : titleOf(offer.what, nameOf(match, offer.by))}
      actions={
        isAsked || isOwn ? (
          <>
            {isAsked ? accept : null}
            {close}
          </>
        ) : undefined
      }
    >
      <p>{isAsked ? meaningOf(offer.what) : waitingFor(match, offer)}</p>
      <RefusalNote error={action.error} />
    </Notice>
  );
}

function titleOf(what: OpenOffer["what"], name: string): string {
  return what === "draw"
    ? i18n._("{name} offers a draw", { name })
    : i18n._("{name} wants to abort the match", { name });
}

function ownTitle(what: OpenOffer["what"]): string {
  return what === "draw" ? i18n._("You offer a draw") : i18n._("You want to abort the match");
}

function meaningOf(what: OpenOffer["what"]): string {
  return what === "draw"
    ? i18n._("If everybody agrees, the match ends and nobody has won.")
    : i18n._("If everybody agrees, the match ends and counts for nothing.");
}

function waitingFor<G extends GameName>(match: Match<G>, { asked }: OpenOffer<G>): string {
  const list = new Intl.ListFormat(i18n.locale, { type: "conjunction" });
  return i18n._("Waiting for {names}", { names: list.format(asked.map((seat) => nameOf(match, seat))) });
}

function nameOf<G extends GameName>({ seats }: Match<G>, seat: string): string {
  return seats.find((each) => each.seat === seat)?.name ?? seat;
}
