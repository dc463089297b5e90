/**
 * Every topic of the protocol (docs/temple-protocol.md section 2), and how each is delivered.
 *
 *     templo/v1/<templeId>/up/state       temple -> bridge    retained
 *     templo/v1/<templeId>/up/bead        temple -> bridge
 *     templo/v1/<templeId>/up/act         temple -> bridge
 *     templo/v1/<templeId>/down/display   bridge -> temple    retained
 *     templo/v1/<templeId>/down/ack       bridge -> temple
 *     templo/v1/<templeId>/down/cmd       bridge -> temple
 *     templo/v1/_bridge/<bridgeId>        bridge -> temples   retained
 */
export type Topic =
  | { readonly to: "up"; readonly templeId: string; readonly channel: UpChannel }
  | { readonly to: "down"; readonly templeId: string; readonly channel: DownChannel }
  | { readonly to: "bridge"; readonly bridgeId: string };

export const UP_CHANNELS = ["state", "bead", "act"] as const;
export type UpChannel = (typeof UP_CHANNELS)[number];
export const DOWN_CHANNELS = ["display", "ack", "cmd"] as const;
export type DownChannel = (typeof DOWN_CHANNELS)[number];

const ROOT = "templo/v1";
const ID = /^[a-z0-9][a-z0-9-]{3,23}$/;

/** Whether this is a valid `templeId` or `bridgeId` (T-1). */
export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

/** Returns the topic's name on the wire. Throws `RangeError` for an id that is not valid (T-1). */
export function formatTopic(topic: Topic): string {
  const id = topic.to === "bridge" ? topic.bridgeId : topic.templeId;
  if (!isId(id)) throw new RangeError(`not a temple or bridge id: ${String(id)}`);
  return topic.to === "bridge" ? `${ROOT}/_bridge/${id}` : `${ROOT}/${id}/${topic.to}/${topic.channel}`;
}

/** Parses a topic's name; returns `null` for one outside the protocol. */
export function parseTopic(name: string): Topic | null {
  const [root, version, id, to, channel, ...rest] = name.split("/");
  if (`${root}/${version}` !== ROOT || rest.length > 0) return null;
  if (id === "_bridge") return isId(to) && channel === undefined ? { to: "bridge", bridgeId: to } : null;
  if (!isId(id)) return null;
  if (to === "up") {
    const up = UP_CHANNELS.find((known) => known === channel);
    return up === undefined ? null : { to, templeId: id, channel: up };
  }
  if (to === "down") {
    const down = DOWN_CHANNELS.find((known) => known === channel);
    return down === undefined ? null : { to, templeId: id, channel: down };
  }
  return null;
}

/** Whether a message on this topic is retained (section 2). QoS is 1 everywhere. */
export function isRetained(topic: Topic): boolean {
  return topic.to === "bridge" || topic.channel === "state" || topic.channel === "display";
}

/** The filters that each side subscribes to (N-2, A-2). */
export const FILTERS = {
  /** The subscription of a bridge: everything that temples publish. */
  allTemples: `${ROOT}/+/up/#`,
  /** The subscription of a temple to the notices of bridges. */
  bridges: `${ROOT}/_bridge/+`,
  /** The subscription of a temple: everything published to it. */
  temple: (templeId: string): string => `${ROOT}/${templeId}/down/#`,
} as const;
