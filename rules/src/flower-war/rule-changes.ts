import type { SpaceId, Table } from "./vocabulary.ts";

/**
 * Returns whether a disc's rule change is in force (canon section 10): from the trigger to the end, if that disc
 * triggered the apocalypse and the host's options let discs change the rules.
 */
export function isRuleActive(disc: SpaceId, { options, apocalypse }: Table): boolean {
  return options.discRules && options.apocalypseTrigger !== 260 && apocalypse.discs.includes(disc);
}
