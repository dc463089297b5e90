import { type Seat, saucerLimit, type Table } from "@flower-war/client-sdk/space-aztecs";
import type { Reader } from "@flower-war/client-sdk/texts";
import { type KeyboardEvent, useRef, useState } from "react";
import { i18n } from "../../../texts/index.ts";
import styles from "./dial.module.css";
import { placeAfter, RADIUS } from "./geometry.ts";
import { placeOf } from "./holding.ts";
import { Hours } from "./hours.tsx";
import { Place } from "./place.tsx";
import { placeLabel } from "./place-words.ts";
import { Sun } from "./sun.tsx";

interface Props {
  readonly table: Table;
  readonly reader: Reader<Seat>;
  /** Without names and hours, and with larger figures: for phones. */
  readonly small?: boolean;
  /** The places whose piles can be taken now. */
  readonly targets?: ReadonlySet<number>;
  readonly selected?: number | null;
  /** Left out: the dial is only looked at. */
  readonly onSelect?: (place: number) => void;
}

const NOWHERE: ReadonlySet<number> = new Set();

/** The sundial: eight places clockwise from the top, with their piles, round the sun on which the Saucers are counted. */
export function Dial({ table, reader, small = false, targets = NOWHERE, selected = null, onSelect }: Props) {
  const ring = useRef<SVGGElement>(null);
  const [walked, setWalked] = useState<number | null>(null);
  const held = placeOf(table, reader.seat);
  const own = held ?? selected ?? 1;
  const current = walked ?? own;
  const onKeyDown = (event: KeyboardEvent) => {
    const from = Number((event.target as Element).getAttribute("data-place"));
    const to = from === 0 ? null : placeAfter(event.key, from, own);
    if (to === null) return;
    event.preventDefault();
    setWalked(to);
    ring.current?.querySelector<SVGGElement>(`[data-place="${to}"]`)?.focus();
  };
  return (
    <svg
      className={styles.dial}
      viewBox="-318 -318 636 636"
      data-board
      role="group"
      aria-label={i18n._("The sundial")}
    >
      <circle className={styles.shadow} r="316" />
      <circle className={styles.rim} r={RADIUS.rim} />
      <circle className={styles.rimLine} r="311" />
      <g
        ref={ring}
        role="list"
        aria-label={i18n._("Eight places, clockwise from the top")}
        onKeyDown={onSelect === undefined ? undefined : onKeyDown}
      >
        {table.places.map(({ cards, heldBy }, index) => {
          const place = index + 1;
          return (
            <Place
              key={place}
              place={place}
              cards={cards}
              heldBy={heldBy}
              mine={place === held}
              target={targets.has(place)}
              selected={place === selected}
              small={small}
              label={placeLabel(table, place, reader, targets.has(place))}
              tabbable={place === current}
              onSelect={onSelect}
            />
          );
        })}
      </g>
      <Hours small={small} />
      <Sun played={table.saucersPlayed} limit={saucerLimit(table)} small={small} />
    </svg>
  );
}
