import type { RunsOrder, SeedDone } from "./children.ts";
import type { Finding } from "./house/house.ts";
import type { Size } from "./plan/plan.ts";

/** What an order needs to know of a run. */
interface Ran {
  readonly findings: readonly Finding[];
  readonly took: number;
  readonly trace: number;
  readonly steps: number;
  readonly virtual: number;
  readonly commands: number;
}

/** Makes this process one that runs the seeds that its parent names (children.ts), and tells it of each. @param run runs one */
export function answerOrders(run: (seed: number, size: Size) => Promise<Ran>): void {
  process.on("message", (order: RunsOrder) => {
    void answer(order);
  });
  process.on("disconnect", () => process.exit());
  process.send?.("ready");

  /** Runs seeds, up to the first that finds something if so ordered. */
  async function answer({ first, last, size, untilFound }: RunsOrder): Promise<void> {
    for (let seed = first; seed <= last; seed += 1) {
      const { findings, took, trace, steps, virtual, commands } = await run(seed, size);
      const done: SeedDone = { seed, findings, took, trace, steps, virtual, commands };
      process.send?.(done);
      if (untilFound && findings.length > 0) break;
    }
    process.send?.("done");
  }
}
