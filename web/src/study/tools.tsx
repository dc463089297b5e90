import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./tools.module.css";

interface Props {
  readonly isMarking: boolean;
  /** Whether the game can be played on from here. */
  readonly hasBranches: boolean;
  /** `null`: the viewer may not mark now. */
  readonly onMark: (() => void) | null;
  /** `null`: nothing can be played here, or not by the viewer. */
  readonly onPlay: (() => void) | null;
  readonly onEstimate: () => void;
  /** Whether hands are open; `null`: there are none to open. */
  readonly isOpen: boolean | null;
  readonly onOpen: () => void;
}

/** What one does with the shown position. */
export const Tools = ({ hasBranches, isMarking, onMark, onPlay, onEstimate, isOpen, onOpen }: Props) => (
  <div className={styles.tools} role="group" aria-label={i18n._("This position")}>
    <Button
      tone={isMarking ? "gold" : "plain"}
      aria-pressed={isMarking}
      aria-disabled={onMark === null}
      onClick={() => onMark?.()}
    >
      <Icon id="open-ring" />
      {i18n._("Mark")}
    </Button>
    {hasBranches ? (
      <>
        <Button aria-disabled={onPlay === null} onClick={() => onPlay?.()}>
          <Icon id="again" />
          {i18n._("What if?")}
        </Button>
        <Button onClick={onEstimate}>
          <Icon id="eye" />
          {i18n._("Estimate")}
        </Button>
      </>
    ) : null}
    {isOpen === null ? null : (
      <Button tone={isOpen ? "gold" : "plain"} aria-pressed={isOpen} onClick={onOpen}>
        <Icon id="hand" />
        {i18n._("Open hands")}
      </Button>
    )}
  </div>
);
