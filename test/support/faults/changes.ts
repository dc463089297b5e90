import type { BundledServer } from "./bundled-server.ts";

/** How players of tests reconnect whose server is killed again and again: with as little delay at first as all players, and never with much. */
export const RECONNECT_FAST = {
  timeout: 3_000,
  resume: { maxDelay: 400 },
  ping: { every: 500, timeout: 1500 },
} as const;

/** `all`: servers are killed before each change is durable. */
const CHANGES = process.env["FLOWER_WAR_CHANGES"];

/**
 * Returns the faults (fault-point.ts) that kill a server at its first changes: after each is durable, and before the first and the answering ones
 * are. A kill before a change finds the same stored as one after the change before. But only a kill before it shows an answer that the server
 * gave too early.
 * @param answering changes after which what is tested is answered, counted from 1 at each start. They were found by running the test
 */
export function killsAtChanges(count: number, answering: readonly number[] = []): readonly string[] {
  return Array.from({ length: count }, (_, i) => i + 1).flatMap((n) => [
    ...(n === 1 || CHANGES === "all" || answering.includes(n) ? [`before-commit:${n}`] : []),
    `after-commit:${n}`,
  ]);
}

/**
 * Starts a killed server with one fault after the other until something is done. Returns how often it was killed; it runs then.
 * @throws if it is not done when each fault has struck
 */
export async function killUntilDone(
  server: BundledServer,
  faults: readonly string[],
  done: Promise<unknown>,
): Promise<number> {
  const isDone = done.then(() => true);
  for (const [kills, fault] of faults.entries()) {
    await server.start(fault);
    if (await Promise.race([isDone, server.waitForExit().then(() => false)])) return kills;
  }
  throw new Error("it was not done");
}

/** Kills a server at one fault after the other until a request is answered, and starts it again. Returns how often. */
export async function killUntilAnswered(
  server: BundledServer,
  faults: readonly string[],
  request: () => Promise<void>,
): Promise<number> {
  await server.kill();
  const kills = await killUntilDone(server, faults, request());
  await server.kill();
  await server.start();
  return kills;
}
