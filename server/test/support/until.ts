/** Resolves as soon as a condition holds, looking at it whenever the loop has turned. Fails after `deadline` ms. */
export async function until(holds: () => boolean, what: string, deadline = 5000): Promise<void> {
  const end = Date.now() + deadline;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited ${deadline} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
