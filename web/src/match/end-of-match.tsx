import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import type { GameUi } from "../game-frame/game-ui.ts";
import { BackToTournament } from "../session/back-to-tournament.tsx";
import { tournamentOf } from "../session/tournament-of.ts";
import { i18n } from "../texts/index.ts";
import type { Scene } from "../game-frame/scene.ts";

interface Props<G extends GameName> {
  readonly match: Pick<Match<G>, "id">;
  readonly outcome: NonNullable<Match<G>["outcome"]>;
  readonly scene: Scene<G>;
  readonly ui: GameUi<G>;
  readonly onResult: () => void;
}

/**
 * Says how the match ended when it ends while the viewer watches: in a window, and once that is closed in a note. A window that is open, in which a
 * game shows how it came to that, is closed first.
 */
export function EndOfMatch<G extends GameName>({ match, outcome, scene, ui, onResult }: Props<G>) {
  const [closed, setClosed] = useState(false);
  const free = useFree();
  const title = i18n._("The match is over");
  const sentence = <p>{describeOutcome(ui, outcome, scene)}</p>;
  const onward = (
    <>
      <BackToTournament match={match.id} />
      <Button tone={tournamentOf(match.id) === null ? "gold" : "plain"} onClick={onResult}>
        {i18n._("See the result")}
      </Button>
    </>
  );
  if (!free) return null;
  return closed ? (
    <Notice level={null} tone="lit" title={title} actions={onward}>
      {sentence}
    </Notice>
  ) : (
    <Dialog title={title} onClose={() => setClosed(true)}>
      {sentence}
      {onward}
    </Dialog>
  );
}

/** Whether no window has been open for a moment since this was rendered. */
function useFree(): boolean {
  const [free, setFree] = useState(false);
  useEffect(() => {
    const look = () => document.querySelector("dialog") === null && setFree(true);
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    look();
    return () => watch.disconnect();
  }, []);
  return free;
}
