import { Drawing } from "../art/drawing.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./lesson-top.module.css";

interface Props {
  readonly title: string;
  /** The step, from 0; `steps`: all are done. */
  readonly step: number;
  readonly steps: number;
  /** `null`: there is nothing to skip. */
  readonly onSkip: (() => void) | null;
}

/** The upper edge of the lesson: the chapter, how far it is, and the way out. */
export function LessonTop({ title, step, steps, onSkip }: Props) {
  return (
    <header className={styles.top}>
      <p className={styles.brand} aria-hidden="true">
        <Drawing sheet="signs" id="xochitl" />
        Flower War
      </p>
      <div className={styles.bar}>
        <h1 tabIndex={-1}>{title}</h1>
        <ProgressBar step={step} steps={steps} />
        {onSkip === null ? null : (
          <button type="button" className={styles.skip} onClick={onSkip}>
            {i18n._("Skip, I know it")}
          </button>
        )}
      </div>
    </header>
  );
}

/** How far the lesson has come: a plank of skulls, one for each step. */
function ProgressBar({ step, steps }: Pick<Props, "step" | "steps">) {
  return (
    <div
      className={styles.progress}
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
