import { Studies } from "@flower-war/client-sdk/study";
import { useLocation } from "wouter";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { listOwnStudies } from "../record/own-studies.ts";
import { host } from "../session/host.ts";
import { askAsPlayer } from "../session/load-record.ts";
import { ownPlayer } from "../session/own-player.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { studyPath } from "./study-path.ts";
import { STUDY_TEXTS } from "./study-refusals.ts";

interface Props {
  readonly replayed: ReplayedMatch;
  /** The entry at which the study begins. */
  readonly at: number;
  readonly onClose: () => void;
}

/** Creates a study of a match and goes there. If the viewer has one of it, they choose first. */
export function BeginStudy({ replayed: { id, replay }, at, onClose }: Props) {
  const [, goTo] = useLocation();
  const creating = useAction();
  const begin = async () => goTo(studyPath(await create(id, at)));
  const { answer, error } = useAnswer(replay.match, async () => {
    const own = (await listOwnStudies()).find(({ match }) => match === replay.match);
    if (own === undefined) await begin();
    return own?.id ?? "";
  });
  const refused = error ?? creating.error;
  if (refused === null && !answer) return null;
  return (
    <Dialog title={i18n._("Study together")} onClose={onClose}>
      {answer ? (
        <>
          <p>{i18n._("You have a study of this match already.")}</p>
          <Button tone="gold" onClick={() => goTo(studyPath(answer))}>
            {i18n._("Open it")}
          </Button>
          <Button aria-disabled={creating.busy} onClick={() => creating.run(begin)}>
            {i18n._("Begin another")}
          </Button>
        </>
      ) : null}
      <RefusalNote error={refused} texts={STUDY_TEXTS} />
      <Button onClick={() => goTo(studyPath(""))}>{i18n._("Your studies")}</Button>
    </Dialog>
  );
}

/** Creates a study. Resolves with its id. Rejects with a `Refusal`. */
async function create(match: string, n: number): Promise<string> {
  await ownPlayer();
  const study = await askAsPlayer(match, (seat) => new Studies(host).create({ match, ...seat }));
  try {
    await study.goTo({ line: "", n });
  } catch {
    // It is there, and may be gone through from its beginning.
  } finally {
    study.leave();
  }
  return study.id;
}
