/** UTF-8 bytes that the reason of a close may have (RFC 6455, 5.5). */
const MOST_REASON = 123;

/** Cuts the reason of a close to what fits into its frame, between characters. */
export function fitReason(reason: string): string {
  const encoder = new TextEncoder();
  let fitting = "";
  let bytes = 0;
  for (const character of reason) {
    bytes += encoder.encode(character).length;
    if (bytes > MOST_REASON) return fitting;
    fitting += character;
  }
  return fitting;
}

/** The reason of a ban, and its end. */
export interface Ban {
  /** The operator's words. */
  reason: string;
  /** ms since 1970 */
  until: number;
}

/** Returns a ban as the reason of `CLOSE.banned`: its end, a space, and as much of its reason as fits. */
export function formatBan({ reason, until }: Ban): string {
  return fitReason(`${until} ${reason}`);
}

/** Parses what `formatBan` wrote; `null`: it is something else. */
export function parseBan(text: string): Ban | null {
  const [, until, reason] = /^(\d{1,16}) (.*)$/su.exec(text) ?? [];
  return until === undefined || reason === undefined ? null : { reason, until: Number(until) };
}
