import type { Presence } from "@colyseus/core";
import type { TempleBroker } from "@flower-war/protocol/operator";
import type { TemplesMessages } from "@flower-war/protocol/temple";
import { templesOnline } from "../metrics/counters.ts";

/** A connected bridge, which receives the messages of the room `temples`. */
export interface Bridge {
  /** The bridge's own id. */
  readonly id: string;
  send<T extends keyof TemplesMessages>(type: T, message: TemplesMessages[T]): void;
}

/** A message about a temple, published on the temple's presence topic. */
interface Published<T extends keyof TemplesMessages = keyof TemplesMessages> {
  readonly type: T;
  readonly message: TemplesMessages[T];
}

interface Registered {
  readonly session: string;
  readonly broker: TempleBroker;
}

/** Other processes, as far as temples are concerned. */
export interface Processes {
  /** The id of this one. */
  readonly processId: string;
  /** Whether a process works: one that stands still does not. */
  readonly isAlive: (processId: string) => Promise<boolean>;
}

interface Service {
  readonly bridges: Set<Bridge>;
  /** Sends a published message to all of them. */
  readonly listener: (published: Published) => void;
}

/**
 * Which bridges serve which temples, in all processes: while a bridge serves a temple, its process subscribes to the
 * temple's topic, and to one that names the process. During a handover two bridges may serve one temple (S-1); both get its messages.
 */
export class BridgeRegistry {
  readonly #presence: Presence;
  readonly #processes: Processes;
  /** The bridges of this process by the temples that they serve. */
  readonly #services = new Map<string, Service>();

  constructor(presence: Presence, processes: Processes) {
    this.#presence = presence;
    this.#processes = processes;
  }

  /** Whether a temple is online: a bridge of a process that works serves it. */
  async isOnline(templeId: string): Promise<boolean> {
    if (this.#services.has(templeId)) return true;
    const servers = await this.#presence.channels(serverTopicOf(templeId, "*"));
    const ids = servers.map((topic) => topic.slice(serverTopicOf(templeId, "").length));
    return (await Promise.all(ids.map(this.#processes.isAlive))).includes(true);
  }

  /** The ids of the temples that bridges of this process serve. */
  get served(): readonly string[] {
    return [...this.#services.keys()];
  }

  /** Registers how temples reach a connected bridge's broker. @param session of its connection */
  async registerBroker(bridge: Bridge, session: string, broker: TempleBroker): Promise<void> {
    await this.#presence.hset(BROKERS, bridge.id, JSON.stringify({ session, broker } satisfies Registered));
  }

  /** Forgets how temples reach a bridge's broker, unless the bridge has connected again since, here or to another process. */
  async forgetBroker(bridge: Bridge, session: string): Promise<void> {
    const registered = await this.#presence.hget(BROKERS, bridge.id);
    if (registered === null || registered === undefined) return;
    if ((JSON.parse(registered) as Registered).session === session)
      await this.#presence.hdel(BROKERS, bridge.id);
  }

  /** Returns how temples reach the broker, as a connected bridge of any process says; `null`: none of them knows. */
  async findBroker(): Promise<TempleBroker | null> {
    const brokers = await this.#presence.hgetall(BROKERS);
    const [first] = Object.keys(brokers).toSorted();
    const registered = first === undefined ? undefined : brokers[first];
    return registered === undefined ? null : (JSON.parse(registered) as Registered).broker;
  }

  /** Registers that a bridge serves a temple: in this process at once, in the others when the promise resolves. */
  async serve(bridge: Bridge, templeId: string): Promise<void> {
    const service = this.#services.get(templeId);
    if (service) return void service.bridges.add(bridge);
    const bridges = new Set([bridge]);
    const listener = ({ type, message }: Published) => bridges.forEach((each) => each.send(type, message));
    this.#services.set(templeId, { bridges, listener });
    templesOnline.inc();
    await Promise.all(this.#topicsOf(templeId).map((topic) => this.#presence.subscribe(topic, listener)));
  }

  /** Registers that a bridge no longer serves a temple. */
  async release(bridge: Bridge, templeId: string): Promise<void> {
    const service = this.#services.get(templeId);
    if (!service?.bridges.delete(bridge) || service.bridges.size > 0) return;
    this.#services.delete(templeId);
    templesOnline.dec();
    const { listener } = service;
    await Promise.all(this.#topicsOf(templeId).map((topic) => this.#presence.unsubscribe(topic, listener)));
  }

  #topicsOf(templeId: string): readonly string[] {
    return [serverTopicOf(templeId, this.#processes.processId), topicOf(templeId)];
  }

  /** Whether a bridge of this id serves the temple here; it may have reconnected. */
  isServedBy(id: string, templeId: string): boolean {
    const bridges = this.#services.get(templeId)?.bridges ?? [];
    return [...bridges].some((bridge) => bridge.id === id);
  }

  /** Returns the ids of the temples that a bridge serves. */
  templesOf(bridge: Bridge): readonly string[] {
    return [...this.#services].filter(([, { bridges }]) => bridges.has(bridge)).map(([templeId]) => templeId);
  }

  /** Sends a message about a temple to all bridges that serve it. */
  publish<T extends keyof TemplesMessages>(templeId: string, type: T, message: TemplesMessages[T]): void {
    this.#presence.publish(topicOf(templeId), { type, message } satisfies Published<T>);
  }
}

/** The presence's hash of `Registered`, by bridge. */
const BROKERS = "temple-brokers";

function topicOf(templeId: string): string {
  return `temple:${templeId}`;
}

/** Returns the topic to which nothing is published: it says which process serves a temple. */
function serverTopicOf(templeId: string, processId: string): string {
  return `temple-at:${templeId}:${processId}`;
}
