import { Drawing } from "../../art/drawing.tsx";

interface Props {
  /** A seat of Flower War, whose shape, colour and letter are drawn. */
  readonly seat: string;
  readonly label?: string;
  readonly className?: string | undefined;
}

/** A seat's sign: shape, colour and letter together. */
export function SeatMark({ seat, label, className }: Props) {
  return (
    <Drawing
      sheet="marks"
      id={`seat-${seat}`}
      className={className}
      {...(label !== undefined && { label })}
    />
  );
}
