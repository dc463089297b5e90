/** ms after which a test gives up on something that should have come. */
export const DEADLINE = 15_000;

/** Resolves as soon as `holds`, asked now and whenever `listen`'s callback is called; rejects at the deadline. */
export function until(
  what: string,
  holds: () => boolean,
  listen: (news: () => void) => () => void,
): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      stopListening();
      reject(new Error(`still waiting for ${what}`));
    }, DEADLINE);
    const stopListening = listen(() => {
      if (!holds()) return;
      clearTimeout(deadline);
      stopListening();
      resolve();
    });
  });
}
