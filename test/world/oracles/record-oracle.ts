import { verifyRecord } from "@flower-war/client-sdk/verify";
import type { House } from "../house/house.ts";
import type { WorldTable } from "../people/world-table.ts";

/** The share of runs in which all seats check their records, and in which one does: that takes a tenth of a run. */
const ALL = 0.1;
const ONE = 0.4;

/** Finds records that are not those of the match that a seat saw, by the seat's own witness. */
export async function checkRecords(house: House, table: WorldTable): Promise<void> {
  const { random } = house.simulation;
  const people = table.people.filter(({ hasVanished, isOld }) => !hasVanished && !isOld);
  const share = random.fraction();
  const checking = share < ALL ? people : share < ALL + ONE ? [people[random.below(people.length)]] : [];
  for (const person of checking) {
    if (person === undefined) continue;
    const { match } = person;
    if (match === null) continue;
    const record = await person.inPage(() => person.host.record(match.id));
    const witness = await person.inPage(() => match.witness());
    const verdict = verifyRecord(record, witness, { match: match.id });
    if (!verdict.ok)
      house.find("record", `${person.name}: the record of ${match.id} is refused: ${verdict.reason}`);
  }
}
