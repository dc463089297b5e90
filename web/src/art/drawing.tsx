import cards from "./cards.svg?url";
import icons from "./icons.svg?url";
import marks from "./marks.svg?url";
import signs from "./signs.svg?url";
import sisters from "./sisters.svg?url";
import tieqchieq from "./tieqchieq.svg?url";

const SHEETS = { cards, icons, marks, signs, sisters, tieqchieq };

/** A file of drawings; each is a `<symbol>` in it. A game of a host's own has files of its own, by their paths. */
export type Sheet = keyof typeof SHEETS | `/own-games/${string}`;

interface Props {
  readonly sheet: Sheet;
  readonly id: string;
  /** What it shows, for who does not see it; without it the drawing is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** A drawing in HTML, as large as its CSS says. */
export function Drawing({ sheet, id, label, className }: Props) {
  return (
    <svg
      className={className}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <use href={drawingUrl(sheet, id)} />
    </svg>
  );
}

/** The address of a drawing, for `<use href>` inside an `<svg>`. */
export function drawingUrl(sheet: Sheet, id: string): string {
  return `${SHEETS[sheet as keyof typeof SHEETS] ?? sheet}#${id}`;
}
