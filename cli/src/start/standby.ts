import { VARIABLES } from "./variables.ts";

/** Bytes that must be free for a standby: it holds a tenth of that. */
const ENOUGH = 2 ** 30;

/**
 * Tells whether each server has a standby: a process that has loaded everything, and replaces the server when it has ended. Where
 * `STANDBY` does not say so, one that is alone has, if there is a GiB to spare: of several the others go on.
 * @param available bytes that this process could still take; a container's limit counts
 * @throws Error in one sentence, if `STANDBY` is neither `on` nor `off`
 */
export function hasStandby(
  { STANDBY = "" }: NodeJS.ProcessEnv,
  isAlone: boolean,
  available: number,
): boolean {
  if (!["", "on", "off"].includes(STANDBY))
    throw new Error(`STANDBY is ${VARIABLES.STANDBY.takes}, not ${STANDBY}.`);
  return STANDBY === "" ? isAlone && available >= ENOUGH : STANDBY === "on";
}
