import { useRef } from "react";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";
import { Emphasis, SpeechBox } from "./speech-box.tsx";
import styles from "./step-box.module.css";
import type { Step } from "./steps/step.ts";
import type { Hole } from "./use-spotlight.ts";

interface Props {
  readonly step: Step;
  readonly hole: Hole | null;
  /** Whether the learner tried something else. */
  readonly missed: boolean;
  /** They touched what is highlighted. */
  readonly onTouch: () => void;
  readonly onMiss: () => void;
  /** `null`: it is the first step. */
  readonly onBack: (() => void) | null;
}

/** What the partner says at a step, and what the learner does there. */
export function StepBox({ step, hole, missed, onTouch, onMiss, onBack }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [first, ...others] = step.say();
  const task = step.task();
  const point = () => {
    onMiss();
    target.current?.focus();
  };
  return (
    <SpeechBox
      pointing={hole !== null}
      target={
        hole === null ? null : (
          <button
            ref={target}
            type="button"
            className={styles.target}
            style={styleOf(hole)}
            aria-label={task}
            onClick={onTouch}
          />
        )
      }
      below={
        <>
          <p className={styles.hint} role="status">
            {missed ? i18n._("All in good time. First: {task}.", { task }) : null}
          </p>
          {/* The highlighted part has the same words; here they are for eyes, and a press shows where it is. */}
          <button type="button" className={styles.task} tabIndex={-1} aria-hidden="true" onClick={point}>
            <Icon id="hand" />
            {task}
          </button>
          <div className={styles.ways}>
            {onBack === null ? (
              <span />
            ) : (
              <button type="button" onClick={onBack}>
                {i18n._("Back")}
              </button>
            )}
            <button type="button" onClick={onTouch}>
              {i18n._("Show me")}
            </button>
          </div>
        </>
      }
    >
      {first === undefined ? null : (
        <p>
          <Emphasis text={first} />
        </p>
      )}
      {step.rule === undefined ? null : <p className={styles.rule}>{step.rule()}</p>}
      {others.map((paragraph) => (
        <p key={paragraph}>
          <Emphasis text={paragraph} />
        </p>
      ))}
    </SpeechBox>
  );
}

/** The smallest target, px. */
const TARGET = 44;

/** Lays the button over the hole; a small hole gets a larger one. */
function styleOf({ box }: Hole) {
  const [width, height] = [Math.max(TARGET, box.width), Math.max(TARGET, box.height)];
  return {
    left: box.left - (width - box.width) / 2,
    top: box.top - (height - box.height) / 2,
    width,
    height,
  };
}
