import { type ReactNode, use } from "react";
import { Icon } from "../../design/parts/icon.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { PeopleContext } from "./people.ts";
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
