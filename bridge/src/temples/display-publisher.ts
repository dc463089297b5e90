import type { Cancel, Time } from "@flower-war/protocol/ports";
import { type Display, SLOTS } from "@flower-war/protocol/temple";
import type { ServerPort } from "../server-port.ts";
import { composeDisplay } from "./display.ts";
import type { Temple } from "./temple.ts";
import type { TemplePublisher } from "./temple-publisher.ts";
import type { TempleRegistry } from "./temple-registry.ts";

/** ms between two displays of one temple that differ in nothing urgent (J-14: at most 4 per second). */
const INTERVAL = 250;

/** A display that was published, and when, in ms of `Time.monotonic`. */
interface Published {
  readonly display: Display;
  readonly at: number;
}

/** Keeps every temple's display up to date. */
export class DisplayPublisher {
  readonly #publisher: TemplePublisher;
  readonly #server: ServerPort;
  readonly #temples: TempleRegistry;
  readonly #time: Time;
  /** The newest one of each temple, by its id. */
  readonly #published = new Map<string, Published>();
  /** Displays that wait for the interval to be over, by temple id. */
  readonly #waiting = new Map<string, Cancel>();

  constructor(publisher: TemplePublisher, server: ServerPort, temples: TempleRegistry, time: Time) {
    this.#publisher = publisher;
    this.#server = server;
    this.#temples = temples;
    this.#time = time;
  }

  /** @param onTable is told of each change of a temple's table */
  start(onTable: (temple: Temple) => void): void {
    this.#server.on("table", ({ templeId, table }) => {
      const temple = this.#temples.find(templeId);
      if (temple === null) return;
      temple.table = table;
      this.refresh(temple);
      onTable(temple);
    });
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  /**
   * Publishes the temple's display: at once if the window or a debt has changed, or if the interval is over, else as it will be
   * at the interval's end.
   */
  refresh(temple: Temple): void {
    const now = this.#time.monotonic();
    const display = this.#compose(temple, now);
    const before = this.#published.get(temple.id);
    const wait = before === undefined ? 0 : before.at + INTERVAL - now;
    if (before === undefined || wait <= 0 || isUrgent(before.display, display)) {
      return this.#publish(temple, display, now);
    }
    if (this.#waiting.has(temple.id)) return;
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
    if (temple === null) return;
    const now = this.#time.monotonic();
    this.#publish(temple, this.#compose(temple, now), now);
  }

  #compose(temple: Temple, now: number): Display {
    return composeDisplay(temple, now, !this.#server.isUp);
  }

  #publish(temple: Temple, display: Display, at: number): void {
    if (temple.servedElsewhere) return;
    this.#waiting.get(temple.id)?.();
    this.#waiting.delete(temple.id);
    this.#published.set(temple.id, { display, at });
    this.#publisher.publishDisplay(temple.id, display);
  }
}

/** Whether a player must see the change at once: whether a bead would be accepted, or what to take out (J-14). */
function isUrgent(before: Display, after: Display): boolean {
  return (
    before.mark !== after.mark ||
    SLOTS.some((slot) => before.open[slot] !== after.open[slot] || before.fix[slot] !== after.fix[slot])
  );
}
