import { availableParallelism } from "node:os";
import { Piscina } from "piscina";

/**
 * Runs tasks in threads on all cores, and returns what they return, in order.
 * @param worker the name of the threads' file in this folder
 * @param onDone called with each result when it is there
 */
export async function runOnAllCores<Result>(
  worker: string,
  tasks: readonly unknown[],
  onDone: (result: Result) => void,
): Promise<readonly Result[]> {
  const pool = new Piscina<unknown, Result>({
    filename: new URL(worker, import.meta.url).href,
    execArgv: ["--conditions=@flower-war/source"],
    maxThreads: availableParallelism(),
  });
  try {
    const done = tasks.map(async (task) => {
      const result = await pool.run(task);
      onDone(result);
      return result;
    });
    return await Promise.all(done);
  } finally {
    await pool.destroy();
  }
}
