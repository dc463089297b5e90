import { useEffect, useRef } from "react";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import type { TieqchieqScene } from "../scene.ts";
import type { Handling } from "../use-handling.ts";
import { ActCard, ProspectCard } from "./act-card.tsx";
import { actKey, actsOf } from "./acts.ts";
import styles from "./acts.module.css";

interface Props {
  readonly scene: TieqchieqScene;
  readonly handling: Handling;
}

/** The viewer's acts as cards: those of this roll, or while there is none, what each roll would do. */
export function ActsRow({ scene, handling }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const { seat, view } = scene;
  const { choices, chosen } = handling;
  const key = chosen === null ? null : actKey(chosen.act);
  useEffect(() => {
    const card = row.current?.querySelector<HTMLElement>(`[data-act="${key}"]`);
    if (row.current === null || card == null) return;
    // On phones the row is swiped; the page itself stays where it is.
    row.current.scrollTo({ left: card.offsetLeft - (row.current.clientWidth - card.offsetWidth) / 2 });
  }, [key]);
  if (seat === null) return null;
  const open = choices.filter(({ number }) => number !== null).length;
  if (choices.length > 0) {
    return (
      <section aria-label={i18n._("Your acts, {open} open", { open })}>
        <ul ref={row} className={styles.row}>
          {choices.map((choice) => (
            <li key={actKey(choice.act)} data-act={actKey(choice.act)}>
              <ActCard
                scene={scene}
                seat={seat}
                choice={choice}
                chosen={actKey(choice.act) === key}
                onChoose={() => handling.choose(choice)}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  }
  return (
    <section aria-label={i18n._("Your tokens, and where each roll leads them")}>
      {/* On phones the row is swiped, and by keyboard scrolled: so it takes the focus. */}
      <ul ref={row} className={styles.row} tabIndex={0} aria-label={texts().things.roll.name}>
        {actsOf(view.table, seat).map((act) => (
          <li key={actKey(act)}>
            <ProspectCard scene={scene} seat={seat} choice={{ act }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
