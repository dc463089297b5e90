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
