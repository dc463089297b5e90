import { type AnswerOf, LEASE, type PayloadOf, type RequestName } from "@flower-war/protocol/temple";
import { isMatchGone } from "./bindings.ts";
import type { Bridge, BridgeRegistry } from "./bridge-registry.ts";
import type { Credentials } from "./credentials.ts";
import type { HealthReports } from "./health-reports.ts";
import type { Judge } from "./judge.ts";
import type { NearbyPairing } from "./nearby-pairing.ts";
import type { Pairing } from "./pairing.ts";
import type { TemplePorts } from "./ports.ts";
import type { TablePublisher } from "./table-publisher.ts";
import type { TempleQueues } from "./temple-queues.ts";

export interface BridgeRequestServices extends Pick<TemplePorts, "store" | "callMatch" | "log"> {
  readonly credentials: Credentials;
  readonly health: HealthReports;
  readonly bridges: BridgeRegistry;
  readonly queues: TempleQueues;
  readonly tables: TablePublisher;
  readonly pairing: Pairing;
  readonly nearby: Pick<NearbyPairing, "confirm">;
  readonly judge: Judge;
}

type Handlers = {
  readonly [T in RequestName]: (bridge: Bridge, payload: PayloadOf<T>) => Promise<AnswerOf<T>>;
};

/** Answers the requests of bridges in the room `temples` (`TemplesRequests`). */
export class BridgeRequests {
  readonly #services: BridgeRequestServices;
  /** Temples of this process whose matches are told with the next renewal of their lease that they are online. */
  readonly #toAnnounce = new Set<string>();

