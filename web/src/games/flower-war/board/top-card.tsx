import { cardFace, dayOf, type Seat } from "@flower-war/client-sdk/flower-war";
import { drawingUrl } from "../../../art/drawing.tsx";

import styles from "./board.module.css";
import { angleOf, pointAt } from "./geometry.ts";

const WIDTH = 15;
const HEIGHT = 20;
/** Cards of a stack that are drawn; more look the same. */
const DRAWN = 3;

interface Props {
  readonly space: number;
  readonly top: string | null;
  readonly lingers: Seat | null;
  readonly height: number;
  readonly small: boolean;
}

/** The stack of a space: its top card by its deck, with a bright edge and its player's shape while it lingers. */
export function TopCard({ space, top, lingers, height, small }: Props) {
  if (top === null) return null;
  const [x, y] = pointAt(small ? 218 : 219, angleOf(space) + (small ? 6.3 : 6.2));
  const deck = cardFace(top).deck;
  const sign = dayOf(top)?.sign ?? null;
  return (
    <>
      {Array.from({ length: Math.min(height, DRAWN) - 1 }, (_, index) => {
        const shift = (Math.min(height, DRAWN) - 1 - index) * 1.8;
        return (
          <rect
            key={shift}
            className={styles.under}
            x={x - WIDTH / 2 + shift}
            y={y - HEIGHT / 2 + shift}
            width={WIDTH}
            height={HEIGHT}
            rx={2.5}
          />
        );
      })}
      <rect
        className={`${styles.card} ${styles[deck]} ${lingers === null ? "" : styles.lingering}`}
        x={x - WIDTH / 2}
        y={y - HEIGHT / 2}
        width={WIDTH}
        height={HEIGHT}
        rx={2.5}
      />
      <use
        href={sign === null ? drawingUrl("marks", deck) : drawingUrl("signs", sign)}
        x={x - 6.5}
        y={y - 6.5}
        width={13}
        height={13}
      />
      {lingers === null ? null : (
        <use href={drawingUrl("marks", `seat-${lingers}`)} x={x - 12} y={y - 17} width={13} height={13} />
      )}
    </>
  );
}
