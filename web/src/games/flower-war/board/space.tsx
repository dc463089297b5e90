import {
  cardFace,
  type Catastrophe,
  dayOf,
  type Seat,
  type SpaceId,
} from "@flower-war/client-sdk/flower-war";
import { memo, useId } from "react";
import { Figure } from "../../../game-frame/board/figure.tsx";
import ringStyles from "../../../game-frame/board/board.module.css";
import { pointAt } from "../../../game-frame/board/ring.ts";
import { pressHandlers } from "../../../game-frame/board/ring-keys.ts";
import styles from "./board.module.css";
import { angleOf, band, edge, nameArc, RADIUS } from "./geometry.ts";
import { Rack } from "./causeway.tsx";

/** How a space is marked: the viewer stands there, can get there, can choose it, has chosen it. */
export type Mark = "mine" | "near" | "reach" | "target" | "chosen";

interface SpaceProps {
  readonly space: number;
  readonly id: SpaceId;
  readonly rack: number;
  readonly rackSize: number;
  readonly holder: Seat | null;
  readonly top: string | null;
  readonly lingers: Seat | null;
  readonly height: number;
  readonly ruling: Catastrophe | null;
  /** `null`: not marked. */
  readonly mark: Mark | null;
  /** The space panel shows it. */
  readonly selected: boolean;
  readonly small: boolean;
  /** Everything that the space shows, in words. */
  readonly label: string;
  readonly tip: string;
  /** Whether Tab reaches it; arrows reach the others. */
  readonly tabbable: boolean;
  /** `undefined`: the board is only looked at. */
  readonly onSelect: ((space: number) => void) | undefined;
}

/** One space of the ring. Its props are primitives, so that it is drawn again only when something on it changed. */
export const Space = memo(function Space(props: SpaceProps) {
  const { space, ruling, mark, selected, label, tip, tabbable, onSelect } = props;
  const focusable = onSelect === undefined ? {} : { tabIndex: tabbable ? 0 : -1 };
  return (
    <g
      {...focusable}
      role="listitem"
      aria-label={label}
      aria-current={selected || undefined}
      data-space={space}
      data-tip={tip}
      className={[styles.space, mark === null ? "" : styles[mark], selected ? styles.selected : ""].join(" ")}
      {...pressHandlers(() => onSelect?.(space))}
    >
      <path className={ringStyles.rack} d={band(space, RADIUS.rack)} />
      {ruling === "flood" ? null : <Rack {...props} />}
      <path className={space % 2 === 0 ? styles.tileEven : styles.tile} d={band(space, RADIUS.tile)} />
      <path className={`${styles.stripe} ${styles[quadrantOf(space)]}`} d={edge(space)} />
      {mark === null && !selected ? null : <path className={styles.halo} d={band(space, RADIUS.tile, 1.5)} />}
      <Disc {...props} />
      {props.small ? null : <Name space={space} id={props.id} />}
      <TopCard {...props} />
      {ruling === null ? null : <Ruled {...props} ruling={ruling} />}
    </g>
  );
});

/** The disc on the board; if a seat holds it, its socket with the seat's shape. */
function Disc({ space, id, holder, small }: SpaceProps) {
  const [centre, radius, glyph] = small ? [246, 31, 46] : [RADIUS.disc, 28.5, 41];
  const [x, y] = pointAt(centre, angleOf(space));
  const [shapeX, shapeY] = pointAt(centre - 23, angleOf(space) - 5.6);
  return (
    <>
      {holder === null ? (
        <>
          <circle className={ringStyles.disc} cx={x} cy={y} r={radius} />
          <circle className={ringStyles.discRing} cx={x} cy={y} r={radius - 3.6} />
        </>
      ) : (
        <circle className={ringStyles.socket} cx={x} cy={y} r={radius - 1} />
      )}
      <Figure
        sheet="signs"
        id={id}
        x={x}
        y={y}
        size={glyph}
        className={holder === null ? undefined : styles.gone}
      />
      {holder === null ? null : (
        <Figure sheet="marks" id={`seat-${holder}`} x={shapeX} y={shapeY} size={26} />
      )}
    </>
  );
}

/** Names longer than this are set smaller. */
const LONG_NAME = 12;

const Name = memo(function Name({ space, id }: { space: number; id: SpaceId }) {
  const arc = useId();
  return (
    <>
      <path id={arc} d={nameArc(space)} fill="none" />
      <text className={id.length > LONG_NAME ? styles.longName : styles.name}>
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          <tspan className={styles.number}>{space}</tspan> {id}
        </textPath>
      </text>
    </>
  );
});

/** Water or fire over a space. Skulls and number stay legible. */
function Ruled(props: SpaceProps & { readonly ruling: Catastrophe }) {
  const { space, ruling } = props;
  if (ruling === "invasion")
    return <path className={styles.fire} d={band(space, RADIUS.rack, 1.5)} data-ruled />;
  const [from, ...waves] = [-7, -3, 1, 5].map((turn) => pointAt(308, angleOf(space) + turn).join(" "));
  const [peak, ...others] = waves;
  return (
    <>
      <g data-ruled>
        <path className={styles.water} d={band(space, RADIUS.tile)} />
        <path className={styles.deepWater} d={band(space, RADIUS.rack)} />
        <path
          className={styles.ripple}
          d={`M${from}Q${pointAt(315, angleOf(space) - 5).join(" ")} ${peak}${others.map((point) => `T${point}`).join("")}`}
        />
      </g>
      <Rack {...props} />
    </>
  );
}

const QUADRANTS = ["east", "north", "west", "south"] as const;

/** The quadrant of a space, five spaces each. */
const quadrantOf = (space: number) => QUADRANTS[Math.floor((space - 1) / 5) % QUADRANTS.length] ?? "east";

const WIDTH = 15;
const HEIGHT = 20;
/** Cards of a stack that are drawn; more look the same. */
const DRAWN = 3;

interface TopCardProps {
  readonly space: number;
  readonly top: string | null;
  readonly lingers: Seat | null;
  readonly height: number;
  readonly small: boolean;
}

/** The stack of a space: its top card by its deck, with a bright edge and its player's shape while it lingers. */
function TopCard({ space, top, lingers, height, small }: TopCardProps) {
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
      <Figure sheet={sign === null ? "marks" : "signs"} id={sign ?? deck} x={x} y={y} size={13} />
      {lingers === null ? null : (
        <Figure sheet="marks" id={`seat-${lingers}`} x={x - 5.5} y={y - 10.5} size={13} />
      )}
    </>
  );
}
