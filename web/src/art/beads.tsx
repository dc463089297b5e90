import { drawingUrl } from "./drawing.tsx";

const SIZE = 10.4;

interface MarkerProps {
  /** The board's id in the document. */
  readonly id: string;
}

/**
 * The skull that a board marks its places with. A copy for each would be a third of all elements of the
 * table, whose style the browser computes anew whenever a window opens or closes.
 */
export function BeadMarker({ id }: MarkerProps) {
  return (
    <marker id={id} overflow="visible">
      <use href={drawingUrl("marks", "bead")} x={-SIZE / 2} y={-SIZE / 2} width={SIZE} height={SIZE} />
    </marker>
  );
}

interface PathProps {
  /** The id of a `BeadMarker` of the same SVG. */
  readonly marker: string;
  readonly places: readonly (readonly [x: number, y: number])[];
  readonly className?: string | undefined;
}

/** A skull at each place. */
export function Beads({ marker, places, className }: PathProps) {
  // Markers stand at the vertices between a path's ends.
  const path = places.length === 0 ? "" : `M${[places[0], ...places, places.at(-1)].join("L")}`;
  return <path className={className} d={path} fill="none" markerMid={`url(#${marker})`} />;
}
