import { useEffect, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { BackToTournament } from "../session/back-to-tournament.tsx";
import { tournamentOf } from "../session/tournament-of.ts";
import { i18n } from "../texts/index.ts";

interface Props {
  /** The match's id. */
  readonly match: string;
  /** Who won and how, or what the people agreed on. */
  readonly words: string;
  readonly onResult: () => void;
}

/**
 * Says how the match ended when it ends while the viewer watches: in a window, and once that is closed in a note. A window that is open, in which a
 * game shows how it came to that, is closed first.
 */
export function EndOfMatch({ match, words, onResult }: Props) {
  const [closed, setClosed] = useState(false);
  const free = useFree();
  const title = i18n._("The match is over");
  const sentence = <p>{words}</p>;
  const onward = (
    <>
      <BackToTournament match={match} />
      <Button tone={tournamentOf(match) === null ? "gold" : "plain"} onClick={onResult}>
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
