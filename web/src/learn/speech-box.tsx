import { Fragment, type ReactNode, useEffect, useId, useRef } from "react";
import { Drawing } from "../art/drawing.tsx";
import { i18n } from "../texts/index.ts";
import { PARTNER_NAME } from "./lesson-scene.ts";
import styles from "./speech-box.module.css";

interface Props {
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
export function SpeechBox({ children, target, below, pointing = false, tall = false }: Props) {
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
        <span className={styles.face}>
          <Drawing sheet="signs" id="ocelotl" />
        </span>
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

/** A text in which `*` stands around what is emphasised. */
export function Emphasis({ text }: { readonly text: string }) {
  return text
    .split("*")
    .map((part, index) =>
      index % 2 === 1 ? (
        <b key={`${index} ${part}`}>{part}</b>
      ) : (
        <Fragment key={`${index} ${part}`}>{part}</Fragment>
      ),
    );
}
