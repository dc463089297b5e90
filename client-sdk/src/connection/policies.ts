/** How the SDK detects a connection that is lost without a close, for example after a change of network or when its server stands still. */
export interface PingPolicy {
  /**
   * Milliseconds of silence after which the SDK pings the server; a request without an answer is followed by a ping after 1,000 already.
   * Where nothing happens, pings become rarer: a quarter of the time since the last message or request lies between two. Default 2,500.
   */
  readonly every: number;
  /** The most milliseconds between two pings. Default 30,000. */
  readonly idle: number;
  /**
   * The most milliseconds to wait for any message after a ping before the connection counts as lost. The SDK waits four times as long
   * as earlier answers took, and at least 1,500. Default 5,000.
   */
  readonly timeout: number;
}

export const DEFAULT_PING: PingPolicy = { every: 2500, idle: 30_000, timeout: 5000 };

/** No pings: a silent loss is detected when the operating system detects it. */
export const NO_PING: PingPolicy = { every: Number.POSITIVE_INFINITY, idle: 0, timeout: 0 };

/** How the SDK reconnects after a lost connection. */
export interface ResumePolicy {
  /**
   * Attempts before the SDK gives up; 0: it never reconnects. Default: `Infinity`. If the server is down, attempts fail at
   * once: with the default delays about 7 are used up within 1 s, 18 within 17 s, 25 within a minute.
   */
  readonly attempts: number;
  /**
   * Milliseconds before an attempt. Where two fifths of all earlier delays are longer, they are waited instead, but no more than eight times
   * `delay` while a server answers that it is not available. After each connection that did not last 2 s the first delay
   * is longer, too. Every delay is shortened by up to half at random. Default 125, so that the SDK finds a restarted server at once. While it is not this player's turn and no request waits, the first delay is twelve times as long.
   */
  readonly delay: number;
  /** The longest delay in milliseconds. Default 8,000. */
  readonly maxDelay: number;
}

export const DEFAULT_RESUME: ResumePolicy = {
  attempts: Number.POSITIVE_INFINITY,
  delay: 125,
  maxDelay: 8000,
};
