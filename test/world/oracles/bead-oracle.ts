import { SLOTS } from "@flower-war/protocol/temple";
import { playedBy } from "../../../server/src/storage/journal/command-ids.ts";
import { readPlayedMatch } from "../../../server/src/storage/journal/record.ts";
import type { House } from "../house/house.ts";
import type { OwnTemple } from "../people/own-temple.ts";
import type { WorldTable } from "../people/world-table.ts";

/** ms of virtual time in which every bead that fell has its verdict, and its temple was told and shows what it owes. */
const SETTLED_WITHIN = 60_000;
/** ms between two looks. */
const LOOK = 500;

/**
 * Finds beads that fell and whose temple was never told what became of them, debts that it does not show, and beads that were accepted and are not in the
 * log, or the other way. Of a temple that has forgotten some of its beads it finds only whether more counted than fell.
 */
export async function checkBeads(house: House, { temple, id }: WorldTable): Promise<void> {
  if (temple === null) return;
  let flaws = await findFlaws(house, temple);
  for (let waited = 0; flaws.length > 0 && waited < SETTLED_WITHIN; waited += LOOK) {
    await house.sleep(LOOK);
    flaws = await findFlaws(house, temple);
  }
  for (const flaw of flaws) house.find("beads", `${temple.id} ${flaw}`);
  const { fallen, hasForgotten } = temple;
  const stored = await house.store.read(id ?? "");
  const played = stored && readPlayedMatch(stored.facts);
  const offered = played?.entries.filter((entry) => playedBy(entry) === "bead").length ?? 0;
  const accepted = [...temple.told.values()].filter(({ verdict }) => verdict === "accepted").length;
  const all = fallen.h + fallen.t;
  if (offered > all)
    house.find("beads", `${all} beads fell into ${temple.id}, and the log of ${id} has ${offered}`);
  if (offered !== accepted && !hasForgotten)
    house.find(
      "beads",
      `${temple.id} was told that ${accepted} beads were accepted, and the log of ${id} has ${offered}`,
    );
}

/** Returns what a temple does not know yet: verdicts of its beads, and what it owes. */
async function findFlaws(house: House, temple: OwnTemple): Promise<string[]> {
  const untold = temple.hasForgotten
    ? []
    : SLOTS.flatMap((slot) => temple.untold(slot).map((n) => `${slot} ${n}`));
  const owed = await readDebts(house, temple.id);
  const shown = temple.shownDebts;
  const isShown = shown === null || SLOTS.every((slot) => shown[slot] === owed[slot]);
  const flaws = untold.map((bead) => `was never told what became of bead ${bead}`);
  return isShown ? flaws : [...flaws, `shows ${JSON.stringify(shown)} and owes ${JSON.stringify(owed)}`];
}

async function readDebts(house: House, temple: string): Promise<{ readonly h: number; readonly t: number }> {
  const sql = "SELECT ledger FROM temple_ledgers WHERE temple = ?";
  const [row] = await house.store.query<{ readonly ledger: string }>(sql, temple);
  return row === undefined ? { h: 0, t: 0 } : JSON.parse(row.ledger).fix;
}
