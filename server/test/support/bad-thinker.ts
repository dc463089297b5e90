/** A worker of `Thinkers` that does what its question says instead of thinking. */
export default function answer({ view }: { view: { does: string } }): { type: string } {
  if (view.does === "crash") process.exit(1);
  if (view.does === "throw") throw new Error("no idea");
  while (view.does === "never end");
  return { type: view.does };
}
