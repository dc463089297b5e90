import { drawingUrl, type Sheet } from "../../art/drawing.tsx";

interface Props {
  readonly sheet: Sheet;
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly className?: string | undefined;
}

/** A drawing on a board, with its middle at a point. */
export function Figure({ sheet, id, x, y, size, className }: Props) {
  return (
    <use
      className={className}
      href={drawingUrl(sheet, id)}
      x={x - size / 2}
      y={y - size / 2}
      width={size}
      height={size}
    />
  );
}
