import { playedBy } from "../../../server/src/storage/journal/command-ids.ts";
import { readPlayedMatch } from "../../../server/src/storage/journal/record.ts";
import type { House } from "../house/house.ts";
import type { WorldTable } from "../people/world-table.ts";

/** ms of virtual time in which every bead that fell has its verdict, and its temple was told. */
const JUDGED_WITHIN = 60_000;
/** ms between two looks. */
const LOOK = 500;

/**
 * Finds beads that fell and whose temple was never told what became of them, and beads that were accepted and are not in the log, or the
 * other way. Of a temple that has forgotten some of its beads it finds only whether more counted than fell.
 */
export async function checkBeads(house: House, { temple, id }: WorldTable): Promise<void> {
  if (temple === null) return;
  const { fallen, hasForgotten } = temple;
  const untold = () =>
    hasForgotten
      ? []
      : (["h", "t"] as const).flatMap((slot) => temple.untold(slot).map((n) => `${slot} ${n}`));
  for (let waited = 0; untold().length > 0 && waited < JUDGED_WITHIN; waited += LOOK) await house.sleep(LOOK);
  for (const bead of untold()) house.find("beads", `${temple.id} was never told what became of bead ${bead}`);
  const stored = await house.store.read(id ?? "");
  const played = stored && readPlayedMatch(stored.facts);
  const offered = played?.entries.filter((entry) => playedBy(entry) === "bead").length ?? 0;
  const accepted = [...temple.told.values()].filter(({ verdict }) => verdict === "accepted").length;
  if (offered > fallen.h + fallen.t)
    house.find(
      "beads",
      `${fallen.h + fallen.t} beads fell into ${temple.id}, and the log of ${id} has ${offered}`,
    );
  if (offered !== accepted && !hasForgotten)
    house.find(
      "beads",
      `${temple.id} was told that ${accepted} beads were accepted, and the log of ${id} has ${offered}`,
    );
}
