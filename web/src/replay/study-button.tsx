import { useLocation } from "wouter";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { handOn } from "../record/handed-on.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { host } from "../session/host.ts";
import { askAsPlayer } from "../session/load-record.ts";
import { ownPlayer } from "../session/own-player.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./replay-view.module.css";
import { studyPath } from "./study-path.ts";

interface Props {
  readonly replayed: ReplayedMatch;
  /** The entry that is shown: there the study begins. */
  readonly at: number;
}

/** Begins a study of the match, which several people step through at once. A match from a file is studied alone. */
export function StudyButton({ replayed, at }: Props) {
  const [, goTo] = useLocation();
  const action = useAction();
  const { id, replay } = replayed;
  if (!replay.hasBranches) return null;
  const begin = () => {
    if (id === "") {
      handOn(replayed);
      goTo(studyPath(""));
    } else action.run(async () => goTo(studyPath(await create(id, at))));
  };
  return (
    <>
      <Button aria-disabled={action.busy} onClick={begin}>
        <Icon id="speech" />
        <span className={styles.word}>{id === "" ? i18n._("Study") : i18n._("Study together")}</span>
      </Button>
      {action.error === null ? null : (
        <Dialog title={i18n._("Study together")} onClose={() => action.clear()}>
          <RefusalNote error={action.error} />
        </Dialog>
      )}
    </>
  );
}

/** Creates a study. Resolves with its id. Rejects with a `Refusal`. */
async function create(match: string, n: number): Promise<string> {
  const [{ Studies }] = await Promise.all([import("@flower-war/client-sdk/study"), ownPlayer()]);
  const study = await askAsPlayer(match, (seat) => new Studies(host).create({ match, ...seat }));
  await study.goTo({ line: "", n });
  study.leave();
  return study.id;
}
