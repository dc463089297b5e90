import { type GameName, isPlayer, type Match } from "@flower-war/client-sdk";
import { Button } from "../../design/parts/button.tsx";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAction } from "../../session/use-action.ts";
import { i18n } from "../../texts/index.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Asks whether the viewer concedes; `null`: they have nothing to concede. */
  readonly onConcede: (() => void) | null;
  /** An offer was made. */
  readonly onOffered: () => void;
}

/** The ways in which the viewer can end the match before its time. */
export function EndButtons<G extends GameName>({ match, onConcede, onOffered }: Props<G>) {
  const action = useAction();
  const { seat, status, seats, offer } = match;
  if (seat === null || status !== "playing") return null;
  const isAlone = seats.every((each) => each.seat === seat || !isPlayer(each.kind));
  const make = (what: "draw" | "abort") =>
    action.run(async () => {
      await match.makeOffer(what);
      onOffered();
    });
  return (
    <>
      {isAlone || offer !== null ? null : (
        <Button aria-disabled={action.busy} onClick={() => make("draw")}>
          {i18n._("Offer a draw")}
        </Button>
      )}
      {match.canAbort && offer === null ? (
        <Button aria-disabled={action.busy} onClick={() => make("abort")}>
          {isAlone ? i18n._("Abort the match") : i18n._("Offer to abort the match")}
        </Button>
      ) : null}
      {onConcede === null ? null : <Button onClick={onConcede}>{i18n._("Concede the match")}</Button>}
      <RefusalNote error={action.error} />
    </>
  );
}
