import { FILTERS, PAYLOAD, parseTopic } from "@flower-war/protocol/temple";

/** The embedded broker's access rules (docs/temple-protocol.md ). */

/** An authenticated client. No temple can have a bridge's id. */
export type Client = { readonly kind: "temple" | "bridge"; readonly id: string };

export interface Publish {
  readonly topic: string;
  readonly bytes: number;
  readonly retain: boolean;
}

export function mayPublish(client: Client, { topic: name, bytes, retain }: Publish): boolean {
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

export function maySubscribe(client: Client, filter: string): boolean {
  if (client.kind === "bridge") return filter === FILTERS.allTemples;
  return (
    filter === FILTERS.temple(client.id) || filter === FILTERS.bridges || isSingleTopicOf(client.id, filter)
  );
}

/** Whether the filter is one topic out of those that a temple's wildcard filters match. */
function isSingleTopicOf(templeId: string, filter: string): boolean {
  const topic = parseTopic(filter);
  return topic?.to === "bridge" || (topic?.to === "down" && topic.templeId === templeId);
}
