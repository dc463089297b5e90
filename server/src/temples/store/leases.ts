import type { ExpiringKeys } from "../../cluster/expiring-keys.ts";

const keyOf = (templeId: string) => `temples:lease:${templeId}`;

/** Which bridge serves each temple, one at a time (S-1). */
export class BridgeLeases {
  readonly #keys: ExpiringKeys;

  constructor(keys: ExpiringKeys) {
    this.#keys = keys;
  }

  /** Takes or renews a temple's lease for `life` ms. Returns `false` if another bridge holds it. */
  claim(templeId: string, bridge: string, life: number): Promise<boolean> {
    return this.#keys.claim(keyOf(templeId), bridge, life);
  }

  /** Ends a temple's lease if this bridge holds it. */
  release(templeId: string, bridge: string): Promise<void> {
    return this.#keys.release(keyOf(templeId), bridge);
  }
}
