import { formatDisplay } from "@flower-war/client-sdk/temple";
import type { MqttLine } from "../mqtt.ts";
import { composeDisplay } from "../picture.ts";
import type { ServerLink } from "../server-link.ts";
import type { Temple, Temples } from "../temple.ts";

/** ms between two displays of one temple (J-14: at most 4 per second). */
const INTERVAL = 250;

/** Keeps every temple's picture up to date. */
export class Displays {
  readonly #mqtt: MqttLine;
  readonly #link: ServerLink;
  readonly #temples: Temples;
  readonly #published = new Map<string, number>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(mqtt: MqttLine, link: ServerLink, temples: Temples) {
    this.#mqtt = mqtt;
    this.#link = link;
    this.#temples = temples;
  }

  start(): void {
    this.#link.on("table", ({ templeId, table }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = table;
      this.refresh(temple);
    });
  }

  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  /** Publishes the picture as it is now, or as it will be when the interval is over. */
  refresh(temple: Temple): void {
    if (this.#waiting.has(temple.id)) return;
    const wait = (this.#published.get(temple.id) ?? 0) + INTERVAL - performance.now();
    if (wait <= 0) return this.#publish(temple);
    this.#waiting.set(
      temple.id,
      setTimeout(() => this.#due(temple.id), wait),
    );
  }

  /** The temple of this name may have been forgotten and be another one by now. */
  #due(id: string): void {
    this.#waiting.delete(id);
    const temple = this.#temples.find(id);
    if (temple !== null) this.#publish(temple);
  }

  /** Every temple that is there gets its picture again. */
  refreshAll(): void {
    for (const temple of this.#temples.online()) this.refresh(temple);
  }

  #publish(temple: Temple): void {
    if (temple.silent) return;
    this.#published.set(temple.id, performance.now());
    const display = composeDisplay(temple, performance.now(), !this.#link.isUp);
    this.#mqtt.publish({ to: "down", templeId: temple.id, channel: "display" }, formatDisplay(display));
  }
}
