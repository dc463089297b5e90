import { type AnyMatch, Refusal, type StoredSeat } from "@flower-war/client-sdk";
import { useEffect, useEffectEvent, useState } from "react";
import { Loading } from "../app/loading.tsx";
import { loadGameUi } from "../games/use-game-ui.ts";
import { host } from "../session/host.ts";
import { forgetPlace, rememberedName, rememberedPlace, rememberName } from "../session/memory.ts";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { useMySeats } from "../session/use-my-seats.ts";
import { isId } from "../app/routes.ts";
import { ClosedMatch, ResultPage } from "../match/stages.ts";
import { Door } from "./door.tsx";
import { NoMatch } from "./no-match.tsx";
import { usePreview } from "./use-preview.ts";

/**
 * Before a match: takes the place that this tab had again by itself, else shows the match and offers own seats, another
 * seat, or to watch.
 */
export function DoorPage({ code }: { readonly code: string }) {
  const action = useAction();
  const { seats, error: seatsError } = useMySeats();
  const [place] = useState(() => rememberedPlace(code));
  const asked = seats !== null || seatsError !== null;
  const mine = (seats ?? []).filter((kept) => kept.code === code || kept.match === code);
  const had = mine.find(({ seat }) => place?.kind === "seat" && place.seat === seat);
  const canReturn = had !== undefined || place?.kind === "spectator";
  const returns = place !== null && action.error === null && (!asked || canReturn);
  const preview = usePreview(code, !returns);

  const game = preview.match?.game ?? null;
  useEffect(() => {
    // The game arrives while the viewer decides, so that its table is drawn sooner.
    if (game !== null) loadGameUi(game).catch(() => {});
  }, [game]);

  const enter = (seat: () => Promise<AnyMatch>) =>
    action.run(async () => {
      await sitDown(seat());
    });
  const goBack = ({ match, token }: StoredSeat) => enter(() => host.join(match, { token }));
  const sit = (name: string, seat: string) => {
    rememberName(name);
    enter(() => host.join(code, { name, seat }));
  };

  const goBackToPlace = useEffectEvent(() => {
    if (had !== undefined) goBack(had);
    else if (place?.kind === "spectator") enter(() => host.spectate(code, spectatorName()));
  });
  useEffect(() => {
    if (asked) goBackToPlace();
  }, [asked]);

  const refused = action.error ?? preview.error;
  if (refused instanceof Refusal && refused.code === "unknown-match") {
    // A result is kept for longer than everything else of a match, and found by the match's id alone.
    return isId(code) ? <ClosedMatch code={code} /> : <NoMatch code={code} />;
  }
  if (refused instanceof Refusal && refused.code === "match-ended") {
    forgetPlace(code);
    return <ClosedMatch code={code} />;
  }
  if (preview.match !== null) {
    const { match } = preview;
    if (match.status === "over" && mine.length === 0) return <ResultPage match={match} />;
    return (
      <Door
        match={match}
        mine={mine}
        action={action}
        onBack={goBack}
        onSit={sit}
        onWatch={() => enter(() => host.spectate(code, spectatorName()))}
      />
    );
  }
  if (refused !== null) return <NoMatch code={code} error={refused} />;
  return <Loading />;
}

/** What the viewer is called when they watch and talk: by their name, if they have one. */
function spectatorName(): { name?: string } {
  const name = rememberedName();
  return name === "" ? {} : { name };
}
