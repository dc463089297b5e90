import { placeName } from "@flower-war/client-sdk/space-aztecs";
import { useEffect, useRef } from "react";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { placeOf } from "../board/holding.ts";
import { CardButton } from "../cards/card.tsx";
import type { SpaceAztecsScene } from "../scene.ts";
import type { Handling } from "../table-state.ts";
import { texts } from "../texts.ts";
import { ChosenCard } from "./chosen-card.tsx";
import styles from "./hand.module.css";

interface Props {
  readonly scene: SpaceAztecsScene;
  readonly handling: Handling;
}

/** The pile that the viewer holds, by time, or the card that they set aside. On phones the pile is a row to swipe. */
export function Hand({ scene, handling }: Props) {
  const { pile, chosen, table, seat } = scene.view;
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // A row to swipe begins with the card in its middle.
    if (pile.length > 0) {
      row.current?.scrollTo({ left: (row.current.scrollWidth - row.current.clientWidth) / 2 });
    }
  }, [pile]);
  const place = placeOf(table, seat);
  if (pile.length === 0 || place === null) {
    return <ChosenCard card={chosen} onRead={(reading) => handling.point({ reading })} />;
  }
  return (
    <section
      className={styles.hand}
      aria-label={i18n._("The pile you hold, {place}, {n, plural, one {# card} other {# cards}}, by time", {
        place: placeName(place, texts()),
        n: pile.length,
      })}
    >
      <ul ref={row} className={styles.cards}>
        {pile.map((card, index) => (
          <li key={card} style={{ "--lean": index - (pile.length - 1) / 2 }}>
            <CardButton
              card={card}
              chosen={card === handling.card}
              shortcut={index < 9 ? String(index + 1) : undefined}
              onClick={() => handling.chooseCard(card)}
            />
          </li>
        ))}
      </ul>
      <Unseen>{i18n._("Keys 1 to 9 choose a card. A chosen card pressed again is read.")}</Unseen>
    </section>
  );
}
