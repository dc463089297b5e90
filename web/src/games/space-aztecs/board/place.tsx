import { type Place as PlaceState, placeName, type Seat } from "@flower-war/client-sdk/space-aztecs";
import { memo } from "react";
import { drawingUrl } from "../../../art/drawing.tsx";
import { placeArt } from "../cards/card-art.ts";
import { texts } from "../texts.ts";
import styles from "./dial.module.css";
import { angleOf, nameArc, pilePoints, pointAt, RADIUS, wedge } from "./geometry.ts";
import { isLow } from "./holding.ts";

interface Props {
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
export const Place = memo(function Place(props: Props) {
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
              onClick: () => onSelect(place),
              onKeyDown: (event: React.KeyboardEvent) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                onSelect(place);
              },
            })}
        aria-label={label}
        data-place={place}
      >
        <path className={styles.rack} d={wedge(place, RADIUS.rackInner, RADIUS.rackOuter)} />
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
function Pile({ place, cards, heldBy, small }: Pick<Props, "place" | "cards" | "heldBy" | "small">) {
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
      <circle className={isLow(pile) ? styles.low : styles.plate} cx={x} cy={y} r={small ? 22 : 15} />
      <text className={small ? styles.largeCount : styles.count} x={x} y={y + (small ? 9.5 : 6.5)}>
        {cards}
      </text>
    </>
  );
}

function Medallion({ place, heldBy, small }: Pick<Props, "place" | "heldBy" | "small">) {
  const [x, y] = pointAt(small ? 200 : 192, angleOf(place));
  const radius = small ? 46 : 38;
  const { sheet, id } = placeArt(place);
  return (
    <>
      <circle className={heldBy === null ? styles.disc : styles.socket} cx={x} cy={y} r={radius} />
      {heldBy === null ? <circle className={styles.discRing} cx={x} cy={y} r={radius - 4} /> : null}
      <use
        href={drawingUrl(sheet, id)}
        x={x - radius * 0.72}
        y={y - radius * 0.72}
        width={radius * 1.44}
        height={radius * 1.44}
        className={heldBy === null ? undefined : styles.faint}
      />
    </>
  );
}

const Name = memo(function Name({ place }: { place: number }) {
  const arc = `place-name-${place}`;
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
      <use
        href={drawingUrl("sisters", `seat-${seat}`)}
        x={x - size / 2}
        y={y - size / 2}
        width={size}
        height={size}
      />
      <g className={styles.dots}>
        {[-9, 0, 9].map((shift) => (
          <circle key={shift} cx={dotsX + shift} cy={dotsY} r="3.2" />
        ))}
      </g>
    </>
  );
}
