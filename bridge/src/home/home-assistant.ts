import type { Cancel, Time } from "@flower-war/protocol/ports";
import { type Display, LEASE, type Slot, SLOTS } from "@flower-war/protocol/temple";
import type { HomeBrokerPort } from "../broker/broker-port.ts";
import type { ServerPort } from "../server-port.ts";
import type { BeadCounter, ToldBeads } from "../temples/bead-counter.ts";
import { composeDisplay } from "../temples/display.ts";
import type { Temple } from "../temples/temple.ts";
import type { TemplePublisher } from "../temples/temple-publisher.ts";
import type { TempleRegistry } from "../temples/temple-registry.ts";
import { BEAD_EVENTS, composeDevice, formatDevice, type HomeState } from "./discovery.ts";
import {
  beadTopic,
  configFilter,
  configTopic,
  findTemple,
  IDENTIFY_FILTER,
  identifyTopic,
  matchTopic,
  stateTopic,
} from "./topics.ts";

export interface HomeOptions {
  readonly broker: HomeBrokerPort;
  /** `show`: publish temples as devices. `remove`: take away what was published before. */
  readonly mode: "show" | "remove";
  /** The prefix of Home Assistant's discovery topics. */
  readonly prefix: string;
  /** ms between two looks at what has changed. Default 1,000. */
  readonly interval?: number;
  /** ms between two questions which temples are enrolled. Default 30,000. */
  readonly enrolment?: number;
}

export interface HomePorts {
  readonly server: ServerPort;
  readonly temples: TempleRegistry;
  readonly beads: Pick<BeadCounter, "onVerdict">;
  readonly publisher: TemplePublisher;
  readonly time: Time;
}

/** ms after which a state is published again although it is the same, so that it does not expire. */
const REPEAT = 60_000;

/** A button's message, by Home Assistant's default. */
const PRESS = "PRESS";

const GODS: { readonly [S in Slot]: string } = { h: "huitzilopochtli", t: "tlaloc" };

interface Shown {
  readonly device: string;
  readonly state: string;
  readonly table: ShownTable;
  /** When the state was published, in ms of `Time.monotonic`. */
  readonly at: number;
}

/** Shows the temples as devices in Home Assistant (docs/operate.md, "Home Assistant"). */
export class HomeAssistant {
  readonly #ports: HomePorts;
  readonly #options: HomeOptions;
  /** The last publication on this connection, by temple id. */
  readonly #shown = new Map<string, Shown>();
  /** The temples that have a device at the broker, as far as it has told. */
  readonly #retained = new Set<string>();
  /** Temples that were not enrolled when the server was asked last. */
  readonly #revoked = new Set<string>();
  #cancels: readonly Cancel[] = [];

