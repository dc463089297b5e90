import { createContext } from "react";

/** What a live match lets its viewer do about the other people at the table. */
export interface People {
  /** The seats of those about whom there is anything to do. */
  readonly others: readonly string[];
  /** The seats of those whom the viewer does not hear. */
  readonly muted: readonly string[];
  readonly open: (seat: string) => void;
}

/** The people of the live match around a table; `null`: nothing is live (gallery, lesson, replay), or they are still loaded. */
export const PeopleContext = createContext<People | null>(null);
