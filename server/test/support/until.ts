/** ms after which what has not come is taken to come never, however busy the machine is. */
export const PATIENCE = 60_000;

/**
 * Resolves as soon as a condition holds. Checks it about every millisecond.
 * @param what ends the error's sentence "waited 60000 ms for ..."
 * @param deadline ms after which it rejects
 */
export async function until(holds: () => boolean, what: string, deadline = PATIENCE): Promise<void> {
  const end = performance.now() + deadline;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited ${deadline} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/**
 * Reads something again and again, and resolves with it as soon as a condition holds.
 * @param what ends the error's sentence "waited 60000 ms for ..."
 * @param deadline ms after which it rejects
 */
export async function untilRead<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  what: string,
  deadline = PATIENCE,
): Promise<T> {
  const end = performance.now() + deadline;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > end) throw new Error(`waited ${deadline} ms for ${what}`);
  }
}
