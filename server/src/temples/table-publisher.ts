import type { TempleTable } from "@flower-war/protocol/temple";
import type { BridgeRegistry } from "./bridge-registry.ts";
import type { TemplePorts } from "./ports.ts";
import type { TempleQueues } from "./temple-queues.ts";

/** Sends bridges what the displays of bound temples show of their matches. */
export class TablePublisher {
  readonly #ports: Pick<TemplePorts, "store" | "callMatch">;
  readonly #bridges: BridgeRegistry;
  readonly #queues: TempleQueues;
  /** Temples whose table is about to be sent. */
  readonly #pending = new Set<string>();

  constructor(
    ports: Pick<TemplePorts, "store" | "callMatch">,
    bridges: BridgeRegistry,
    queues: TempleQueues,
  ) {
    this.#ports = ports;
    this.#bridges = bridges;
    this.#queues = queues;
  }

  /** Reads a temple's table from its match; `null`: the temple is not bound. */
  async readTable(templeId: string): Promise<TempleTable | null> {
    const { store, callMatch } = this.#ports;
    const binding = await store.bindings.find(templeId);
    if (!binding) return null;
    const table = await callMatch(binding.match, "tableFor", templeId);
    // The binding may have ended while the match answered.
    const now = await store.bindings.find(templeId);
    return now?.match === binding.match ? table : this.readTable(templeId);
  }

  /**
   * Sends bridges that a temple was bound, before any other table of its match.
   * @param showSeat makes the match show the new local seat, which also changes the temple's table
   */
  publishBound(templeId: string, showSeat: () => Promise<void>): Promise<void> {
    return this.#queues.run(templeId, async () => {
      this.#pending.add(templeId);
      await showSeat().finally(() => this.#pending.delete(templeId));
      const table = await this.readTable(templeId);
      if (table) this.#bridges.publish(templeId, "bound", { templeId, table });
    });
  }

  /** Sends bridges that a temple's binding ended, after the messages about the temple that are queued already. */
  publishUnbound(templeId: string): Promise<void> {
    return this.#queues.run(templeId, async () => this.#bridges.publish(templeId, "unbound", { templeId }));
  }

  /**
   * Sends bridges a temple's newest table. Calls made before it is read are merged into one.
   * @returns what was sent; `null`: the temple is not bound, or an earlier call sends it
   */
  async publishTable(templeId: string): Promise<TempleTable | null> {
    if (this.#pending.has(templeId)) return null;
    this.#pending.add(templeId);
    return this.#queues.run(templeId, async () => {
      this.#pending.delete(templeId);
      const table = await this.readTable(templeId);
      if (table) this.#bridges.publish(templeId, "table", { templeId, table });
      return table;
    });
  }
}
