import type { BeadName } from "@flower-war/client-sdk/temple";

/**
 * A bead's name (C-1) in one word, e.g. `templo-1:9f3c21aa:0:h9`: the id of the command that it causes. No player's
 * command can bear it, since a player's ids have no colon.
 */
export function beadId(templeId: string, { epoch, generation, slot, n }: BeadName): string {
  return `${templeId}:${epoch}:${generation}:${slot}${n}`;
}
