/** What a program of the server found in a backup that was shipped. */
interface RestoredBackup {
  readonly backup: string;
  /** The backup's moment, ms since 1970. */
  readonly at: number;
  /** ms between that moment and the requested one, or now. */
  readonly age: number;
  readonly files: number;
  readonly bytes: number;
  /** How long its steps took. */
  readonly seconds: { readonly fetch: number; readonly restore: number };
}

/**
 * What programs of the server answer over their IPC channel to the command that starts them, by their name. One that fails answers
 * `{ failure, code? }`, one sentence.
 */
export interface ProgramAnswers {
  /** What was found, for people, and whether a match would not go on or a record not verify. */
  readonly "check-games": { readonly lines: readonly string[]; readonly breaks: boolean };
  readonly "check-upgrade": {
    /** How many migrations the data has, and how many this version makes of them; ms in which a copy was checked and brought there. */
    readonly from: number;
    readonly to: number;
    readonly ms: number;
    /** The size of the file; `null`: it is a PostgreSQL. */
    readonly bytes: number | null;
    /** Matches that are not over; ms in which all were restored. `null`: the data is of another version, and no copy. */
    readonly matches: { readonly open: number; readonly ms: number } | null;
    /** Those of them that would not go on, and why. */
    readonly misfits: readonly { readonly match: string; readonly reason: string }[];
    readonly temples: number;
  };
  readonly "measure-pace": {
    readonly games: {
      readonly [game: string]: {
        readonly matches: number;
        /** Of the decisions of one kind: how many, and the seconds below which a tenth, half and nine tenths of them lie. */
        readonly seconds: {
          readonly [decision: string]: {
            readonly decisions: number;
            readonly p10: number;
            readonly median: number;
            readonly p90: number;
          };
        };
      };
    };
  };
  readonly "backup key": { readonly recipient: string };
  readonly "backup list": {
    /** `at`: ms since 1970. `base`: the time of the backup to which it adds; `null`: it is whole. */
    readonly backups: readonly {
      readonly name: string;
      readonly at: number;
      readonly base: number | null;
      readonly bytes: number;
    }[];
  };
  readonly "backup fetch": RestoredBackup;
  readonly "backup drill": RestoredBackup & {
    readonly contents: {
      readonly matches: {
        /** Those that are not over. */
        readonly running: number;
        readonly over: number;
        /** Those that were played again without a fault; others are of games that are not here, or flawed. */
        readonly folded: number;
        /** The ids of those that cannot be read, or not be played again as they were. */
        readonly flawed: readonly string[];
      };
      readonly facts: number;
      readonly results: number;
      readonly players: number;
      readonly temples: number;
    };
  };
}
