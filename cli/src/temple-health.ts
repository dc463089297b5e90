import type { ReportedHealth } from "@flower-war/protocol";

/** Describes in one line what a temple said of its own health last; `null`: nothing. */
export function formatHealth(health: ReportedHealth | null): string {
  if (health === null) return "has said nothing since the server started";
  const { at, fw, hw, rssi, up, reset, count, faults = [] } = health;
  return [
    hw === undefined ? fw : `${fw} on ${hw}`,
    `up ${formatDuration(up)}`,
    ...(reset === undefined ? [] : [`last reset: ${reset}`]),
    ...(rssi === undefined ? [] : [`${rssi} dBm`]),
    `beads ${count.h} h, ${count.t} t`,
    ...(faults.length === 0 ? [] : [`faults: ${faults.join(" ")}`]),
    `said ${new Date(at).toISOString().slice(0, 19)}Z`,
  ]
    .map(toPrintable)
    .join(", ");
}

/** The texts are the temple's own: nothing in them may control a terminal. */
export function toPrintable(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
}

/** Writes a duration like `3 d 4 h`, `4 h 5 min`, `5 min` or `20 s`. */
function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(ms / 1000)} s`;
}
