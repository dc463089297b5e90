import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { handOn } from "../record/handed-on.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { i18n } from "../texts/index.ts";
import { laterPart } from "../texts/lazy-part.tsx";
import styles from "./replay-view.module.css";
import { studyPath } from "./study-path.ts";

const BeginStudy = laterPart(async () => (await import("./begin-study.tsx")).BeginStudy, "replay");

interface Props {
  readonly replayed: ReplayedMatch;
  /** The entry that is shown: there the study begins. */
  readonly at: number;
}

/** Begins a study of the match, which several people step through at once. A match from a file is studied alone. */
export function StudyButton({ replayed, at }: Props) {
  const [, goTo] = useLocation();
  const [begins, setBegins] = useState(false);
  const { id, replay } = replayed;
  if (!replay.hasBranches) return null;
  const begin = () => {
    if (id !== "") return setBegins(true);
    handOn(replayed);
    goTo(studyPath(""));
  };
  return (
    <>
      <Button aria-disabled={begins} onClick={begin}>
        <Icon id="speech" />
        <span className={styles.word}>{id === "" ? i18n._("Study") : i18n._("Study together")}</span>
      </Button>
      {begins ? <BeginStudy replayed={replayed} at={at} onClose={() => setBegins(false)} /> : null}
    </>
  );
}
