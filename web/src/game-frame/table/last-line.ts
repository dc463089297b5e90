import { createContext } from "react";

/** The newest line of the log. */
export interface LastLine {
  readonly seat: string;
  readonly words: string;
}

/** The newest line of the match's log, for tables whose log is in a sheet; `null`: there is none. */
export const LastLineContext = createContext<LastLine | null>(null);
