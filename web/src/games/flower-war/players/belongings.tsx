import {
  DECKS,
  discWords,
  type Sign,
  SIGNS,
  type SpaceId,
  type Tribe,
} from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { DISC_OF_SIGN } from "../board/signs.ts";
import { texts } from "../texts.ts";
import styles from "./players.module.css";

interface CountsProps {
  readonly tribe: Tribe;
  /** Leaves out Day cards that are not there. */
  readonly tight: boolean;
}

/** How many cards of each deck a seat holds, and its canoes. */
export function CardCounts({ tribe: { cards, canoes }, tight }: CountsProps) {
  return (
    <span className={styles.counts}>
      {canoes === 0 ? null : (
        <span
          className={styles.canoes}
          data-tip={`${texts().things.canoe.name}\n${texts().things.canoe.about}`}
        >
          <Drawing sheet="cards" id="canoe" />
          {canoes}
          <Unseen> {i18n._("{canoes, plural, one {canoe} other {canoes}}", { canoes })}</Unseen>
        </span>
      )}
      {DECKS.filter((deck) => deck !== "day" || cards.day > 0 || (!tight && canoes === 0)).map((deck) => (
        <span key={deck} className={`${styles.count} ${styles[deck]}`}>
          <Drawing sheet="marks" id={deck} />
          {cards[deck]}
          <Unseen>
            {" "}
            {i18n._("{n, plural, one {{deck} card} other {{deck} cards}}", {
              n: cards[deck],
              deck: texts().decks[deck].name,
            })}
          </Unseen>
        </span>
      ))}
    </span>
  );
}

/** The discs that a seat holds; a copy has a dashed edge. */
export function Discs({
  discs,
  stacked = false,
}: {
  discs: readonly { readonly disc: SpaceId; readonly copy: boolean }[];
  stacked?: boolean;
}) {
  if (discs.length === 0) {
    return (
      <span className={styles.none}>
        <span aria-hidden="true">–</span>
        <Unseen>{i18n._("none")}</Unseen>
      </span>
    );
  }
  return (
    <span className={stacked ? styles.stacked : styles.discs}>
      {discs.map(({ disc, copy }, index) => (
        <span
          key={`${disc}-${index}`}
          className={copy ? styles.copy : styles.medal}
          data-tip={discTip(disc, copy)}
        >
          <Drawing sheet="signs" id={disc} label={copy ? i18n._("copy of {disc}", { disc }) : disc} />
        </span>
      ))}
    </span>
  );
}

/** The three signs; those that the viewer does not know of are grey. */
export function Signs({ signs }: { signs: readonly Sign[] }) {
  return (
    <span className={styles.signs}>
      {SIGNS.map((sign) => {
        const held = signs.includes(sign);
        const name = texts().signs[sign];
        const words = held ? i18n._("{name}: held", { name }) : i18n._("{name}: not seen", { name });
        return (
          <span
            key={sign}
            className={held ? styles.medal : styles.noMedal}
            data-tip={`${words}\n${texts().things.signs.about}`}
          >
            <Drawing sheet="signs" id={DISC_OF_SIGN[sign]} label={words} />
          </span>
        );
      })}
    </span>
  );
}

/** What a disc gives its holder. */
export function discTip(disc: SpaceId, copy = false): string {
  const words = discWords(disc, texts());
  return [
    `${copy ? i18n._("Copy of {disc}", { disc }) : disc}, ${words.meaning}`,
    `${words.bonus.short}.`,
    words.tribute,
  ].join("\n");
}
