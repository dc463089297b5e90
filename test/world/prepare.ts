import { replaceCrypto } from "./kernel/crypto.ts";
import { replaceFetch } from "./kernel/fetch.ts";
import { replaceRepeated } from "./kernel/repeated.ts";
import { replaceClocks } from "./kernel/globals.ts";
import { replaceNetwork } from "./kernel/network.ts";
import { separateRealms } from "./kernel/realms.ts";
import type { drawPlan as DrawPlan } from "./plan/plan.ts";
import type { Plant } from "./plants/plants.ts";
import type { runWorld as RunWorld } from "./run.ts";
import { loadOldSdk, unpackOldSdk } from "./realm/old-sdk.ts";
import type { shrink as Shrink } from "./shrink.ts";

/** What runs worlds. */
export interface Worlds {
  readonly drawPlan: typeof DrawPlan;
  readonly runWorld: typeof RunWorld;
  readonly shrink: typeof Shrink;
}

/**
 * Makes this process one that runs worlds: its clocks, timers, sockets and chance are those of the simulation while one runs. Call it once, before
 * anything of the house is loaded.
 */
export async function prepareWorlds(plant: Plant | null = null): Promise<Worlds> {
  await unpackOldSdk();
  replaceClocks();
  replaceNetwork();
  replaceCrypto();
  replaceFetch();
  replaceRepeated();
  separateRealms(plant);
  const [{ drawPlan }, { runWorld, warmUp }, { shrink }] = await Promise.all([
    import("./plan/plan.ts"),
    import("./run.ts"),
    import("./shrink.ts"),
  ]);
  await loadOldSdk();
  await warmUp();
  return { drawPlan, runWorld, shrink };
}
