/**
 * Leaves out of a list what a failure does not need: first halves, then quarters and so on, then single items (delta debugging,
 * Zeller and Hildebrandt 2002).
 * @param fails whether these items, in order, still lead to the failure
 */
export async function shrink<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = items;
  let size = Math.ceil(left.length / 2);
  while (left.length > 1) {
    const smaller = await leaveOut(left, size, fails);
    if (smaller !== null) left = smaller;
    else if (size === 1) break;
    else size = Math.ceil(size / 2);
    size = Math.min(size, Math.ceil(left.length / 2));
  }
  return left;
}

/** Returns the list without the first part of this size that the failure does not need; `null`: it needs all. */
async function leaveOut<T>(
  items: readonly T[],
  size: number,
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[] | null> {
  for (let at = 0; at < items.length; at += size) {
    const rest = [...items.slice(0, at), ...items.slice(at + size)];
    if (rest.length > 0 && (await fails(rest))) return rest;
  }
  return null;
}
