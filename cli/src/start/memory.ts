import { VARIABLES } from "./variables.ts";

/* What the memory of this machine allows. */

/** Bytes that must be free for more room, or for a standby, which holds a tenth of that. */
const ENOUGH = 2 ** 30;

/** MB. With Node's default of 16 a server holds 30 MB more than with 4. */
const SMALL = 4;
/** MB. A command takes a fifth less processor time than with 4, and the server holds up to 60 MB more (docs/performance.md). */
const LARGE = 32;

/**
 * Returns Node's option for how much room V8 gives new objects: 32 MB where there is a GiB to spare, else 4.
 * @param available bytes that this process could still take; a container's limit counts
 */
export function semiSpaceOption(available: number): string {
  return `--max-semi-space-size=${available >= ENOUGH ? LARGE : SMALL}`;
}

/** The same for a process that has little to do. */
export const SMALL_SEMI_SPACE = semiSpaceOption(0);

/**
 * A variable for glibc, which the environment may set otherwise: the threads of a process share two heaps. By default there are up to eight for
 * each processor, and what is free in one is of no use to a thread of another.
 */
export const SHARED_HEAPS = { MALLOC_ARENA_MAX: "2" };

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
