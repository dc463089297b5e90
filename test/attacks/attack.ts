/** The words in which rows describe attacks. A row is data: what is sent, how fast, from where, and what the attacker gets. */

export type Transport = "WebSocket" | "HTTP" | "MQTT";

/**
 * How an attack reaches the host: at its own port over IPv4 or IPv6, through nginx (`entrance`), or at the operator's listener, which
 * only programs of the same machine reach. MQTT reaches the embedded broker, over IPv4 or IPv6, or Mosquitto.
 */
export type Way = "direct" | "IPv6" | "entrance" | "operator" | "Mosquitto";

/** What rows may name in what they send. */
export interface Targets {
  /** The id of the match that the seated table plays. */
  readonly match: string;
  /** Its short code. */
  readonly code: string;
  /** A match that gathers, with open seats. */
  readonly openMatch: string;
  /** The room of the seated table, as a WebSocket's path has it. */
  readonly room: string;
  /** A temple that is enrolled, and pairs with no seat. */
  readonly temple: { readonly id: string; readonly secret: string };
}

/** How a socket begins, before it attacks. */
export type Opening =
  /** Asks over HTTP for a reservation, opens the WebSocket and joins the room. */
  | { readonly reserve: string; readonly body: object }
  /** Opens the WebSocket of this path and query, whatever is there. */
  | { readonly upgrade: string }
  /** Sends a CONNECT and waits for its CONNACK. */
  | { readonly connect: Uint8Array };

/** New sockets a second, unless a row says how many. */
export const OPENS_PER_SECOND = 500;

/** What an attacker does. */
export interface Traffic {
  /** Sockets that are open at the same time. */
  readonly sockets: number;
  /** Default: the socket attacks at once. */
  readonly opening?: Opening;
  /** What each socket sends again and again, in turn. */
  readonly units: readonly Uint8Array[];
  /** Whether each socket begins with the first unit. Default: with another one each, so that sockets differ. */
  readonly isSequence?: boolean;
  /** Units that each socket sends in a second; a socket takes no more than its peer reads. */
  readonly rate: number;
  /** Units that each socket sends, then it waits. Default: no limit. */
  readonly atMost?: number;
  /** Bytes of a unit that are sent at a time. Default: all. */
  readonly bytesAtATime?: number;
  /** `false`: it reads nothing once it has opened. */
  readonly reads?: boolean;
  /** ms after which a socket that was closed is replaced by a new one. Default: never. */
  readonly again?: number;
  /** The attacker closes a socket itself so many ms after it attacked. Default: never. */
  readonly closesAfter?: number;
  /** New sockets a second. Default: `OPENS_PER_SECOND`. */
  readonly opens?: number;
  /** Addresses from which the sockets come in turn. Default: one. */
  readonly addresses?: number;
  /** Connects from the address of a trusted proxy; the units say for whom. */
  readonly isProxy?: boolean;
}

/** What the attacker may get at most. */
export interface Gets {
  /** ms from a socket's first unit within which the host has closed it. `null`: it may stay open. */
  readonly cutWithin: number | null;
  /** Every status of an answer is one of these. Default: any above 399. */
  readonly statuses?: readonly number[];
  /** Answers below 400 in the whole attack. Default: none. */
  readonly served?: number;
  /** Close codes of WebSockets. Default: any but 1000. */
  readonly closes?: readonly number[];
  /** Whether each WebSocket gets a close code; those of the end may not have theirs yet. */
  readonly isClosed?: boolean;
  /** Sockets that are open at the end. Default: as many as the attacker wants, unless they are cut. */
  readonly open?: number;
}

export interface Attack {
  readonly name: string;
  readonly over: Transport;
  readonly ways: readonly Way[];
  /** The ways on which it runs in CI. Default: none. */
  readonly ci?: readonly Way[];
  readonly traffic: (targets: Targets) => Traffic;
  readonly gets: Gets;
  /** MB by which the processes' memory may grow. Default 64. */
  readonly memory?: number;
}

/** What the sockets of an attacker saw. */
export interface Seen {
  /** Sockets that were opened, and those of them that the host closed. */
  opened: number;
  cut: number;
  /** Sockets that were refused before they could attack. */
  turnedAway: number;
  /** Sockets that were open at the end, and had no close code. */
  open: number;
  /** Units and bytes that were sent. */
  units: number;
  bytes: number;
  /** ms from a socket's first unit to its end, of those that were cut; in order. */
  cuts: number[];
  /** ms for which sockets that were open at the end had attacked, at most. */
  openFor: number;
  /** How often each status, refusal code, close code, and return code of a CONNACK was received. */
  statuses: Record<string, number>;
  codes: Record<string, number>;
  closes: Record<string, number>;
  connacks: Record<string, number>;
}
