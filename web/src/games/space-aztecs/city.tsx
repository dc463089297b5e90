import type { Card, Seat, Table } from "@flower-war/client-sdk/space-aztecs";
import type { ReactNode } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { i18n } from "../../texts/index.ts";
import { SmallCard } from "./cards.tsx";
import { cityOf, worthsOf } from "./cities.ts";
import { texts } from "./texts.ts";
import { tipOf } from "../../game-frame/game-texts.ts";
import styles from "./city.module.css";

interface CityProps {
  readonly table: Table;
  readonly seat: Seat;
  /** The Aztecs that can be chosen here now. */
  readonly targets?: readonly Card[];
  readonly chosen?: Card | undefined;
  readonly onChoose?: (card: Card) => void;
}

/** A city in four zones. The numbers on the cards add up to its points. */
export function City({ table, seat, targets = [], chosen, onChoose }: CityProps) {
  const { visible, temples, codices, saucers } = cityOf(table, seat);
  const worths = worthsOf(table, seat);
  return (
    <div className={styles.zones}>
      <Zone icon="i-eye" tone="plain" thing="visible" name={i18n._("visible")} count={visible.length}>
        {visible.map((card) => (
          <li key={card}>
            <SmallCard
              card={card}
              worth={worths.get(card)}
              chosen={card === chosen}
              onChoose={targets.includes(card) ? () => onChoose?.(card) : undefined}
            />
          </li>
        ))}
      </Zone>
      <Zone
        icon="i-pyr"
        tone="temple"
        thing="covered"
        name={i18n._("sheltered")}
        count={temples.reduce((sum, { covers }) => sum + 1 + covers.length, 0)}
      >
        {temples.map(({ card, covers }) => (
          <Stack key={card} top={card} under={covers} worths={worths} />
        ))}
      </Zone>
      <Zone icon="i-book" tone="plain" thing="codex" name={i18n._("codices")} count={codices.length}>
        {codices.map((card) => (
          <li key={card}>
            <SmallCard card={card} worth={worths.get(card)} />
          </li>
        ))}
      </Zone>
      <Zone
        icon="i-saucer"
        tone="saucer"
        thing="saucer"
        name={i18n._("took")}
        count={saucers.reduce((sum, { took }) => sum + 1 + took.length, 0)}
      >
        {saucers.map(({ card, took }) => (
          <Stack key={card} top={card} under={took} worths={worths} />
        ))}
      </Zone>
    </div>
  );
}

interface StackProps {
  readonly top: Card;
  readonly under: readonly Card[];
  readonly worths: ReadonlyMap<Card, number>;
}

/** A Temple over its Aztecs, or a Saucer over those that it took. */
function Stack({ top, under, worths }: StackProps) {
  return (
    <li className={styles.stack}>
      <SmallCard card={top} />
      {under.map((card, index) => (
        <span key={card} style={{ zIndex: -index }}>
          <SmallCard card={card} worth={worths.get(card)} under />
        </span>
      ))}
    </li>
  );
}

interface ZoneProps {
  readonly icon: "i-eye" | "i-pyr" | "i-book" | "i-saucer";
  readonly tone: "plain" | "temple" | "saucer";
  readonly thing: "visible" | "covered" | "codex" | "saucer";
  readonly name: string;
  /** How many cards lie in it; the zone is as wide as they need. */
  readonly count: number;
  readonly children: ReactNode;
}

function Zone({ icon, tone, thing, name, count, children }: ZoneProps) {
  return (
    <div
      role="group"
      className={styles.zone}
      style={{ flexGrow: Math.max(1, count) }}
      aria-label={i18n._("{zone}, {count, plural, one {# card} other {# cards}}", { zone: name, count })}
    >
      <small data-tip={tipOf(texts().things[thing])}>
        <Drawing sheet="sisters" id={icon} className={`${styles.icon} ${styles[tone]}`} />
        {name}
      </small>
      {count === 0 ? <span className={styles.none} /> : <ul className={styles.cards}>{children}</ul>}
    </div>
  );
}
