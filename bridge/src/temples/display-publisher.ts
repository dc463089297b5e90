import type { Cancel, Time } from "@flower-war/protocol/ports";
import type { ServerPort } from "../server-port.ts";
import { composeDisplay } from "./display.ts";
import type { Temple } from "./temple.ts";
import type { TemplePublisher } from "./temple-publisher.ts";
import type { TempleRegistry } from "./temple-registry.ts";

/** ms between two displays of one temple (J-14: at most 4 per second). */
const INTERVAL = 250;

/** Keeps every temple's display up to date. */
export class DisplayPublisher {
  readonly #publisher: TemplePublisher;
  readonly #server: ServerPort;
  readonly #temples: TempleRegistry;
  readonly #time: Time;
  readonly #publishedAt = new Map<string, number>();
  /** Displays that wait for the interval to be over, by temple id. */
  readonly #waiting = new Map<string, Cancel>();

  constructor(publisher: TemplePublisher, server: ServerPort, temples: TempleRegistry, time: Time) {
    this.#publisher = publisher;
    this.#server = server;
    this.#temples = temples;
    this.#time = time;
  }

  start(): void {
    this.#server.on("table", ({ templeId, table }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = table;
      this.refresh(temple);
    });
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  /** Publishes the temple's display now, or as it will be at the end of the interval. */
  refresh(temple: Temple): void {
    if (this.#waiting.has(temple.id)) return;
    const publishedAt = this.#publishedAt.get(temple.id) ?? Number.NEGATIVE_INFINITY;
    const wait = publishedAt + INTERVAL - this.#time.monotonic();
    if (wait <= 0) return this.#publish(temple);
    this.#waiting.set(
      temple.id,
      this.#time.after(wait, () => this.#publishWaiting(temple.id)),
    );
  }

  refreshAll(): void {
    for (const temple of this.#temples.listOnline()) this.refresh(temple);
  }

  /** The id may belong to a new `Temple` if the old one was forgotten meanwhile. */
  #publishWaiting(id: string): void {
    this.#waiting.delete(id);
    const temple = this.#temples.find(id);
    if (temple !== null) this.#publish(temple);
  }

  #publish(temple: Temple): void {
    if (temple.servedElsewhere) return;
    const now = this.#time.monotonic();
    this.#publishedAt.set(temple.id, now);
    this.#publisher.publishDisplay(temple.id, composeDisplay(temple, now, !this.#server.isUp));
  }
}
