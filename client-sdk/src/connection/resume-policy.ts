/** How the SDK reconnects after a lost connection. */
export interface ResumePolicy {
  /**
   * Attempts before the SDK gives up; 0: it never reconnects. Default: `Infinity`. If the server is down, attempts fail at
   * once: with the default delays about 7 are used up within 1 s, 18 within 17 s, 25 within a minute.
   */
  readonly attempts: number;
  /**
   * Milliseconds before an attempt. Where two fifths of all earlier delays are longer, they are waited instead, but no more than eight times
   * `delay` while a server answers that it is not available. Every delay is shortened by up to half at random. Default 125, so that the SDK
   * finds a restarted server at once. While it is not this player's turn and no request waits, the first delay is twelve times as long.
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
