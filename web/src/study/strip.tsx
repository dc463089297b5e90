import { Button } from "../design/parts/button.tsx";
import type { Steps } from "../record/steps.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { i18n } from "../texts/index.ts";
import { TEXTS } from "./refusals.ts";
import styles from "./strip.module.css";
import { mayChange, type StudyStore } from "./study-store.ts";
import type { Whereabouts } from "./use-whereabouts.ts";
import { WhatIfSign } from "./what-if-sign.tsx";
import { positionWords, rootOf } from "./words.ts";

interface Props {
  readonly study: StudyStore;
  /** Those of the match. */
  readonly steps: Steps;
  readonly where: Whereabouts;
}

/** Which line is shown and to whom: with the others or alone, the match or what could have been. */
export function Strip({ study, steps, where }: Props) {
  const { at, error, missing } = where;
  const branch = study.content.branches.find(({ id }) => id === at.line);
  return (
    <div className={styles.strip}>
      {branch === undefined ? null : (
        <div className={styles.row}>
          <WhatIfSign />
          <Button onClick={() => where.go(rootOf(branch, study.content.branches))}>
            {i18n._("Back to the match")}
          </Button>
        </div>
      )}
      {study.id === "" ? null : <Together study={study} steps={steps} where={where} />}
      {missing === null ? null : <p role="status">{missingWords(missing)}</p>}
      <RefusalNote error={error} texts={TEXTS} />
    </div>
  );
}

function missingWords(missing: NonNullable<Whereabouts["missing"]>): string {
  switch (missing) {
    case "linked-branch":
      return i18n._("The moment of this link is gone: its branch was removed.");
    case "linked-position":
      return i18n._("This link names no position of this study.");
    case "branch":
      return i18n._("The branch that you looked at was removed. It began here.");
  }
}

/** Whether the viewer steps with the others, and the way to change it. */
function Together({ study, steps, where }: Props) {
  const { connection, content } = study;
  if (connection === "gone")
    return (
      <div className={styles.row}>
        <p role="status">{i18n._("You are disconnected: what you see may be old.")}</p>
        <Button tone="gold" onClick={() => location.reload()}>
          {i18n._("Reload")}
        </Button>
      </div>
    );
  if (connection === "reconnecting")
    return <p role="status">{i18n._("The connection is lost: what you see may be old. Reconnecting…")}</p>;
  const moves = mayChange(study);
  if (where.following)
    return (
      <div className={styles.row}>
        <p>
          {moves
            ? i18n._("You step together.")
            : i18n._("You follow the others. Step to look around on your own.")}
        </p>
        {moves ? <Button onClick={where.part}>{i18n._("Step on your own")}</Button> : null}
      </div>
    );
  return (
    <div className={styles.row}>
      <p>
        {i18n._("You step on your own. The others are at: {position}.", {
          position: positionWords(content.position, steps),
        })}
      </p>
      <Button tone="gold" onClick={where.follow}>
        {i18n._("Back to the others")}
      </Button>
      {moves ? <Button onClick={where.bring}>{i18n._("Bring the others here")}</Button> : null}
    </div>
  );
}
