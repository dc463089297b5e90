/** A clock of a sleeping match. */
export interface End {
  readonly match: string;
  /** When it ends if a server runs until then, ms since 1970. */
  readonly at: number;
}

/** Where matches sleep. What the bench changes it changes while no server runs. */
export interface Sleepers extends AsyncDisposable {
  /** Variables of the servers that use it. */
  readonly environment: NodeJS.ProcessEnv;
  /** How many servers do. */
  readonly servers: 1 | 2;
  /** Stores the only match so many more times. All sleep until the same time. */
  copy(copies: number): Promise<void>;
  /** Makes everything in these copies have happened so long before that their clocks end then, as if a server had always run. */
  bringForward(ends: readonly End[]): Promise<void>;
  /** Returns when the first command after a clock's end was, ms since 1970, and for how many ms no server had run; `null`: there was none. */
  readFollowed(end: End): Promise<{ readonly at: number; readonly downtime: number } | null>;
}
