const GIB = 2 ** 30;

/** MB. With Node's default of 16 a server holds 30 MB more than with 4. */
const SMALL = 4;
/** MB. A command takes a fifth less processor time than with 4, and the server holds up to 60 MB more (docs/performance.md). */
const LARGE = 32;

/**
 * Returns Node's option for how much room V8 gives new objects: 32 MB where there is a GiB to spare, else 4.
 * @param available bytes that this process could still take; a container's limit counts
 */
export function semiSpaceOption(available: number): string {
  return `--max-semi-space-size=${available >= GIB ? LARGE : SMALL}`;
}

/** The same for a process that has little to do. */
export const SMALL_SEMI_SPACE = semiSpaceOption(0);
