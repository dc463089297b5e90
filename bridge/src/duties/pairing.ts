import type { Logger } from "../log.ts";
import { mayPass, type ServerLink } from "../server-link.ts";
import type { Temple, Temples } from "../temple.ts";
import type { Displays } from "./displays.ts";

/** Codes to show, and bindings as the server makes and ends them (P-2, P-5). */
export class Pairing {
  readonly #link: ServerLink;
  readonly #temples: Temples;
  readonly #displays: Displays;
  readonly #log: Logger;
  readonly #expiries = new Map<string, NodeJS.Timeout>();

  constructor(link: ServerLink, temples: Temples, displays: Displays, log: Logger) {
    this.#link = link;
    this.#temples = temples;
    this.#displays = displays;
    this.#log = log;
  }

  start(): void {
    this.#link.on("bound", ({ templeId, table }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = table;
      temple.pairing = false;
      // J-11: a new binding begins without debts.
      if (temple.ledger !== null) temple.ledger = { ...temple.ledger, fix: { h: 0, t: 0 } };
      this.#displays.refresh(temple);
    });
    this.#link.on("unbound", ({ templeId }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = null;
      temple.enqueue(() => this.offer(temple));
    });
  }

  stop(): void {
    for (const timer of this.#expiries.values()) clearTimeout(timer);
    this.#expiries.clear();
  }

  /** An unpaired temple that is online shows a code (P-2). */
  async offer(temple: Temple): Promise<void> {
    if (temple.online && temple.table === null)
      await this.showCode(temple).catch((error: unknown) => this.#missing(temple, error));
    this.#displays.refresh(temple);
  }

  /** Gets a code to show. Rejects as the request does. */
  async showCode(temple: Temple): Promise<void> {
    const { code, expires } = await this.#link.request("code", { templeId: temple.id });
    temple.code = { code, until: performance.now() + expires * 1000 };
    clearTimeout(this.#expiries.get(temple.id));
    const over = setTimeout(() => temple.enqueue(() => this.#expire(temple)), expires * 1000);
    this.#expiries.set(temple.id, over.unref());
    this.#displays.refresh(temple);
  }

  /** Ends the temple's binding (P-5). Rejects as the request does. */
  async unpair(temple: Temple): Promise<void> {
    await this.#link.request("unpair", { templeId: temple.id });
  }

  /** A temple that is gone shows nothing. */
  drop(temple: Temple): void {
    clearTimeout(this.#expiries.get(temple.id));
    this.#expiries.delete(temple.id);
    temple.code = null;
    temple.pairing = false;
  }

  async #expire(temple: Temple): Promise<void> {
    this.drop(temple);
    await this.offer(temple);
  }

  #missing(temple: Temple, error: unknown): void {
    temple.owed ||= mayPass(error);
    this.#log.warn({ temple: temple.id, err: error }, "no code could be had");
  }
}
