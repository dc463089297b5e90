import type { Seat } from "@flower-war/client-sdk/tieqchieq";
import { drawingUrl } from "../../../art/drawing.tsx";

interface Props {
  readonly seat: Seat;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly className?: string | undefined;
}

/** A token with its centre at a point of the board. */
export function TokenAt({ seat, x, y, size, className }: Props) {
  return (
    <use
      className={className}
      href={drawingUrl("sisters", `t-${seat}`)}
      x={x - size / 2}
      y={y - size / 2}
      width={size}
      height={size}
    />
  );
}
