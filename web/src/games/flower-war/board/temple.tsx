import { GODS, type God } from "@flower-war/client-sdk/flower-war";
import { memo } from "react";
import { Figure } from "../../../game-frame/board/figure.tsx";
import { pressHandlers } from "../../../game-frame/board/ring-keys.ts";
import styles from "./board.module.css";
import { SHRINE_X } from "./geometry.ts";

/** The base, width and height of each tier, from below. */
const TIERS = [
  [62, 128, 16],
  [46, 112, 16],
  [30, 96, 15],
  [15, 82, 15],
] as const;

interface Props {
  /** The gods whose slots are open: exactly those to whom the viewer may offer, or whom they can choose. Default: none. */
  readonly open?: ReadonlySet<God>;
  /** Returns what a shrine is for, and what a press on it does. */
  readonly wordsOf?: (god: God) => { readonly tip: string; readonly label: string };
  /** `undefined`: the board is only looked at. */
  readonly onGod?: ((god: God) => void) | undefined;
}

/** The Templo Mayor: Tlaloc's shrine on the left, Huitzilopochtli's on the right, each with a slot for skulls. */
export function Temple({ open, wordsOf, onGod }: Props) {
  return (
    <g className={styles.temple}>
      <Stairs />
      {GODS.toReversed().map((god) => (
        <Shrine key={god} god={god} open={open?.has(god) ?? false} {...wordsOf?.(god)} onGod={onGod} />
      ))}
    </g>
  );
}

const Stairs = memo(function Stairs() {
  return (
    <>
      {TIERS.map(([base, width, height]) => {
        const top = base - height;
        const half = width / 2;
        return (
          <g key={base}>
            <path
              className={styles.stone}
              d={`M${-half} ${base}L${5 - half} ${top}H${half - 5}L${half} ${base}Z`}
            />
            <path className={styles.lip} d={`M${3 - half} ${top}H${half - 3}V${top + 4.5}H${3 - half}Z`} />
          </g>
        );
      })}
      {[-15, 15].map((x) => (
        <g key={x}>
          <path className={styles.balustrade} d={`M${x - 12.5} 62V0H${x + 12.5}V62Z`} />
          <path className={styles.stair} d={`M${x - 8} 62V0H${x + 8}V62Z`} />
          <path
            className={styles.step}
            d={[6, 13, 20, 27, 34, 41, 48, 55].map((y) => `M${x - 8} ${y}H${x + 8}`).join("")}
          />
        </g>
      ))}
    </>
  );
});

interface ShrineProps {
  readonly god: God;
  readonly open: boolean;
  readonly tip?: string;
  readonly label?: string;
  readonly onGod: ((god: God) => void) | undefined;
}

const Shrine = memo(function Shrine({ god, open, tip, label, onGod }: ShrineProps) {
  const x = SHRINE_X[god];
  const button =
    onGod === undefined ? {} : { role: "button", tabIndex: 0, "aria-disabled": !open, "aria-label": label };
  return (
    <g
      {...button}
      className={open ? styles.openShrine : styles.shrine}
      data-tip={tip}
      data-god={god}
      {...pressHandlers(() => {
        if (open) onGod?.(god);
      })}
    >
      {open ? <circle className={styles.glow} cx={x} cy={-20} r={34} /> : null}
      {open ? (
        <path
          className={styles.shrineEdge}
          d={`M${x - 18} 0V-31H${x - 20}L${x - 14.5} -55H${x + 14.5}L${x + 20} -31H${x + 18}V0Z`}
        />
      ) : null}
      <path className={styles[`wall-${god}`]} d={`M${x - 18} 0V-31H${x + 18}V0Z`} />
      <path
        style={{ fill: `var(--roof-${god})` }}
        d={`M${x - 20} -31L${x - 14.5} -55H${x + 14.5}L${x + 20} -31Z`}
      />
      {god === "tlaloc" ? (
        <path className={styles.rainStripes} d={[-9, -3, 3, 9].map((dx) => `M${x + dx} -36V-50`).join("")} />
      ) : (
        [
          [-9, -38],
          [-3, -45],
          [3, -38],
          [9, -45],
          [-9.5, -51],
        ].map(([dx = 0, y = 0]) => (
          <circle key={dx} className={styles.roofSkull} cx={x + dx} cy={y} r={2.2} />
        ))
      )}
      <path className={styles.slot} d={`M${x - 9} 0V-22H${x + 9}V0Z`} />
      {open ? <Figure sheet="marks" id="skull" x={x} y={-11} size={15} /> : null}
    </g>
  );
});
