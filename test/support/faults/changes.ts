import type { BundledServer } from "./bundled-server.ts";

/** How players of tests reconnect whose server is killed again and again: with as little delay at first as all players, and never with much. */
export const RECONNECT_FAST = {
  timeout: 3_000,
  resume: { maxDelay: 400 },
  ping: { every: 500, timeout: 1500 },
} as const;

/** `all`: servers are killed before each change is durable too. */
const CHANGES = process.env["FLOWER_WAR_CHANGES"];

/**
 * Returns the faults (fault-point.ts) that kill a server at each of its first changes: before the first is durable, and after each. What is
 * durable before a change is what was after the last one.
 */
export function killsAtChanges(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => [
    ...(i === 0 || CHANGES === "all" ? [`before-commit:${i + 1}`] : []),
    `after-commit:${i + 1}`,
  ]).flat();
}

/** Kills a server at one fault after the other until a request is answered, and starts it again. Returns how often. */
export async function killUntilAnswered(
  server: BundledServer,
  faults: readonly string[],
  request: () => Promise<void>,
): Promise<number> {
  await server.kill();
  const answered = request().then(() => true);
  for (const [kills, fault] of faults.entries()) {
    await server.start(fault);
    if (await Promise.race([answered, server.waitForExit().then(() => false)])) {
      await server.kill();
      await server.start();
      return kills;
    }
  }
  throw new Error("the request was not answered");
}
