import { createContext, type ReactNode, use } from "react";
import { Icon } from "../../design/parts/icon.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./person-name.module.css";

interface Props {
  readonly seat: string;
  /** A click on the plaque means something else now. */
  readonly plain?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The name on a plaque. In a live match that of another person is a button, which opens what the viewer can do about them. */
export function PersonName({ seat, plain = false, className, children }: Props) {
  const people = use(PeopleContext);
  if (plain || people?.others.includes(seat) !== true) return <span className={className}>{children}</span>;
  return (
    <button type="button" className={styles.name} aria-haspopup="dialog" onClick={() => people.open(seat)}>
      <span className={className}>{children}</span>
      {people.muted.includes(seat) ? (
        <>
          <Icon id="mute" />
          <Unseen>, {i18n._("muted")}</Unseen>
        </>
      ) : null}
    </button>
  );
}

/** What a live match lets its viewer do about the other people at the table. */
export interface People {
  /** The seats of those about whom there is anything to do. */
  readonly others: readonly string[];
  /** The seats of those whom the viewer does not hear. */
  readonly muted: readonly string[];
  readonly open: (seat: string) => void;
}

/** The people of the live match around a table; `null`: nothing is live (gallery, lesson, replay), or they are still loaded. */
export const PeopleContext = createContext<People | null>(null);
