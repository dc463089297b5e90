import { FILTERS, PAYLOAD, parseTopic } from "@flower-war/client-sdk/temple";

/** Who may say and hear what at the embedded broker (docs/temple-protocol.md ). */

/** An authenticated client. A bridge has the name of no temple. */
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
  return filter === FILTERS.temple(client.id) || filter === FILTERS.bridges || isWithin(client.id, filter);
}

/** Is this one of the single topics that a temple's filters stand for? */
function isWithin(templeId: string, filter: string): boolean {
  const topic = parseTopic(filter);
  return topic?.to === "bridge" || (topic?.to === "down" && topic.templeId === templeId);
}
