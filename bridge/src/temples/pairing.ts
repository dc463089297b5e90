import { summed } from "@flower-war/protocol/log";
import type { Cancel, Time } from "@flower-war/protocol/ports";
import type { Logger } from "../log.ts";
import { isRetryable, type ServerPort } from "../server-port.ts";
import type { DisplayPublisher } from "./display-publisher.ts";
import type { Temple } from "./temple.ts";
import type { TempleRegistry } from "./temple-registry.ts";

/** Shows pairing codes, and follows the bindings that the server makes and ends (P-2, P-5). */
export class Pairing {
  readonly #server: ServerPort;
  readonly #temples: TempleRegistry;
  readonly #displays: DisplayPublisher;
  readonly #log: Logger;
  readonly #time: Time;
  readonly #expiries = new Map<string, Cancel>();

  constructor(
    server: ServerPort,
    temples: TempleRegistry,
    displays: DisplayPublisher,
    log: Logger,
    time: Time,
  ) {
    this.#server = server;
    this.#temples = temples;
    this.#displays = displays;
    this.#log = log;
    this.#time = time;
  }

  start(): void {
    this.#server.on("bound", ({ templeId, table }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = table;
      temple.showsCode = false;
      // J-11: a new binding begins without debts.
      if (temple.ledger !== null) temple.ledger = { ...temple.ledger, fix: { h: 0, t: 0 } };
      this.#displays.refresh(temple);
    });
    this.#server.on("unbound", ({ templeId }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = null;
      temple.enqueue(() => this.offerCode(temple));
    });
  }

  stop(): void {
    for (const cancel of this.#expiries.values()) cancel();
    this.#expiries.clear();
  }

  /** Shows a code if the temple is online and not bound (P-2). If there is none yet, it is requested again later. */
  async offerCode(temple: Temple): Promise<void> {
    if (temple.isOnline && temple.table === null)
      await this.showCode(temple).catch((error: unknown) => this.#handleFailure(temple, error));
    this.#displays.refresh(temple);
  }

  /** Requests a code and shows it. Rejects as the request does. */
  async showCode(temple: Temple): Promise<void> {
    const { code, expires } = await this.#server.request("code", { templeId: temple.id });
    const life = expires * 1000;
    temple.code = { code, expiresAt: this.#time.monotonic() + life };
    this.#expiries.get(temple.id)?.();
    const expire = () => temple.enqueue(() => this.#expire(temple));
    this.#expiries.set(temple.id, this.#time.after(life, expire, { background: true }));
    this.#displays.refresh(temple);
  }

  /** Ends the temple's binding (P-5). Rejects as the request does. */
  async unpair(temple: Temple): Promise<void> {
    await this.#server.request("unpair", { templeId: temple.id });
  }

  clearCode(temple: Temple): void {
    this.#expiries.get(temple.id)?.();
    this.#expiries.delete(temple.id);
    temple.code = null;
    temple.showsCode = false;
  }

  async #expire(temple: Temple): Promise<void> {
    this.clearCode(temple);
    await this.offerCode(temple);
  }

  #handleFailure(temple: Temple, error: unknown): void {
    temple.needsAnnouncement ||= isRetryable(error);
    this.#log.warn(summed({ temple: temple.id, err: error }, temple.id), "pairing code request failed");
  }
}
