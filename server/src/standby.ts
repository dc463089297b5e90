import { once } from "node:events";

/**
 * Resolves when the process that started this one sends it a message, whatever it says: the server before has ended. Ends this process when that one is
 * gone. Until then nothing is opened that a running server has: no file of its data, and no port.
 */
export async function untilNeeded(): Promise<void> {
  const end = () => process.exit();
  process.once("disconnect", end);
  if (!process.connected) end();
  await once(process, "message");
  process.off("disconnect", end);
}
