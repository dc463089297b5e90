import type { Act, Seat } from "@flower-war/client-sdk/tieqchieq";
import { otherSeat } from "@flower-war/client-sdk/tieqchieq";
import { drawingUrl } from "../../../art/drawing.tsx";
import { paintOf } from "../board/square.tsx";
import type { Way } from "./acts.ts";
import styles from "./acts.module.css";

interface Props {
  readonly seat: Seat;
  readonly act: Act;
  readonly way: Way | null;
}

/** What an act does, drawn: what moves, and where to. */
export function ActPicture({ seat, act, way }: Props) {
  const own = drawingUrl("sisters", `t-${seat}`);
  const battle = way?.landing === "battle";
  const start = act.type === "introduce";
  return (
    <svg className={styles.drawing} viewBox="0 0 110 50" aria-hidden="true">
      {start ? (
        <use href={drawingUrl("tieqchieq", `start-${seat}`)} x={14} y={10} width={32} height={32} />
      ) : (
        <use href={own} x={battle ? 22 : 12} y={5} width={42} height={42} />
      )}
      {battle && !start ? null : (
        <path className={styles.arrow} d={start ? "M49 26h10m-5 -5l6 5l-6 5" : "M52 26h8m-5 -5l6 5l-6 5"} />
      )}
      {start && !battle ? (
        <use href={own} x={64} y={5} width={42} height={42} />
      ) : (
        <use
          href={battle ? drawingUrl("sisters", `t-${otherSeat(seat)}`) : goalOf(seat, way)}
          x={62}
          y={battle ? 4 : 5}
          width={42}
          height={42}
        />
      )}
    </svg>
  );
}

function goalOf(seat: Seat, way: Way | null): string {
  if (way === null) return drawingUrl("tieqchieq", `end-${seat}`);
  const paint = paintOf(way.to);
  if (paint === null || paint.startsWith("plus-")) {
    return drawingUrl("tieqchieq", way.landing === "plus" ? `plus-${seat}` : "square");
  }
  return drawingUrl("tieqchieq", paint.replace("fret-", "land-"));
}
