import type { Presence } from "@colyseus/core";
import type { TemplesMessages } from "@flower-war/client-sdk/temple";
import { templesOnline } from "../metrics/counts.ts";

/** A connected bridge, as far as the temples talk to it. */
export interface Bridge {
  /** Its own name. */
  readonly id: string;
  send<T extends keyof TemplesMessages>(type: T, message: TemplesMessages[T]): void;
}

/** What is told of a temple, on a presence topic of its own. */
interface Told<T extends keyof TemplesMessages = keyof TemplesMessages> {
  readonly type: T;
  readonly message: TemplesMessages[T];
}

interface Service {
  readonly bridges: Set<Bridge>;
  /** Tells all of them. */
  readonly listener: (told: Told) => void;
}

/**
 * Which bridge serves which temple now, in any process: one that serves a temple listens on that temple's topic. During a
 * handover two may serve one (S-1): both are told.
 */
export class Bridges {
  readonly #presence: Presence;
  /** What the bridges of this process serve. */
  readonly #services = new Map<string, Service>();

  constructor(presence: Presence) {
    this.#presence = presence;
  }

  /** Whether the temple is online: some bridge serves it. */
  async isOnline(templeId: string): Promise<boolean> {
    if (this.#services.has(templeId)) return true;
    const topic = topicOf(templeId);
    return (await this.#presence.channels(topic)).includes(topic);
  }

  /** Counts from the moment of the call; resolves when other processes know too. */
  async serve(bridge: Bridge, templeId: string): Promise<void> {
    const service = this.#services.get(templeId);
    if (service) return void service.bridges.add(bridge);
    const bridges = new Set([bridge]);
    const listener = ({ type, message }: Told) => bridges.forEach((each) => each.send(type, message));
    this.#services.set(templeId, { bridges, listener });
    templesOnline.inc();
    await this.#presence.subscribe(topicOf(templeId), listener);
  }

  async release(bridge: Bridge, templeId: string): Promise<void> {
    const service = this.#services.get(templeId);
    if (!service?.bridges.delete(bridge) || service.bridges.size > 0) return;
    this.#services.delete(templeId);
    templesOnline.dec();
    await this.#presence.unsubscribe(topicOf(templeId), service.listener);
  }

  /** Whether a bridge of this name serves the temple here; it may have come again by another connection. */
  isServedBy(id: string, templeId: string): boolean {
    const bridges = this.#services.get(templeId)?.bridges ?? [];
    return [...bridges].some((bridge) => bridge.id === id);
  }

  templesOf(bridge: Bridge): readonly string[] {
    return [...this.#services].filter(([, { bridges }]) => bridges.has(bridge)).map(([templeId]) => templeId);
  }

  tell<T extends keyof TemplesMessages>(templeId: string, type: T, message: TemplesMessages[T]): void {
    this.#presence.publish(topicOf(templeId), { type, message } satisfies Told<T>);
  }
}

function topicOf(templeId: string): string {
  return `temple:${templeId}`;
}
