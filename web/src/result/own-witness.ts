import { type AnyMatch, type GameName, type Match, Refusal, type Witness } from "@flower-war/client-sdk";

/** An invitation begins with the match's id. */
const ID_LENGTH = 12;

/** Returns what this browser has kept of a match, also when its table is closed; `null`: nothing. @param id the match's, or its invitation */
export async function keptWitness(id: string): Promise<Witness | null> {
  const { storedWitness } = await import("@flower-war/client-sdk/witness");
  return storedWitness(location.origin, id.slice(0, ID_LENGTH));
}

/**
 * Reads what was saved of a match as a file. Rejects with `not-witness` and `other-match`.
 * @param id the match's, or its invitation
 */
export async function readWitnessFile(file: File, id: string): Promise<Witness> {
  const { readWitness } = await import("@flower-war/client-sdk/verify");
  const { witness, field } = readWitness(await file.text());
  if (witness === undefined) throw new Refusal({ code: "not-witness", message: "not a witness", field });
  if (witness.match !== id.slice(0, ID_LENGTH)) {
    throw new Refusal({ code: "other-match", message: "the witness is of another match" });
  }
  return witness;
}

/** Returns what the viewer of a match has seen of it: as who sits there, or who sat there before they watched it, or who watches. */
export async function ownWitness<G extends GameName>(match: Match<G> | AnyMatch): Promise<Witness> {
  if (match.seat !== null) return match.witness();
  const kept = await keptWitness(match.id);
  return kept === null || kept.seat === "public" ? match.witness() : kept;
}

/** Lets the viewer save what they have seen as a file, for other verifiers. */
export function saveWitness(witness: Witness): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(witness)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${witness.match}-witness.json`;
  link.click();
  URL.revokeObjectURL(url);
}
