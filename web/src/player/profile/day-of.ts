/** A day in the count of 260 days, the tonalpohualli: one of thirteen numbers with one of twenty signs. */
export interface Day {
  /** 1 to 13. */
  readonly number: number;
  /** Its Nahuatl name, as the drawing of the sign is called. */
  readonly sign: string;
}

const SIGNS =
  "cipactli ehecatl calli cuetzpalin coatl miquiztli mazatl tochtli atl itzcuintli ozomahtli malinalli acatl ocelotl cuauhtli cozcacuauhtli olin tecpatl quiahuitl xochitl".split(
    " ",
  );

/** A day that is known: Tenochtitlan fell on 1 coatl, 13 August 1521 (Julian), by Alfonso Caso's correlation. */
const KNOWN = { at: Date.UTC(1521, 7, 23), number: 1, sign: "coatl" };

const DAY = 24 * 60 * 60 * 1000;

/** Returns the day of a moment. Days begin at midnight, UTC. @param at ms since 1970 */
export function dayOf(at: number): Day {
  const days = Math.floor((at - KNOWN.at) / DAY);
  return {
    number: modulo(days + KNOWN.number - 1, 13) + 1,
    sign: SIGNS[modulo(days + SIGNS.indexOf(KNOWN.sign), SIGNS.length)] ?? KNOWN.sign,
  };
}

const modulo = (a: number, b: number): number => ((a % b) + b) % b;
