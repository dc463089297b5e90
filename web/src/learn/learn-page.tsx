import { useState } from "react";
import { isLessonOpen, lessonProgress } from "../session/memory.ts";
import { atStep, END, type LessonState } from "./lesson-state.ts";
import { useLesson } from "./load-lesson.ts";
import { Lesson } from "./lesson.tsx";
import { STEPS } from "./steps/index.ts";
import { CenteredPage } from "../design/page/frame.tsx";
import { usePage } from "../base/use-page.ts";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./welcome-back.module.css";

/** The five-minute first match. A reload goes on at the same step; who comes back later is asked. */
export function LearnPage() {
  useLesson();
  const [begin, setBegin] = useState(whereToBegin);
  if (begin === null) {
    return <WelcomeBack step={lessonProgress()?.step ?? null} onGoOn={(id) => setBegin(atStep(id))} />;
  }
  return <Lesson begin={begin} />;
}

/** Returns where the learner comes in; `null`: they are asked. */
function whereToBegin(): LessonState | null {
  const known = lessonProgress();
  const first = STEPS[0]?.id ?? null;
  const isKnown = known?.step === null || STEPS.some(({ id }) => id === known?.step);
  // A step of an older lesson may be gone.
  if (known === null || !isKnown || known.step === first) return atStep(first);
  return isLessonOpen() ? atStep(known.step) : null;
}

interface Props {
  /** The id of the step that the learner left at; `null`: they finished. */
  readonly step: string | null;
  /** Called with the id of the step to go on at; `null`: the summary. */
  readonly onGoOn: (id: string | null) => void;
}

/** What a learner who comes back is asked: to go on where they were, or to begin again. */
export function WelcomeBack({ step, onGoOn }: Props) {
  usePage(i18n._("Learn Flower War"));
  const at = STEPS.findIndex(({ id }) => id === step);
  const first = STEPS[0]?.id ?? null;
  return (
    <CenteredPage>
      <h1 tabIndex={-1} className={styles.heading}>
        {i18n._("Learn Flower War")}
      </h1>
      <Panel title={at === -1 ? i18n._("You finished the lesson") : i18n._("You are in the middle of it")}>
        <p>
          {at === -1
            ? i18n._("See once more what it was about, or play it again.")
            : i18n._("Next is step {step} of {steps}: {chapter}.", {
                step: at + 1,
                steps: END,
                chapter: STEPS[at]?.chapter() ?? "",
              })}
        </p>
        <div className={styles.ways}>
          <Button tone="go" onClick={() => onGoOn(at === -1 ? null : step)}>
            {at === -1 ? i18n._("See the summary") : i18n._("Go on")}
          </Button>
          <Button onClick={() => onGoOn(first)}>{i18n._("Begin again")}</Button>
        </div>
      </Panel>
    </CenteredPage>
  );
}
