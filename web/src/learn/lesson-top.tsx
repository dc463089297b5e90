import { Drawing } from "../art/drawing.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./lesson-top.module.css";
import { LessonProgressBar } from "./lesson-progress-bar.tsx";

interface Props {
  readonly title: string;
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
        <LessonProgressBar step={step} steps={steps} />
        {onSkip === null ? null : (
          <button type="button" className={styles.skip} onClick={onSkip}>
            {i18n._("Skip, I know it")}
          </button>
        )}
      </div>
    </header>
  );
}
