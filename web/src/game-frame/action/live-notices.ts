import { createContext, type ReactNode } from "react";

/** What a live match says, with its buttons, to a viewer who cannot act. */
export interface LiveNotices {
  readonly disconnected: ReactNode;
  readonly played: ReactNode;
}

/** The notices of the live match around a table; `null`: nothing is live (gallery, lesson). */
export const LiveNoticesContext = createContext<LiveNotices | null>(null);
