import { isId } from "@flower-war/protocol/temple";

/*
 * The topics between bridge and Home Assistant (docs/operate.md, "Home Assistant"). Temples may neither read nor write them.
 *
 *     <prefix>/device/flower-war-<templeId>/config   bridge -> Home Assistant   retained
 *     templo/v1/_home/<templeId>/state               bridge -> Home Assistant   retained
 *     templo/v1/_home/<templeId>/bead                bridge -> Home Assistant
 *     templo/v1/_home/<templeId>/match               bridge -> Home Assistant
 *     templo/v1/_home/<templeId>/identify            Home Assistant -> bridge
 *     <prefix>/status                                Home Assistant -> all
 */

const ROOT = "templo/v1/_home";
const DEVICE = "flower-war-";

/** The user name and client id of Home Assistant at the embedded broker. No temple or bridge can have it (T-1). */
export const HOME_ID = "_home";

/** The default of Home Assistant's own setting. */
export const DEFAULT_PREFIX = "homeassistant";

/** The filter of all lamp tests. */
export const IDENTIFY_FILTER = `${ROOT}/+/identify`;

export function stateTopic(templeId: string): string {
  return `${ROOT}/${templeId}/state`;
}

/** The topic of the verdicts on a temple's beads. */
export function beadTopic(templeId: string): string {
  return `${ROOT}/${templeId}/bead`;
}

/** The topic of what happens in its match. */
export function matchTopic(templeId: string): string {
  return `${ROOT}/${templeId}/match`;
}

/** What Home Assistant reads of a temple. */
const SHOWN = [stateTopic, beadTopic, matchTopic];

export function identifyTopic(templeId: string): string {
  return `${ROOT}/${templeId}/identify`;
}

export function configTopic(prefix: string, templeId: string): string {
  return `${prefix}/device/${DEVICE}${templeId}/config`;
}

/** The filter of all devices' configurations, other programs' too. */
export function configFilter(prefix: string): string {
  return `${prefix}/device/+/config`;
}

/** Returns the temple that a topic of ours is about, `null` for any other topic. */
export function findTemple(name: string, topicOf: (templeId: string) => string): string | null {
  const [before = "", after = ""] = topicOf("\n").split("\n");
  const id = name.slice(before.length, name.length - after.length);
  return isId(id) && name === topicOf(id) ? id : null;
}

/** Whether the bridge may publish here. */
export function isFromBridge(name: string, prefix: string): boolean {
  return [...SHOWN, (id: string) => configTopic(prefix, id)].some(
    (topicOf) => findTemple(name, topicOf) !== null,
  );
}

/** Whether Home Assistant may publish here. Its own birth and last will are on `<prefix>/status`. */
export function isFromHome(name: string, prefix: string): boolean {
  return name === `${prefix}/status` || findTemple(name, identifyTopic) !== null;
}

/** Whether Home Assistant may subscribe to this: everything below the prefix, and what is shown of temples. */
export function mayHomeRead(filter: string, prefix: string): boolean {
  const isShown = (topicOf: (id: string) => string) =>
    filter === topicOf("+") || findTemple(filter, topicOf) !== null;
  return filter.startsWith(`${prefix}/`) || SHOWN.some(isShown);
}
