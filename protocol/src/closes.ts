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
  /** An operator closed the match. The close's reason is the operator's. */
  ended: 4020,
  /** An operator took the seat from you. The close's reason is the operator's. */
  expelled: 4021,
  /** An operator banned you. The close's reason is what `formatBan` writes. */
  banned: 4022,
} as const;
