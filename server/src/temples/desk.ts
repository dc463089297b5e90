import { LEASE } from "@flower-war/client-sdk/temple";
import type { CallMatch } from "../match/temple-seam.ts";
import type { Bridge, Bridges } from "./bridges.ts";
import type { Credentials } from "./credentials.ts";
import { isGone } from "./gone.ts";
import type { Judge } from "./judge.ts";
import type { Pairing } from "./pairing.ts";
import type { Answer, Payload, RequestName } from "./requests.ts";
import type { BindingStore, LeaseStore, LedgerStore } from "./store.ts";
import type { Tables } from "./tables.ts";
import type { TempleQueues } from "./temple-queues.ts";

/** What a `Desk` works with. */
export interface DeskTools {
  readonly credentials: Credentials;
  readonly bindings: BindingStore;
  readonly ledgers: LedgerStore;
  readonly leases: LeaseStore;
  readonly bridges: Bridges;
  readonly queues: TempleQueues;
  readonly tables: Tables;
  readonly pairing: Pairing;
  readonly judge: Judge;
  readonly call: CallMatch;
}

/** Answers what bridges ask for: one handler per request of the room `temples`. */
export type Desk = {
  readonly [T in RequestName]: (bridge: Bridge, payload: Payload<T>) => Promise<Answer<T>>;
} & {
  /** A bridge is gone, and with it the temples that nobody else serves (N-9). */
  readonly left: (bridge: Bridge) => Promise<void>;
};

export function openDesk(tools: DeskTools): Desk {
  const { credentials, bindings, ledgers, leases, bridges, queues, tables, pairing, judge, call } = tools;

  /** Tells a temple's match whether the temple is there, so that its local seats count as present. */
  async function tellPresence(templeId: string): Promise<void> {
    const binding = await bindings.find(templeId);
    if (binding) await call(binding.match, "templePresence", templeId, await bridges.isOnline(templeId));
  }

  /** Tells a temple's match that it is there, and answers what is kept of it. Its binding ends if the match is gone. */
  async function welcome(templeId: string): Promise<Pick<Answer<"temple-online">, "ledger" | "table">> {
    const binding = await bindings.find(templeId);
    try {
      await tellPresence(templeId);
      return await queues.answer(templeId, async () => {
        const [ledger, table] = await Promise.all([ledgers.find(templeId), tables.of(templeId)]);
        return { ledger, table };
      });
    } catch (error) {
      if (!binding || !isGone(error)) throw error;
      await pairing.matchClosed(binding.match);
      return welcome(templeId);
    }
  }

  /** Only one bridge serves a temple (S-1), and only one that is enrolled. */
  async function mayServe(bridge: Bridge, templeId: string): Promise<boolean> {
    await credentials.mustKnow(templeId);
    return leases.claim(templeId, bridge.id, LEASE.life);
  }

  async function takeOff(bridge: Bridge, templeId: string): Promise<void> {
    await bridges.release(bridge, templeId);
    if (!bridges.isServedBy(bridge.id, templeId)) await leases.release(templeId, bridge.id);
    if (!(await bridges.isOnline(templeId))) await tellPresence(templeId);
  }

  return {
    verify: async (_bridge, { templeId, secret }) => ({ ok: await credentials.verify(templeId, secret) }),

    "temple-online": async (bridge, { templeId }) => {
      // Before anything is waited for: a bridge that leaves in the meantime takes this temple along.
      const serving = bridges.serve(bridge, templeId);
      const owned = await mayServe(bridge, templeId).catch(async (error: unknown) => {
        await bridges.release(bridge, templeId);
        throw error;
      });
      if (!owned) {
        await bridges.release(bridge, templeId);
        return { owned, ledger: null, table: null };
      }
      await serving;
      return { owned, ...(await welcome(templeId)) };
    },

    "temple-offline": async (bridge, { templeId }) => {
      await takeOff(bridge, templeId);
      return {};
    },

    code: async (_bridge, { templeId }) => {
      await credentials.mustKnow(templeId);
      return pairing.code(templeId);
    },

    lease: async (bridge, { templeIds }) => {
      const owned = await Promise.all(
        templeIds.map((templeId) => leases.claim(templeId, bridge.id, LEASE.life)),
      );
      const lost = templeIds.filter((_, i) => !owned[i]);
      for (const templeId of lost) await bridges.release(bridge, templeId);
      return { owned: templeIds.filter((_, i) => owned[i]) };
    },

    judge: async (_bridge, { templeId, ledger, beads }) => judge.judge(templeId, ledger, beads),

    returned: async (_bridge, { templeId, ...act }) => judge.returned(templeId, act),

    unpair: async (_bridge, { templeId }) => {
      await pairing.release(templeId);
      return {};
    },

    left: async (bridge) => {
      for (const templeId of bridges.templesOf(bridge)) await takeOff(bridge, templeId);
    },
  };
}
