import type { PlayerInfo } from "@flower-war/client-sdk";
import { host } from "./host.ts";
import { proposedName, rememberName } from "./memory.ts";

/** Returns the viewer's player, or a new guest with the name that the page proposes: others see it. Rejects with a `Refusal`. */
export async function ownPlayer(): Promise<PlayerInfo> {
  const identity = await host.identity();
  const stored = await identity.stored();
  if (stored !== null) return stored;
  const name = proposedName();
  rememberName(name);
  return identity.rename(name);
}
