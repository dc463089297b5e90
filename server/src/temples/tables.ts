import type { TempleTable } from "@flower-war/client-sdk/temple";
import type { CallMatch } from "../match/temple-seam.ts";
import type { Bridges } from "./bridges.ts";
import type { BindingStore } from "./store.ts";
import type { TempleQueues } from "./temple-queues.ts";

/** What the displays of bound temples need of their match. */
export class Tables {
  readonly #bindings: BindingStore;
  readonly #bridges: Bridges;
  readonly #queues: TempleQueues;
  readonly #call: CallMatch;
  /** Temples that will be told soon anyway. */
  readonly #waiting = new Set<string>();

  constructor(bindings: BindingStore, bridges: Bridges, queues: TempleQueues, call: CallMatch) {
    this.#bindings = bindings;
    this.#bridges = bridges;
    this.#queues = queues;
    this.#call = call;
  }

  /** What a temple shows now; `null`: it is not bound. */
  async of(templeId: string): Promise<TempleTable | null> {
    const asked = await this.#bindings.find(templeId);
    if (!asked) return null;
    const table = await this.#call(asked.match, "tableFor", templeId);
    const now = await this.#bindings.find(templeId);
    // A binding that ended while the match answered is shown no more.
    return now?.match === asked.match ? table : this.of(templeId);
  }

  /**
   * Tells the bridges that a temple was bound, before anything else of its match.
   * @param show has the match show it, which then has news for the temple too
   */
  bound(templeId: string, show: () => Promise<void>): Promise<void> {
    return this.#queues.run(templeId, async () => {
      this.#waiting.add(templeId);
      await show().finally(() => this.#waiting.delete(templeId));
      const table = await this.of(templeId);
      if (table) this.#bridges.tell(templeId, "bound", { templeId, table });
    });
  }

  /** Tells the bridges that a temple's binding ended: after what they were about to be told of it. */
  unbound(templeId: string): Promise<void> {
    return this.#queues.run(templeId, async () => this.#bridges.tell(templeId, "unbound", { templeId }));
  }

  /**
   * Tells the bridges a temple's newest table. Asked again before it came to that, it tells once.
   * @returns what was told; `null`: nothing, or not by this call
   */
  async refresh(templeId: string): Promise<TempleTable | null> {
    if (this.#waiting.has(templeId)) return null;
    this.#waiting.add(templeId);
    return this.#queues.run(templeId, async () => {
      this.#waiting.delete(templeId);
      const table = await this.of(templeId);
      if (table) this.#bridges.tell(templeId, "table", { templeId, table });
      return table;
    });
  }
}
