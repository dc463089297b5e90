import { LEASE } from "@flower-war/protocol/temple";
import type { CallMatch } from "../match/temples/contract.ts";
import { isMatchGone } from "./bindings.ts";
import type { Bridge, BridgeRegistry } from "./bridge-registry.ts";
import type { Credentials } from "./credentials.ts";
import type { Answer, Payload, RequestName } from "./formats.ts";
import type { HealthReports } from "./health-reports.ts";
import type { Judge } from "./judge.ts";
import type { NearbyPairing } from "./nearby-pairing.ts";
import type { Pairing } from "./pairing.ts";
import type { BindingStore, LeaseStore, LedgerStore, TempleStore } from "./store/temple-store.ts";
import type { TablePublisher } from "./table-publisher.ts";
import type { TempleQueues } from "./temple-queues.ts";

export interface BridgeRequestServices {
  readonly store: TempleStore;
  readonly credentials: Credentials;
  readonly health: HealthReports;
  readonly bridges: BridgeRegistry;
  readonly queues: TempleQueues;
  readonly tables: TablePublisher;
  readonly pairing: Pairing;
  readonly nearby: Pick<NearbyPairing, "confirm">;
  readonly judge: Judge;
  readonly callMatch: CallMatch;
}

type Handlers = {
  readonly [T in RequestName]: (bridge: Bridge, payload: Payload<T>) => Promise<Answer<T>>;
};

/** Answers the requests of bridges in the room `temples` (`TemplesRequests`). */
export class BridgeRequests {
  readonly #bindings: BindingStore;
  readonly #ledgers: LedgerStore;
  readonly #leases: LeaseStore;
  readonly #credentials: Credentials;
  readonly #health: HealthReports;
  readonly #bridges: BridgeRegistry;
  readonly #queues: TempleQueues;
  readonly #tables: TablePublisher;
  readonly #pairing: Pairing;
  readonly #nearby: BridgeRequestServices["nearby"];
  readonly #judge: Judge;
  readonly #callMatch: CallMatch;

  readonly #handlers: Handlers = {
    verify: async (_bridge, { templeId, secret }) => ({
      ok: await this.#credentials.verify(templeId, secret),
    }),
    "temple-online": (bridge, { templeId }) => this.#bringOnline(bridge, templeId),
    "temple-offline": async (bridge, { templeId }) => {
      await this.#takeOffline(bridge, templeId);
      return {};
    },
    enrolled: async (_bridge, { templeIds }) => ({ enrolled: await this.#credentials.filter(templeIds) }),
    health: async (_bridge, { templeId, health }) => {
      await this.#credentials.requireEnrolled(templeId);
      await this.#health.save(templeId, health);
      return {};
    },
    lease: (bridge, { templeIds }) => this.#renewLeases(bridge, templeIds),
    code: async (_bridge, { templeId }) => {
      await this.#credentials.requireEnrolled(templeId);
      return this.#pairing.issueCode(templeId);
    },
    judge: (_bridge, { templeId, ledger, beads }) => this.#judge.judge(templeId, ledger, beads),
    returned: (_bridge, { templeId, ...act }) => this.#judge.settleDebt(templeId, act),
    confirm: async (_bridge, { templeId, id }) => {
      this.#nearby.confirm(templeId, id);
      return {};
    },
    unpair: async (_bridge, { templeId }) => {
      await this.#pairing.releaseTemple(templeId);
      return {};
    },
  };

  constructor(services: BridgeRequestServices) {
    const { store, credentials, health, bridges, queues, tables, pairing, nearby, judge, callMatch } =
      services;
    this.#bindings = store.bindings;
    this.#ledgers = store.ledgers;
    this.#leases = store.leases;
    this.#credentials = credentials;
    this.#health = health;
    this.#bridges = bridges;
    this.#queues = queues;
    this.#tables = tables;
    this.#pairing = pairing;
    this.#nearby = nearby;
    this.#judge = judge;
    this.#callMatch = callMatch;
  }

  /**
   * Answers a request.
   * @throws `RefusalError` with `unknown-temple`, `unavailable` or a refusal of the temple's match
   */
  answer<T extends RequestName>(bridge: Bridge, name: T, payload: Payload<T>): Promise<Answer<T>> {
    return this.#handlers[name](bridge, payload);
  }

  /** Takes the temples of a disconnected bridge offline, except those that another bridge serves (N-9). */
  async releaseBridge(bridge: Bridge): Promise<void> {
    for (const templeId of this.#bridges.templesOf(bridge)) await this.#takeOffline(bridge, templeId);
  }

  async #bringOnline(bridge: Bridge, templeId: string): Promise<Answer<"temple-online">> {
    // Registered before the first await: if the bridge disconnects meanwhile, it releases this temple too.
    const serving = this.#bridges.serve(bridge, templeId);
    const owned = await this.#claim(bridge, templeId).catch(async (error: unknown) => {
      await this.#bridges.release(bridge, templeId);
      throw error;
    });
    if (!owned) {
      await this.#bridges.release(bridge, templeId);
      return { owned, ledger: null, table: null };
    }
    await serving;
    return { owned, ...(await this.#readTemple(templeId)) };
  }

  /** Takes an enrolled temple's lease. Returns `false` if another bridge has it (S-1). */
  async #claim(bridge: Bridge, templeId: string): Promise<boolean> {
    await this.#credentials.requireEnrolled(templeId);
    return this.#leases.claim(templeId, bridge.id, LEASE.life);
  }

  /** Reads what a bridge needs to serve a temple. If the temple's match is gone, its binding ends first. */
  async #readTemple(templeId: string): Promise<Pick<Answer<"temple-online">, "ledger" | "table">> {
    const binding = await this.#bindings.find(templeId);
    try {
      await this.#updatePresence(templeId);
      return await this.#queues.runRequest(templeId, async () => {
        const [{ ledger }, table] = await Promise.all([
          this.#ledgers.find(templeId),
          this.#tables.readTable(templeId),
        ]);
        return { ledger, table };
      });
    } catch (error) {
      if (!binding || !isMatchGone(error)) throw error;
      await this.#pairing.endBindings(binding.match);
      return this.#readTemple(templeId);
    }
  }

  async #takeOffline(bridge: Bridge, templeId: string): Promise<void> {
    await this.#bridges.release(bridge, templeId);
    if (!this.#bridges.isServedBy(bridge.id, templeId)) await this.#leases.release(templeId, bridge.id);
    if (!(await this.#bridges.isOnline(templeId))) await this.#updatePresence(templeId);
  }

  async #renewLeases(bridge: Bridge, templeIds: readonly string[]): Promise<Answer<"lease">> {
    const isOwned = await Promise.all(
      templeIds.map((templeId) => this.#leases.claim(templeId, bridge.id, LEASE.life)),
    );
    const lost = templeIds.filter((_, i) => !isOwned[i]);
    for (const templeId of lost) await this.#bridges.release(bridge, templeId);
    return { owned: templeIds.filter((_, i) => isOwned[i]) };
  }

  /** Makes a temple's match show whether it is online: its local seats then count as present (N-9). */
  async #updatePresence(templeId: string): Promise<void> {
    const binding = await this.#bindings.find(templeId);
    if (!binding) return;
    const online = await this.#bridges.isOnline(templeId);
    await this.#callMatch(binding.match, "setTempleOnline", templeId, online);
  }
}
