import { type Presence, presenceWords } from "./presence.ts";
import styles from "./presence-line.module.css";

interface Props {
  readonly presence: Presence;
  /** The seat's name. */
  readonly name: string;
  /** The seat is the viewer's. */
  readonly own: boolean;
  /** For the words, which small plaques leave out. */
  readonly className?: string | undefined;
}

/** A seat's presence: a dot, and the same in words. */
export function PresenceLine({ presence, name, own, className = "" }: Props) {
  return (
    <>
      <span className={`${styles.dot} ${styles[presence]}`} aria-hidden="true" />
      <span className={`${styles.words} ${className}`}>{presenceWords(presence, name, own)}</span>
    </>
  );
}
