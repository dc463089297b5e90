import type { AnswerOf, PayloadOf, RequestName, TemplesMessages } from "@flower-war/protocol/temple";

export type MessageName = keyof TemplesMessages;

/**
 * The bridge's connection to the match server's room `temples`. Answers and messages are delivered in
 * the order in which the server sent them: code that awaits an answer continues before a later message is delivered.
 */
export interface ServerPort {
  /** Whether the server can be asked now. */
  readonly isUp: boolean;
  /** Sends a request. Rejects with `ServerAwayError` or `RefusalError`; requests are not queued. */
  request<K extends RequestName>(name: K, payload: PayloadOf<K>): Promise<AnswerOf<K>>;
  /** Sets the one listener for a kind of message. */
  on<K extends MessageName>(name: K, listener: (message: TemplesMessages[K]) => void): void;
  /** Sets the one listener for the connection being established or lost. */
  onChange(listener: (isUp: boolean) => void): void;
}

/** The server is unreachable or did not answer in time. Whether it carried out the request is unknown (J-1). */
export class ServerAwayError extends Error {
  override readonly name = "ServerAwayError";
}

/** The server refused a request. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly code: string;

  constructor(code: string) {
    super(`refused: ${code}`);
    this.code = code;
  }
}

/** Refusals that a repeated request gets again. */
const FINAL_CODES: readonly string[] = ["unknown-temple", "bad-request", "too-large"];

/** Whether the same request may succeed later: the server was away, overloaded, or failed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof RefusalError ? !FINAL_CODES.includes(error.code) : error instanceof ServerAwayError;
}
