import { type ReactNode, useEffect, useId, useRef } from "react";
import { Emphasis } from "../design/parts/emphasis.tsx";
import { Medal } from "../design/parts/medal.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./step-box.module.css";
import type { Step } from "./steps/step.ts";
import type { Hole } from "./spotlight.ts";
import { Drawing } from "../art/drawing.tsx";
import { PARTNER_NAME } from "./lesson-scene.ts";

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

interface SpeechBoxProps {
  /** What is said. */
  readonly children: ReactNode;
  /** Stands first: the highlighted part, which the keyboard reaches from the box. */
  readonly target?: ReactNode;
  /** What is to be done, and the ways beside it. */
  readonly below?: ReactNode;
  /** Whether it points at something. */
  readonly pointing?: boolean;
  /** Whether it may cover most of a phone, for there is nothing else to see. */
  readonly tall?: boolean;
}

/** The partner and what they say: the dialog that leads through the lesson. The focus comes to it when it is first shown. */
export function SpeechBox({ children, target, below, pointing = false, tall = false }: SpeechBoxProps) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={box}
      className={`${styles.box} ${tall ? styles.tall : ""}`}
      role="dialog"
      aria-labelledby={`${id}name`}
      aria-describedby={`${id}text`}
      tabIndex={-1}
    >
      {target}
      {pointing ? <Tail /> : null}
      <header className={styles.head}>
        <Medal className={styles.face}>
          <Drawing sheet="signs" id="ocelotl" />
        </Medal>
        <div>
          <h2 id={`${id}name`}>{PARTNER_NAME}</h2>
          <small>{i18n._("your partner today")}</small>
        </div>
      </header>
      <div id={`${id}text`} className={styles.text}>
        {children}
      </div>
      {below}
    </section>
  );
}

function Tail() {
  return (
    <svg className={styles.tail} viewBox="0 0 74 64" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.horn} d="M16 64C22 40 14 18 0 0C30 12 52 34 58 64" />
      <path className={styles.root} d="M17.5 60H56.5V68H17.5Z" />
    </svg>
  );
}
