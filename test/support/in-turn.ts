/**
 * Returns a function that runs what it is given one after the other. Tests that run side by side start their processes so: all at
 * once would be late.
 */
export function inTurn(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const next = last.then(run, run);
    last = next;
    return next;
  };
}
