import type { ReactNode } from "react";
import { commandWords } from "@flower-war/client-sdk/space-aztecs";
import { Button } from "../../../design/parts/button.tsx";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";

interface Props extends ActionProps {
  /** What the button says while something is still to be chosen. */
  readonly missing: string;
  readonly children: ReactNode;
}

/** Facts on the left, and on the right the button that sends what was pointed at. */
export function Confirm({ scene, handling, missing, children }: Props) {
  const { aimed, busy, send } = handling;
  const words =
    aimed === null ? null : commandWords(aimed, scene.view, texts(), readerFor(scene.seat, scene.people));
  return (
    <div className={styles.confirm}>
      <div className={styles.facts}>{children}</div>
      <Button
        tone="gold"
        className={styles.go}
        aria-disabled={aimed === null || busy}
        onClick={() => {
          if (aimed !== null) send(aimed);
        }}
      >
        {words === null ? (
          missing
        ) : (
          <span>
            {say(words.button)}
            <kbd aria-hidden="true">Enter</kbd>
          </span>
        )}
      </Button>
    </div>
  );
}