  readonly #handlers: Handlers = {
    verify: async (_bridge, { templeId, secret }) => ({
      ok: await this.#services.credentials.verify(templeId, secret),
    }),
    "temple-online": (bridge, { templeId }) => this.#bringOnline(bridge, templeId),
    "temple-offline": async (bridge, { templeId }) => {
      await this.#takeOffline(bridge, templeId);
      return {};
    },
    enrolled: async (_bridge, { templeIds }) => ({
      enrolled: await this.#services.credentials.filter(templeIds),
    }),
    health: async (_bridge, { templeId, health }) => {
      await this.#services.credentials.requireEnrolled(templeId);
      await this.#services.health.save(templeId, health);
      return {};
    },
    lease: (bridge, { templeIds }) => this.#renewLeases(bridge, templeIds),
    code: async (_bridge, { templeId }) => {
      await this.#services.credentials.requireEnrolled(templeId);
      return this.#services.pairing.issueCode(templeId);
    },
    judge: (_bridge, { templeId, ledger, beads, told }) =>
      this.#services.judge.judge(templeId, ledger, beads, told),
    returned: (_bridge, { templeId, ...act }) => this.#services.judge.settleDebt(templeId, act),
    mirror: (_bridge, { templeId, on }) => this.#services.judge.mirror(templeId, on),
    confirm: async (_bridge, { templeId, id }) => {
      this.#services.nearby.confirm(templeId, id);
      return {};
    },
    unpair: async (_bridge, { templeId }) => {
      await this.#services.pairing.releaseTemple(templeId);
      return {};
    },
  };

  constructor(services: BridgeRequestServices) {
    this.#services = services;
  }

  /**
   * Answers a request.
   * @throws `RefusalError` with `unknown-temple`, `unavailable` or a refusal of the temple's match
   */
  answer<T extends RequestName>(bridge: Bridge, name: T, payload: PayloadOf<T>): Promise<AnswerOf<T>> {
    return this.#handlers[name](bridge, payload);
  }

  /** Takes the temples of a disconnected bridge offline, except those that another bridge serves (N-9). */
  async releaseBridge(bridge: Bridge): Promise<void> {
    for (const templeId of this.#services.bridges.templesOf(bridge))
      await this.#takeOffline(bridge, templeId);
  }

  async #bringOnline(bridge: Bridge, templeId: string): Promise<AnswerOf<"temple-online">> {
    // Registered before the first await: if the bridge disconnects meanwhile, it releases this temple too.
    const serving = this.#services.bridges.serve(bridge, templeId);
    const owned = await this.#claim(bridge, templeId).catch(async (error: unknown) => {
      await this.#services.bridges.release(bridge, templeId);
      throw error;
    });
    if (!owned) {
      await this.#services.bridges.release(bridge, templeId);
      return { owned, ledger: null, table: null };
    }
    await serving;
    return { owned, ...(await this.#readTemple(templeId)) };
  }

  /** Takes an enrolled temple's lease. Returns `false` if another bridge has it (S-1). */
  async #claim(bridge: Bridge, templeId: string): Promise<boolean> {
    await this.#services.credentials.requireEnrolled(templeId);
    return this.#services.store.leases.claim(templeId, bridge.id, LEASE.life);
  }

  /** Reads what a bridge needs to serve a temple. If the temple's match is gone, its binding ends first. */
  async #readTemple(templeId: string): Promise<Omit<AnswerOf<"temple-online">, "owned">> {
    const binding = await this.#services.store.bindings.find(templeId);
    try {
      await this.#updatePresence(templeId);
      return await this.#services.queues.runRequest(templeId, async () => {
        const { ledgers } = this.#services.store;
        const [{ ledger }, table, untold] = await Promise.all([
          ledgers.find(templeId),
          this.#services.tables.readTable(templeId),
          ledgers.findUntold(templeId),
        ]);
        return { ledger, table, untold };
      });
    } catch (error) {
      if (!binding || !isMatchGone(error)) throw error;
      await this.#services.pairing.endBindings(binding.match);
      return this.#readTemple(templeId);
    }
  }

  async #takeOffline(bridge: Bridge, templeId: string): Promise<void> {
    await this.#services.bridges.release(bridge, templeId);
    if (!this.#services.bridges.isServedBy(bridge.id, templeId))
      await this.#services.store.leases.release(templeId, bridge.id);
    if (!(await this.#services.bridges.isOnline(templeId))) await this.#updatePresence(templeId);
  }

  async #renewLeases(bridge: Bridge, templeIds: readonly string[]): Promise<AnswerOf<"lease">> {
    const isOwned = await Promise.all(
      templeIds.map((templeId) => this.#services.store.leases.claim(templeId, bridge.id, LEASE.life)),
    );
    const lost = templeIds.filter((_, i) => !isOwned[i]);
    for (const templeId of lost) await this.#services.bridges.release(bridge, templeId);
    const owned = templeIds.filter((_, i) => isOwned[i]);
    void this.#showOnline(owned.filter((templeId) => this.#toAnnounce.delete(templeId)));
    return { owned };
  }

  /**
   * Makes the matches of all temples that this process serves show that they are online: a process that took one over while this one
   * stood still counts them as offline.
   */
  async announce(): Promise<void> {
    const { served } = this.#services.bridges;
    // A match that is being restored just then has asked before, and hears no call yet: it is told again with the next lease.
    for (const templeId of served) this.#toAnnounce.add(templeId);
    await this.#showOnline(served);
  }

  async #showOnline(templeIds: readonly string[]): Promise<void> {
    const show = (templeId: string) =>
      this.#updatePresence(templeId).catch((err: unknown) => {
        this.#toAnnounce.add(templeId);
        this.#services.log.warn({ err, templeId }, "temple not shown online");
      });
    await Promise.all(templeIds.map(show));
  }

  /** Makes a temple's match show whether it is online: its local seats then count as present (N-9). */
  async #updatePresence(templeId: string): Promise<void> {
    const binding = await this.#services.store.bindings.find(templeId);
    if (!binding) return;
    const online = await this.#services.bridges.isOnline(templeId);
    await this.#services.callMatch(binding.match, "setTempleOnline", templeId, online);
  }
}
