import { createRequire } from "node:module";
import { Readable } from "node:stream";

interface Packet {
  readonly topic: string;
  readonly payload: Uint8Array | string;
}

/** The part of Aedes' persistence that handles retained messages. */
interface Persistence {
  storeRetained(packet: Packet): Promise<void>;
  createRetainedStreamCombi(filters: readonly string[]): Readable;
}

// The package's types describe another module system than its code.
const createMemoryPersistence: () => Persistence = createRequire(import.meta.url)("aedes-persistence");

/** Topic levels up to and including the temple's id: `templo/v1/<templeId>` (docs/temple-protocol.md section 2). */
const ID_LEVELS = 3;

/**
 * Creates Aedes' memory persistence with an index of retained messages by temple. Without it, each temple that
 * subscribes is compared with the topics of all others, which is slow when 2,000 temples reconnect at once.
 */
export function createPersistence(): Persistence {
  const persistence = createMemoryPersistence();
  const store = persistence.storeRetained.bind(persistence);
  const search = persistence.createRetainedStreamCombi.bind(persistence);
  const retained = new Map<string, Map<string, Packet>>();
  persistence.storeRetained = (packet) => {
    const prefix = prefixOf(packet.topic);
    const packets = retained.get(prefix) ?? new Map<string, Packet>();
    if (packet.payload.length === 0) packets.delete(packet.topic);
    else packets.set(packet.topic, { ...packet });
    if (packets.size > 0) retained.set(prefix, packets);
    else retained.delete(prefix);
    return store(packet);
  };
  persistence.createRetainedStreamCombi = (filters) => {
    if (!filters.every(hasIdPrefix)) return search(filters);
    return Readable.from(
      filters.flatMap((filter) => {
        const packets = retained.get(prefixOf(filter)) ?? new Map<string, Packet>();
        return [...packets.values()].filter(({ topic }) => matches(filter, topic));
      }),
    );
  };
  return persistence;
}

function prefixOf(topic: string): string {
  return topic.split("/", ID_LEVELS).join("/");
}

function hasIdPrefix(filter: string): boolean {
  return !/[+#]/.test(prefixOf(filter)) && filter.split("/").length > ID_LEVELS;
}

/** Returns whether a filter matches a topic (MQTT 3.1.1, 4.7.1). */
function matches(filter: string, topic: string): boolean {
  const levels = topic.split("/");
  const parts = filter.split("/");
  const rest = parts.at(-1) === "#" ? parts.length - 1 : null;
  if (rest === null ? levels.length !== parts.length : levels.length < rest) return false;
  return parts.slice(0, rest ?? parts.length).every((part, i) => part === "+" || part === levels[i]);
}
