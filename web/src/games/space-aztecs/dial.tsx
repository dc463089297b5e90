import {
  type Place as PlaceState,
  placeName,
  type Seat,
  saucerLimit,
  type Table,
} from "@flower-war/client-sdk/space-aztecs";
import type { Reader } from "@flower-war/client-sdk/texts";
import { memo, useId } from "react";
import { drawingUrl } from "../../art/drawing.tsx";
import ringStyles from "../../game-frame/board/board.module.css";
import { Figure } from "../../game-frame/board/figure.tsx";
import { pressHandlers, useRingKeys } from "../../game-frame/board/ring-keys.ts";
import { i18n } from "../../texts/index.ts";
import { placeArt } from "./card-art.ts";
import { isLow, placeOf } from "./cities.ts";
import styles from "./dial.module.css";
import {
  angleOf,
  nameArc,
  PLACE_COUNT,
  pilePoints,
  pointAt,
  RADIUS,
  RAYS,
  ray,
  SIDE,
  saucerPoints,
  wedge,
} from "./geometry.ts";
import { texts } from "./texts.ts";

interface DialProps {
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
export function Dial({
  table,
  reader,
  small = false,
  targets = NOWHERE,
  selected = null,
  onSelect,
}: DialProps) {
  const held = placeOf(table, reader.seat);
  const own = held ?? selected ?? 1;
  const { ring, current, onKeyDown } = useRingKeys({ attribute: "data-place", count: PLACE_COUNT, own });
  return (
    <svg
      className={styles.dial}
      viewBox={`${-SIDE / 2} ${-SIDE / 2} ${SIDE} ${SIDE}`}
      data-board
      role="group"
      aria-label={i18n._("The sundial")}
    >
      <circle className={ringStyles.shadow} r="316" />
      <circle className={ringStyles.rim} r={RADIUS.rim} />
      <circle className={ringStyles.rimLine} r="311" />
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

interface PlaceProps {
  readonly place: number;
  readonly cards: number;
  readonly heldBy: Seat | null;
  readonly mine: boolean;
  readonly target: boolean;
  readonly selected: boolean;
  readonly small: boolean;
  readonly label: string;
  readonly tabbable: boolean;
  /** `undefined`: the dial is only looked at. */
  readonly onSelect: ((place: number) => void) | undefined;
}

/** One place of the sundial: its pile on the rim, its picture and name, and who holds the pile. */
export const Place = memo(function Place(props: PlaceProps) {
  const { place, heldBy, mine, target, selected, label, tabbable, onSelect } = props;
  const marked = mine || target || selected;
  return (
    <g role="listitem">
      <g
        className={[
          styles.place,
          heldBy === null ? "" : styles.held,
          mine ? styles.mine : "",
          target ? styles.target : "",
          selected ? styles.selected : "",
        ].join(" ")}
        {...(onSelect === undefined
          ? { role: "img" }
          : {
              role: "button",
              tabIndex: tabbable ? 0 : -1,
              "aria-pressed": selected,
              ...pressHandlers(() => onSelect(place)),
            })}
        aria-label={label}
        data-place={place}
      >
        <path className={ringStyles.rack} d={wedge(place, RADIUS.rackInner, RADIUS.rackOuter)} />
        <path className={styles.tile} d={wedge(place, RADIUS.tileInner, RADIUS.tileOuter)} />
        {marked ? (
          <path
            className={styles.halo}
            d={wedge(place, RADIUS.tileInner + 3.5, RADIUS.tileOuter - 3.5, 0.9)}
          />
        ) : null}
        <Medallion {...props} />
        {heldBy === null ? null : <Holder place={place} seat={heldBy} small={props.small} />}
      </g>
      <g aria-hidden="true" className={styles.printed}>
        <Pile {...props} />
        {props.small ? null : <Name place={place} />}
      </g>
    </g>
  );
});

/** One back for each card, and the number of cards. Held piles are only outlined. */
function Pile({ place, cards, heldBy, small }: Pick<PlaceProps, "place" | "cards" | "heldBy" | "small">) {
  const [width, height] = small ? [26, 34] : [24, 31];
  const [x, y] = pointAt(RADIUS.pile, angleOf(place) + 15.5);
  const pile: PlaceState = { cards, heldBy };
  return (
    <>
      {pilePoints(place, cards, small ? 18.4 : 16.5).map(([left, top]) => (
        <g key={left} transform={`translate(${left} ${top}) rotate(${angleOf(place)})`}>
          <rect
            className={heldBy === null ? styles.back : styles.away}
            x={-width / 2}
            y={-height / 2}
            width={width}
            height={height}
            rx="3.5"
          />
          {heldBy === null ? <path className={styles.diamond} d="M0 -8L6 0L0 8L-6 0Z" /> : null}
        </g>
      ))}
      <circle
        className={isLow(pile) ? ringStyles.lowPlate : ringStyles.plate}
        cx={x}
        cy={y}
        r={small ? 22 : 15}
      />
      <text className={small ? styles.largeCount : styles.count} x={x} y={y + (small ? 9.5 : 6.5)}>
        {cards}
      </text>
    </>
  );
}

function Medallion({ place, heldBy, small }: Pick<PlaceProps, "place" | "heldBy" | "small">) {
  const [x, y] = pointAt(small ? 200 : 192, angleOf(place));
  const radius = small ? 46 : 38;
  return (
    <>
      <circle className={heldBy === null ? ringStyles.disc : ringStyles.socket} cx={x} cy={y} r={radius} />
      {heldBy === null ? <circle className={ringStyles.discRing} cx={x} cy={y} r={radius - 4} /> : null}
      <Figure
        {...placeArt(place)}
        x={x}
        y={y}
        size={radius * 1.44}
        className={heldBy === null ? undefined : styles.faint}
      />
    </>
  );
}

const Name = memo(function Name({ place }: { place: number }) {
  const arc = useId();
  return (
    <>
      <path id={arc} d={nameArc(place)} fill="none" />
      <text className={styles.name}>
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          {placeName(place, texts())}
        </textPath>
      </text>
    </>
  );
});

/** The holder's shape, and dots: they still look for a card. */
function Holder({ place, seat, small }: { place: number; seat: Seat; small: boolean }) {
  const turn = small ? 15 : 13;
  const size = small ? 58 : 42;
  const [x, y] = pointAt(small ? 164 : 158, angleOf(place) - turn);
  const [dotsX, dotsY] = pointAt(small ? 166 : 158, angleOf(place) + turn);
  return (
    <>
      <Figure sheet="sisters" id={`seat-${seat}`} x={x} y={y} size={size} />
      <g className={styles.dots}>
        {[-9, 0, 9].map((shift) => (
          <circle key={shift} cx={dotsX + shift} cy={dotsY} r="3.2" />
        ))}
      </g>
    </>
  );
}

/** A place as it is read out: "Garden, 4 cards, held by Jun". */
function placeLabel(table: Table, place: number, reader: Reader<Seat>, canTake: boolean): string {
  const { cards = 0, heldBy = null } = table.places[place - 1] ?? {};
  return [
    placeName(place, texts()),
    i18n._("{cards, plural, one {# card} other {# cards}}", { cards }),
    holderWords(heldBy, reader),
    ...(canTake ? [i18n._("you can take it")] : []),
  ].join(", ");
}

function holderWords(holder: Seat | null, reader: Reader<Seat>): string {
  if (holder === null) return i18n._("free");
  if (holder === reader.seat) return i18n._("held by you");
  return i18n._("held by {who}", { who: reader.nameOf(holder) });
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The ring of hours round the sun. Decoration: cards say their times elsewhere. */
const Hours = memo(function Hours({ small }: { small: boolean }) {
  return (
    <g aria-hidden="true">
      <circle className={styles.hours} r={RADIUS.hours} />
      {HOURS.map((hour) => {
        const long = hour % 6 === 0;
        const [from, to] = [pointAt(long ? 128 : 126, hour * 15), pointAt(long ? 111 : 117, hour * 15)];
        return (
          <path
            key={hour}
            className={long ? styles.longTick : styles.tick}
            d={`M${from.join(" ")}L${to.join(" ")}`}
          />
        );
      })}
      {small
        ? null
        : [0, 6, 12, 18].map((hour) => {
            const [x, y] = pointAt(RADIUS.hours, hour * 15);
            return (
              <g key={hour}>
                <circle className={styles.hour} cx={x} cy={y} r="14" />
                <text className={styles.hourNumber} x={x} y={y + 5.5}>
                  {hour}
                </text>
              </g>
            );
          })}
    </g>
  );
});

interface SunProps {
  readonly played: number;
  /** Saucers that end the match. */
  readonly limit: number;
  readonly small: boolean;
}

/** The fifth sun: how many Saucers have come, of those that end the world. */
export const Sun = memo(function Sun({ played, limit, small }: SunProps) {
  const { points, width } = saucerPoints(limit);
  return (
    <g role="img" aria-label={i18n._("{played} of {limit} Saucers have come", { played, limit })}>
      {Array.from({ length: RAYS }, (_, index) => (
        <path key={index} className={ringStyles.ray} d={ray(index)} />
      ))}
      <circle className={ringStyles.sun} r={RADIUS.sun} />
      <circle className={ringStyles.sunRing} r="71" />
      {points.map(([x, y], index) => (
        <use
          key={x}
          href={drawingUrl("sisters", "i-saucer")}
          x={x - width / 2}
          y={y - width / 3}
          width={width}
          height={width * 0.667}
          className={index < played ? styles.saucer : styles.noSaucer}
        />
      ))}
      <text className={small ? styles.largeSunCount : styles.sunCount} y={small ? 31 : 18}>
        {i18n._("{played} of {limit}", { played, limit })}
      </text>
      <text className={small ? styles.largeSunLabel : styles.sunLabel} y={small ? 54 : 40}>
        {i18n._("saucers")}
      </text>
    </g>
  );
});
