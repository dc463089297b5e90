/**
 * The places of boards that can be marked, by the attributes that their elements have. A place is named by both: `space 5`. A thing that lies in
 * another one comes after it, so that it lies over it.
 */
const KINDS = ["space", "place", "square", "god", "pawn"] as const;

const ALL = KINDS.map((kind) => `[data-${kind}]`).join(", ");

/** A place as it stands on the page. */
export interface Place {
  readonly name: string;
  /** In words. */
  readonly label: string;
  /** Its middle and its radius, px of the board's element. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** px that a ring is wide at least. */
const SMALLEST = 24;

/** Returns the name of an element's place; `null`: it is none. */
function nameOf(element: Element): string | null {
  const kind = KINDS.find((each) => element.hasAttribute(`data-${each}`));
  return kind === undefined ? null : `${kind} ${element.getAttribute(`data-${kind}`)}`;
}

/** What an element is called: the first line of its tip, else how its label begins, else its own value. */
function labelOf(element: Element, name: string): string {
  const tip = element.getAttribute("data-tip")?.split("\n")[0];
  return tip ?? element.getAttribute("aria-label")?.split(",")[0] ?? valueOf(name);
}

/** Measures all places of a board, in the order of the document. @param board the element that their px belong to */
export function placesOn(board: Element): readonly Place[] {
  const around = board.getBoundingClientRect();
  return [...board.querySelectorAll(ALL)].flatMap((element) => {
    const name = nameOf(element);
    // A place's drawing is nearer to a circle than all that lies there.
    const drawn = element.querySelector(":scope > use") ?? element;
    const { left, top, width, height } = drawn.getBoundingClientRect();
    if (name === null || width === 0) return [];
    return [
      {
        name,
        label: labelOf(element, name),
        x: left - around.left + width / 2,
        y: top - around.top + height / 2,
        radius: Math.max(SMALLEST, 1.3 * Math.min(width, height)) / 2,
      },
    ];
  });
}

/** Returns what a place of the page's board is called, or its own value if there is none. */
export function describePlace(name: string): string {
  const element = [...document.querySelectorAll(ALL)].find((each) => nameOf(each) === name);
  return element === undefined ? valueOf(name) : labelOf(element, name);
}

/** What follows the kind. */
const valueOf = (name: string): string => name.slice(name.indexOf(" ") + 1);
