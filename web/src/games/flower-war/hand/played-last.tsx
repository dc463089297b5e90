import { type Card, type Event, type Seat, spaceName } from "@flower-war/client-sdk/flower-war";
import { useContext } from "react";
import { SeatMark } from "../../../design/parts/seat-mark.tsx";
import { ShownEventsContext } from "../../../game-frame/log/shown-events.ts";
import { i18n } from "../../../texts/index.ts";
import { type FlowerWarScene, readerFor } from "../texts.ts";
import { CardButton } from "./card.tsx";
import styles from "./hand.module.css";

/** Cards that are shown. */
const MOST = 3;

interface Props {
  readonly scene: FlowerWarScene;
  readonly onCard: (card: Card) => void;
}

/** Who played last, for watchers, who hold no cards: the newest card first, and where it was played. */
export function PlayedLast({ scene, onCard }: Props) {
  const events = useContext(ShownEventsContext) ?? [];
  const reader = readerFor(scene);
  const played = playedIn(events.map(({ event }) => event as Event));
  return (
    <section className={styles.hand} aria-label={i18n._("Played last")}>
      <h2 className={styles.heading}>{i18n._("Played last")}</h2>
      {played.length === 0 ? <p className={styles.empty}>{i18n._("No card yet.")}</p> : null}
      <ul className={styles.acting}>
        {played.map(({ seat, card, space, inBattle }, index) => (
          <li key={played.length - index}>
            <p>
              <SeatMark seat={seat} className={styles.mark} />
              <strong>{reader.nameOf(seat)}</strong>{" "}
              {space === null
                ? null
                : inBattle
                  ? i18n._("battle on {space}", { space: spaceName(space) })
                  : i18n._("on {space}", { space: spaceName(space) })}
            </p>
            <CardButton card={card} size="wide" onClick={() => onCard(card)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A card that a seat played. */
export interface Played {
  readonly seat: Seat;
  readonly card: Card;
  /** Where, 1-20; `null`: the seat has not moved since the events begin. */
  readonly space: number | null;
  readonly inBattle: boolean;
}

/** Returns the cards that were played last, the newest first. @param events the oldest first */
export function playedIn(events: readonly Event[]): readonly Played[] {
  const places = new Map<Seat, number>();
  const played: Played[] = [];
  let battle: number | null = null;
  for (const event of events) {
    switch (event.type) {
      case "moved":
        places.set(event.seat, event.space);
        break;
      case "battle-began":
        battle = places.get(event.attacker) ?? null;
        break;
      case "card-played":
        played.push({
          seat: event.seat,
          card: event.card,
          space: places.get(event.seat) ?? null,
          inBattle: false,
        });
        break;
      case "battle-card-played":
        played.push({ seat: event.seat, card: event.card, space: battle, inBattle: true });
        break;
      default:
    }
  }
  return played.slice(-MOST).toReversed();
}
