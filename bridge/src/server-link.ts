import type { TemplesMessages, TemplesRequests } from "@flower-war/client-sdk/temple";

export type RequestName = keyof TemplesRequests;
export type PayloadOf<K extends RequestName> = TemplesRequests[K]["payload"];
export type AnswerOf<K extends RequestName> = TemplesRequests[K]["answer"];
export type MessageName = keyof TemplesMessages;

/**
 * The bridge's way to the match server, the room `temples`. Answers and messages are told in the order in which they
 * came: who awaits an answer goes on before a later message is told.
 */
export interface ServerLink {
  /** Whether the server can be asked now. */
  readonly isUp: boolean;
  /** Rejects with `ServerAway` or `Refused`; nothing is kept for later. */
  request<K extends RequestName>(name: K, payload: PayloadOf<K>): Promise<AnswerOf<K>>;
  /** Whom to tell of this message; one listener each. */
  on<K extends MessageName>(name: K, listener: (message: TemplesMessages[K]) => void): void;
  /** Whom to tell that the server came or went; one listener. */
  onChange(listener: (isUp: boolean) => void): void;
}

/** The server is out of reach, or did not answer in time: whether it did what was asked is unknown (J-1). */
export class ServerAway extends Error {
  override readonly name = "ServerAway";
}

/** The server's answer was no. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly code: string;

  constructor(code: string) {
    super(`refused: ${code}`);
    this.code = code;
  }
}

/** Refusals that asking again does not change. */
const FINAL: readonly string[] = ["unknown-temple", "bad-request", "too-large"];

/** Whether what failed may be granted when it is asked for again: the server was away, too busy, or failed. */
export function mayPass(error: unknown): boolean {
  return error instanceof Refused ? !FINAL.includes(error.code) : error instanceof ServerAway;
}
