import { createRequire } from "node:module";
import { Readable } from "node:stream";

interface Packet {
  readonly topic: string;
  readonly payload: Uint8Array | string;
}

/** The part of Aedes' memory that is about retained messages. */
interface Memory {
  storeRetained(packet: Packet): Promise<void>;
  createRetainedStreamCombi(filters: readonly string[]): Readable;
}

// Its types are those of another module system than its code.
const newMemory: () => Memory = createRequire(import.meta.url)("aedes-persistence");

/** Levels of a topic that name whom it is about: `templo/v1/<templeId>` (temple protocol section 2). */
const NAMING = 3;

/**
 * Aedes' memory, which finds what is retained for one temple without a look at all others: when 2,000 temples come back
 * at once, each would be compared with the topics of all.
 */
export function memoryByTemple(): Memory {
  const memory = newMemory();
  const store = memory.storeRetained.bind(memory);
  const search = memory.createRetainedStreamCombi.bind(memory);
  const retained = new Map<string, Map<string, Packet>>();
  memory.storeRetained = (packet) => {
    const name = nameOf(packet.topic);
    const kept = retained.get(name) ?? new Map<string, Packet>();
    if (packet.payload.length === 0) kept.delete(packet.topic);
    else kept.set(packet.topic, { ...packet });
    if (kept.size > 0) retained.set(name, kept);
    else retained.delete(name);
    return store(packet);
  };
  memory.createRetainedStreamCombi = (filters) => {
    if (!filters.every(namesOne)) return search(filters);
    return Readable.from(
      filters.flatMap((filter) => {
        const kept = retained.get(nameOf(filter)) ?? new Map<string, Packet>();
        return [...kept.values()].filter(({ topic }) => matches(filter, topic));
      }),
    );
  };
  return memory;
}

function nameOf(topic: string): string {
  return topic.split("/", NAMING).join("/");
}

function namesOne(filter: string): boolean {
  return !/[+#]/.test(nameOf(filter)) && filter.split("/").length > NAMING;
}

/** Whether a filter takes a topic (MQTT 3.1.1, 4.7.1). */
function matches(filter: string, topic: string): boolean {
  const levels = topic.split("/");
  const wanted = filter.split("/");
  const rest = wanted.at(-1) === "#" ? wanted.length - 1 : null;
  if (rest === null ? levels.length !== wanted.length : levels.length < rest) return false;
  return wanted.slice(0, rest ?? wanted.length).every((level, i) => level === "+" || level === levels[i]);
}
