/**
 * What is measured: a server program, and four at a table who play it. Every subject is played through its own public
 * face by the same bench.
 */

/** How one command fared, in ms from asking. */
export interface Played {
  /** Until the asker knew that it was taken. */
  readonly acknowledged: number;
  /** Until the last of the four was shown it. */
  readonly shown: number;
  /** Bytes that each of the four received for it, the asker's answer included. */
  readonly bytes: readonly number[];
}

/** Four connections at one match. */
export interface Table {
  /** Plays the next command. One at a time; rejects if it is refused. */
  play(): Promise<Played>;
  /** Bytes of the first states. */
  readonly first: number;
  /** No more can be played at it. */
  readonly over: boolean;
  close(): void;
}

/** A subject's server, of one process or several. */
export interface Running {
  readonly pids: readonly number[];
  openTable(): Promise<Table>;
  readonly stop: () => Promise<void>;
}

export interface Subject {
  /** As reports call it. */
  readonly name: string;
  start(): Promise<Running>;
}