  constructor(ports: HomePorts, options: HomeOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  start(): void {
    const { time } = this.#ports;
    const { broker, mode, prefix, interval = 1_000, enrolment = 30_000 } = this.#options;
    broker.subscribe([configFilter(prefix), ...(mode === "show" ? [IDENTIFY_FILTER] : [])], (name, message) =>
      this.#handle(name, message.payload.toString(), message.retained),
    );
    if (mode === "remove") return;
    this.#ports.beads.onVerdict((temple, beads) => this.#tell(temple, beads));
    this.#cancels = [
      time.every(interval, () => this.#publishChanges()),
      time.every(enrolment, () => void this.#removeRevoked()),
    ];
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
  }

  /** Publishes everything again: what was published without a connection is lost. */
  handleConnected(): void {
    this.#shown.clear();
  }

  #handle(name: string, payload: string, retained: boolean): void {
    const { prefix, mode } = this.#options;
    const device = findTemple(name, (id) => configTopic(prefix, id));
    if (device !== null) {
      if (payload === "") this.#retained.delete(device);
      else if (mode === "remove") this.#remove(device);
      else this.#retained.add(device);
      return;
    }
    const tested = findTemple(name, identifyTopic);
    if (tested === null || retained || payload !== PRESS) return;
    const temple = this.#ports.temples.find(tested);
    if (temple?.isOnline && isShown(temple)) this.#ports.publisher.publishCommand(tested, "identify");
  }

  /** Publishes a verdict, and the count with it. */
  #tell(temple: Temple, { slot, beads, verdict, reason }: ToldBeads): void {
    const type = BEAD_EVENTS.find((each) => each === verdict);
    if (type === undefined || !isShown(temple) || this.#revoked.has(temple.id)) return;
    const { broker } = this.#options;
    const god = GODS[slot];
    broker.publishEvent(beadTopic(temple.id), JSON.stringify({ event_type: type, god, beads, reason }));
    this.#publish(temple);
  }

  #publishChanges(): void {
    const { temples } = this.#ports;
    for (const temple of temples.list()) {
      if (isShown(temple) && !this.#revoked.has(temple.id)) this.#publish(temple);
      else this.#shown.delete(temple.id);
    }
    // T-3: an operator made the bridge forget it.
    for (const id of this.#shown.keys()) if (temples.find(id) === null) this.#remove(id);
  }

  #publish(temple: Temple): void {
    if (temple.health === null) return;
    const { server, time } = this.#ports;
    const { broker, prefix } = this.#options;
    const now = time.monotonic();
    const device = formatDevice(composeDevice(temple.id, temple.health.said));
    const state = JSON.stringify(composeState(temple, now, !server.isUp));
    const before = this.#shown.get(temple.id);
    const table = tableOf(temple, now, !server.isUp);
    for (const event of before === undefined ? [] : eventsBetween(before.table, table))
      broker.publishEvent(matchTopic(temple.id), JSON.stringify(event));
    if (before?.device !== device) {
      broker.publishRetained(configTopic(prefix, temple.id), device);
    }
    if (before?.state === state && before.device === device && now - before.at < REPEAT) {
      this.#shown.set(temple.id, { ...before, table });
      return;
    }
    broker.publishRetained(stateTopic(temple.id), state);
    this.#shown.set(temple.id, { device, state, table, at: now });
  }

  /** Removes the devices of temples that are not enrolled any more. While the server is away nothing is removed. */
  async #removeRevoked(): Promise<void> {
    const { server } = this.#ports;
    const ids = [...new Set([...this.#retained, ...this.#shown.keys(), ...this.#revoked])];
    for (let from = 0; from < ids.length && server.isUp; from += LEASE.temples) {
      const templeIds = ids.slice(from, from + LEASE.temples);
      const answer = await server.request("enrolled", { templeIds }).catch(() => ({ enrolled: templeIds }));
      for (const id of templeIds) this.#setEnrolled(id, answer.enrolled.includes(id));
    }
  }

  #setEnrolled(id: string, isEnrolled: boolean): void {
    if (isEnrolled) this.#revoked.delete(id);
    else if (!this.#revoked.has(id)) {
      this.#revoked.add(id);
      this.#remove(id);
    }
  }

  #remove(id: string): void {
    const { broker, prefix } = this.#options;
    this.#shown.delete(id);
    broker.publishRetained(configTopic(prefix, id), "");
    broker.publishRetained(stateTopic(id), "");
  }
}

/** Whether this bridge shows the temple: the server knows it, and no other bridge serves it (S-1). */
function isShown({ isKnown, servedElsewhere }: Temple): boolean {
  return isKnown && !servedElsewhere;
}

/** What a table at which a temple plays has had so far; `match` is `null`: it plays at none. */
type ShownTable = Pick<Display, "match" | "offerings" | "apocalypse">;

function tableOf(temple: Temple, now: number, serverAway: boolean): ShownTable {
  const { match, offerings, apocalypse } = composeDisplay(temple, now, serverAway);
  return { match, offerings, apocalypse };
}

/** Returns what happened at the table between two looks: offerings of all seats, days of the apocalypse, and discs that were picked up. */
function eventsBetween(before: ShownTable, after: ShownTable): object[] {
  if (after.match === null || after.match !== before.match) return [];
  const offerings = SLOTS.flatMap((slot) => {
    const [count, total] = [after.offerings[slot] - before.offerings[slot], after.offerings[slot]];
    return count > 0 ? [{ event_type: "offering", god: GODS[slot], count, total }] : [];
  });
  const { count: day, of, discs = 0 } = after.apocalypse;
  const days = day > before.apocalypse.count ? [{ event_type: "day", day, of }] : [];
  const picked = discs - (before.apocalypse.discs ?? 0);
  return [
    ...offerings,
    ...days,
    ...(picked > 0 ? [{ event_type: "disc", count: picked, total: discs }] : []),
  ];
}

function composeState(temple: Temple, now: number, serverAway: boolean): HomeState {
  const { phase, turn } = composeDisplay(temple, now, serverAway);
  const said = temple.health?.said;
  // A bead is judged before the next report has it.
  const countOf = (slot: Slot) =>
    said === undefined ? null : Math.max(said.count[slot], temple.ledger?.judged[slot] ?? 0);
  return {
    online: temple.isOnline,
    phase,
    turn,
    huitzilopochtli: countOf("h"),
    tlaloc: countOf("t"),
    rssi: said?.rssi ?? null,
    uptime: said === undefined ? null : Math.floor(said.up / 1000),
    reset: said?.reset ?? null,
    faults: said?.faults?.join(" ") || "none",
  };
}
