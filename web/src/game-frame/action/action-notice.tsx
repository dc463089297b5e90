import { createContext, type ReactNode } from "react";
import { Button } from "../../design/parts/button.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./action-notice.module.css";

interface Props {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly tone?: "plain" | "lit" | "over" | "gone" | "reconnecting";
  readonly children: ReactNode;
}

/** The panel while the viewer has nothing to decide: what the match waits for, or why they cannot act. */
export function ActionNotice({ icon, title, tone = "plain", children }: Props) {
  return (
    <section className={`${styles.notice} ${styles[tone]}`} aria-label={i18n._("What you can do")}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}

interface ShowingProps {
  /** Shows all at once. */
  readonly onSkip: () => void;
}

/** Says that the viewer chooses as soon as the table has shown what they choose from. */
export function Showing({ onSkip }: ShowingProps) {
  return (
    <ActionNotice icon={<Spinner />} title={i18n._("The table shows what happened")}>
      <Button onClick={onSkip}>{i18n._("Skip")}</Button>
    </ActionNotice>
  );
}

/** The wheel that turns while something is waited for. */
export const Spinner = () => <span className={styles.spinner} />;

/** What a live match says, with its buttons, to a viewer who cannot act. */
interface LiveNotices {
  readonly disconnected: ReactNode;
  readonly played: ReactNode;
  /** While the table still shows what leads to the viewer's decision. */
  readonly showing: ReactNode;
  /** What the table shows of others' turns, while the viewer has nothing to decide. */
  readonly told: ReactNode;
  /** What happened since the viewer's last turn. */
  readonly since: ReactNode;
  /** How the match ended, in a sentence; `null`: it goes on, or the table does not show its end yet. */
  readonly ended: string | null;
}

/** The notices of the live match around a table; `null`: nothing is live (gallery, lesson). */
export const LiveNoticesContext = createContext<LiveNotices | null>(null);
