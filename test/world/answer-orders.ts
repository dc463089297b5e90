import type { RunsOrder, SeedDone } from "./children.ts";
import type { Size } from "./plan/plan.ts";

/** Makes this process one that runs the seeds that its parent names (children.ts), and tells it of each. @param run runs one */
export function answerOrders(
  run: (seed: number, size: Size) => Promise<Omit<SeedDone, "seed" | "processor">>,
): void {
  process.on("message", (order: RunsOrder) => {
    void answer(order);
  });
  process.on("disconnect", () => process.exit());
  process.send?.("ready");

  /** Runs seeds, up to the first that finds something if so ordered. */
  async function answer({ first, last, size, untilFound }: RunsOrder): Promise<void> {
    for (let seed = first; seed <= last; seed += 1) {
      const before = process.cpuUsage(); // µs
      const { findings, took, trace, steps, virtual, commands } = await run(seed, size);
      const { user, system } = process.cpuUsage(before);
      const processor = (user + system) / 1000;
      const done: SeedDone = { seed, findings, took, processor, trace, steps, virtual, commands };
      process.send?.(done);
      if (untilFound && findings.length > 0) break;
    }
    process.send?.("done");
  }
}
