/** How the SDK reconnects after a lost connection. */
export interface ResumePolicy {
  /**
   * Attempts before the SDK gives up; 0: it never reconnects. Default: `Infinity`. If the server is down, attempts fail at
   * once: with the default delays 8 are used up within 1 s, 14 within 17 s, and each further one takes up to 8 s more. While a server
   * answers that it is not available, each takes up to 1 s.
   */
  readonly attempts: number;
  /**
   * Milliseconds before each of the first 8 attempts; doubled for each further one, but to no more than eight times as many while
   * a server answers. Every delay is shortened by up to half at random. Default 125, so that the SDK finds a restarted server at once.
   * While it is not this player's turn and no request waits, every delay is about twelve times as long at first.
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
