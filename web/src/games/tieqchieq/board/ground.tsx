import { SEATS, type Seat, type Table } from "@flower-war/client-sdk/tieqchieq";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import styles from "./board.module.css";
import { bridges, centerOf, reserveOf, startOf, TRAY_Y } from "./geometry.ts";
import { TokenAt } from "./token.tsx";

const HOME_PLACES = [0, 1, 2, 3, 4, 5];

/** The lake in its frame, and the bridges with the direction of each path. */
export function Ground() {
  return (
    <>
      <rect className={styles.shade} x={-306} y={-300} width={612} height={608} rx={26} />
      <rect className={styles.rim} x={-304} y={-304} width={608} height={608} rx={24} />
      <rect className={styles.rimLine} x={-299} y={-299} width={598} height={598} rx={20} />
      <rect className={styles.lake} x={-287} y={-287} width={574} height={574} rx={12} />
      {Array.from({ length: 10 }, (_, row) => (
        <path
          key={row}
          className={styles.wave}
          d={`M-282 ${row * 58 - 260}q18 -9 36 0${"t36 0".repeat(14)}`}
        />
      ))}
      {SEATS.map((seat) => (
        <path
          key={seat}
          className={`${styles.pier} ${styles[seat]}`}
          d={`M${centerOf(startOf(seat)).x} ${seat === "red" ? 312 : -312}V${seat === "red" ? 280 : -280}`}
        />
      ))}
      {bridges().map(({ seat, x, y, angle }) => (
        <g
          key={`${seat} ${x} ${y}`}
          className={`${styles.bridge} ${styles[seat]}`}
          transform={`translate(${x} ${y}) rotate(${angle})`}
        >
          <rect x={-13} y={-16} width={26} height={32} rx={3} />
          <path d="M-4.5 -8L4.5 0L-4.5 8" />
        </g>
      ))}
    </>
  );
}

/** A colour's tray: its start, the tokens that wait, and the six places of those that are home. */
export function Tray({ seat, table }: { readonly seat: Seat; readonly table: Table }) {
  const { reserve, home } = table.tokens[seat];
  const side = seat === "red" ? 1 : -1;
  const start = centerOf(startOf(seat));
  const towards = side > 0 ? "start" : "end";
  const away = side > 0 ? "end" : "start";
  return (
    <g className={`${styles.tray} ${styles[seat]}`}>
      <rect x={-298} y={side > 0 ? 300 : -364} width={596} height={64} rx={16} />
      <circle className={styles.dot} cx={start.x} cy={start.y} r={25} />
      <circle className={styles.eye} cx={start.x} cy={start.y} r={8} />
      <text className={styles.label} x={start.x + side * 100} y={start.y - 5} textAnchor={towards}>
        {texts().things.reserve.name}
      </text>
      <text className={styles.count} x={start.x + side * 100} y={start.y + 17} textAnchor={towards}>
        {i18n._("{n} waiting", { n: reserve })}
      </text>
      {HOME_PLACES.map((place) => {
        const x = side * (268 - place * 43);
        return place < home ? (
          <TokenAt key={place} seat={seat} x={x} y={TRAY_Y * side - 1} size={48} />
        ) : (
          <circle key={place} className={styles.slot} cx={x} cy={TRAY_Y * side} r={17} />
        );
      })}
      <text className={styles.label} x={side * 30} y={TRAY_Y * side + 7} textAnchor={away}>
        {texts().places.home.name}
      </text>
      {reserve > 0 ? <TokenAt seat={seat} {...reserveOf(seat)} size={56} /> : null}
    </g>
  );
}
