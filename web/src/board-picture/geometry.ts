/** The ring of Flower War's board in an SVG of -330 -330 660 660: angles are degrees, counter-clockwise from the right. */

/** The names of the spaces 1-20. */
export const SIGNS = [
  "cipactli",
  "ehecatl",
  "calli",
  "cuetzpalin",
  "coatl",
  "miquiztli",
  "mazatl",
  "tochtli",
  "atl",
  "itzcuintli",
  "ozomahtli",
  "malinalli",
  "acatl",
  "ocelotl",
  "cuauhtli",
  "cozcacuauhtli",
  "olin",
  "tecpatl",
  "quiahuitl",
  "xochitl",
] as const;

/** Where each tribe begins. */
export const HOMES: { readonly [seat: string]: number } = {
  east: 20,
  north: 5,
  west: 10,
  south: 15,
  topan: 3,
  mictlan: 13,
};

/** The seats whose quarter each run of five spaces is. */
const QUARTERS = ["east", "north", "west", "south"] as const;

export const quarterOf = (space: number): string => QUARTERS[Math.floor((space - 1) / 5)] ?? "east";

/** The angle of a space's middle; it spans 8.7 degrees to both sides. */
export const angleOf = (space: number): number => (space - 3) * 18;

/** A point by its distance from the middle and its angle. */
export function point(radius: number, angle: number): readonly [x: number, y: number] {
  const radians = (angle * Math.PI) / 180;
  return [round(radius * Math.cos(radians)), round(-radius * Math.sin(radians))];
}

/** The path of a piece of a ring between two radii and two angles. */
export function ringPiece(inner: number, outer: number, from: number, to: number): string {
  const [a, b, c, d] = [point(outer, from), point(outer, to), point(inner, to), point(inner, from)];
  return `M${a.join(" ")}A${outer} ${outer} 0 0 0 ${b.join(" ")}L${c.join(" ")}A${inner} ${inner} 0 0 1 ${d.join(" ")}Z`;
}

/** An arc on which a text can stand, readable from below in both halves. */
export function textArc(space: number): string {
  const angle = angleOf(space);
  const upper = angle > -1 && angle < 181;
  const radius = upper ? 271.5 : 279.5;
  const turn = upper ? 8.6 : -8.6;
  return `M${point(radius, angle + turn).join(" ")}A${radius} ${radius} 0 0 ${upper ? 1 : 0} ${point(radius, angle - turn).join(" ")}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
