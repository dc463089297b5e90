import { FILTERS, PAYLOAD, parseTopic } from "@flower-war/protocol/temple";
import {
  configFilter,
  HOME_ID,
  IDENTIFY_FILTER,
  isFromBridge,
  isFromHome,
  mayHomeRead,
} from "../home/topics.ts";
import { MAX_PACKET_BYTES } from "./packet-meter.ts";

/** The embedded broker's access rules (docs/temple-protocol.md ). */

/** An authenticated client. No temple can have a bridge's id, or Home Assistant's (`HOME_ID`). */
export type Client = { readonly kind: "temple" | "bridge" | "home"; readonly id: string };

/** Returns which client this id is of. */
export function clientOf(id: string, bridgeId: string): Client {
  return { kind: id === HOME_ID ? "home" : id === bridgeId ? "bridge" : "temple", id };
}

export interface Publish {
  readonly topic: string;
  readonly bytes: number;
  readonly retain: boolean;
}

/** Whether a client may publish this. @param prefix of Home Assistant's discovery; `null`: it is off */
export function mayPublish(client: Client, publish: Publish, prefix: string | null = null): boolean {
  const { topic: name, bytes, retain } = publish;
  if (prefix !== null && client.kind === "bridge" && isFromBridge(name, prefix))
    return bytes < MAX_PACKET_BYTES;
  if (client.kind === "home") return prefix !== null && bytes <= PAYLOAD.bytes && isFromHome(name, prefix);
  const topic = parseTopic(name);
  if (topic === null || bytes > PAYLOAD.bytes) return false;
  if (client.kind === "bridge") {
    return topic.to === "bridge"
      ? topic.bridgeId === client.id
      : topic.to === "down" || topic.channel === "state";
  }
  if (topic.to !== "up" || topic.templeId !== client.id) return false;
  return topic.channel === "state" || !retain;
}

/** Whether a client may subscribe to this filter. @param prefix of Home Assistant's discovery; `null`: it is off */
export function maySubscribe(client: Client, filter: string, prefix: string | null = null): boolean {
  if (client.kind === "home") return prefix !== null && mayHomeRead(filter, prefix);
  if (client.kind === "bridge") {
    const ofHome = prefix !== null && (filter === configFilter(prefix) || filter === IDENTIFY_FILTER);
    return ofHome || filter === FILTERS.allTemples;
  }
  return (
    filter === FILTERS.temple(client.id) || filter === FILTERS.bridges || isSingleTopicOf(client.id, filter)
  );
}

/** Whether the filter is one topic out of those that a temple's wildcard filters match. */
function isSingleTopicOf(templeId: string, filter: string): boolean {
  const topic = parseTopic(filter);
  return topic?.to === "bridge" || (topic?.to === "down" && topic.templeId === templeId);
}
