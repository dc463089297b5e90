import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./action-frame.module.css";

interface Props {
  readonly label: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly name: string;
  readonly state: "done" | "open" | "to-come";
}

/** The parts of a turn or round: those that are over, the one that is open, those to come. */
export function Steps({ label, steps }: Props) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ name, state }) => (
        <li
          key={name}
          className={state === "done" ? styles.done : undefined}
          aria-current={state === "open" ? "step" : undefined}
        >
          {state === "done" ? (
            <>
              <span aria-hidden="true">✓ </span>
              <Unseen>{i18n._("done:")} </Unseen>
            </>
          ) : null}
          {name}
        </li>
      ))}
    </ol>
  );
}

/** Returns the steps of these names: those before the open one are done. */
export function stepsUpTo(open: number, names: readonly string[]): readonly Step[] {
  return names.map((name, index) => ({ name, state: stateAt(index, open) }));
}

function stateAt(index: number, open: number): Step["state"] {
  if (index === open) return "open";
  return index < open ? "done" : "to-come";
}
