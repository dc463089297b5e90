/** WebSocket close codes of this protocol, besides those of RFC 6455 and Colyseus' own (4000-4003, 4010). */
export const CLOSE = {
  /** The client kept sending more messages than `LIMITS.messages` allows. */
  flood: 4008,
  /** The seat was taken from another connection. */
  replaced: 4009,
  /** The match was closed: it has been over for a while, or no client was there. */
  closed: 4011,
  /** The match moved to another process or to this one's successor, or you to another seat: take your seat again at once. */
  moved: 4012,
  /** The table's host freed the seat. */
  removed: 4013,
  /** You did not reveal your sealed nonce in time: your seat is open, and you cannot sit at this table again. */
  withheld: 4014,
  /** You handed your seat over, and another person has taken it. */
  handedOver: 4015,
  /** An operator closed the match. The close's reason is the operator's. */
  ended: 4020,
  /** An operator took the seat from you. The close's reason is the operator's. */
  expelled: 4021,
  /** An operator banned you. The close's reason is what `formatBan` writes. */
  banned: 4022,
} as const;

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
