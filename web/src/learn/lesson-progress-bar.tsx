import { Drawing } from "../art/drawing.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./lesson-progress-bar.module.css";

interface Props {
  /** The step, from 0; `steps`: all are done. */
  readonly step: number;
  readonly steps: number;
}

/** How far the lesson has come: a plank of skulls, one for each step. */
export function LessonProgressBar({ step, steps }: Props) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={i18n._("Lesson")}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={step}
      aria-valuetext={i18n._("Step {step} of {steps}", { step: Math.min(step + 1, steps), steps })}
    >
      {Array.from({ length: steps }, (_, index) =>
        index > step ? (
          <i key={index} />
        ) : (
          <Drawing key={index} sheet="marks" id="skull" className={index === step ? styles.now : undefined} />
        ),
      )}
    </div>
  );
}
