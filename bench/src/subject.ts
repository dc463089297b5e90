/** What the bench measures: a server program, and matches of four clients in it. The bench plays all subjects alike. */

/** Clients of each match. */
export const SEATS = 4;

/** What one command took, in ms from its request. */
export interface CommandTiming {
  /** When it was requested, in ms of `performance.now()`. */
  readonly at: number;
  /** Until the requesting client got the answer. */
  readonly acknowledged: number;
  /** Until the last of the four clients was shown it. */
  readonly shown: number;
  /** Bytes that each of the four clients received for it, including the answer. */
  readonly bytes: readonly number[];
}

/** A match with four connected clients. */
export interface Match {
  /** Plays the next command, one at a time. Rejects if it is refused. */
  play(): Promise<CommandTiming>;
  /** Bytes of the four first states. */
  readonly first: number;
  /** Whether no more commands can be played. */
  readonly isOver: boolean;
  close(): void;
}

/** A subject's server, of one process or several. */
export interface RunningSubject {
  readonly pids: readonly number[];
  openMatch(): Promise<Match>;
  /** Opens a match up to the first states of its four clients, if more is to be done until it can be played. Default: `openMatch`. */
  seatMatch?(): Promise<Pick<Match, "close">>;
  readonly stop: () => Promise<void>;
}

export interface Subject {
  /** Its name in reports. */
  readonly name: string;
  /** @param isIdle whether what is measured is what matches hold: with as little room for new objects as on a small machine */
  start(isIdle?: boolean): Promise<RunningSubject>;
}
