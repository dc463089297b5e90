import type { Presence } from "@colyseus/core";
import type { Locks } from "../cluster/locks.ts";
import type { CallMatch } from "../match/temples/contract.ts";
import type { Ports } from "../ports.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { Processes } from "./bridge-registry.ts";
import type { TempleStore } from "./store/temple-store.ts";

/** The dependencies of the services for temples. */
export interface TemplePorts extends Ports {
  readonly store: TempleStore;
  /** Carries messages to bridges of other processes. */
  readonly presence: Presence;
  readonly processes: Processes;
  readonly locks: Locks;
  readonly quotas: Quotas;
  readonly callMatch: CallMatch;
  /** Whether players whose address is private can choose a temple without its code (P-6). */
  readonly nearbyPairing: boolean;
}
