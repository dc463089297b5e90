import { createContext } from "react";

/** What a live match lets its viewer do about the other people at the table. */
export interface People {
  /** Whether there is anything: the seat is another person's. */
  readonly canOpen: (seat: string) => boolean;
  /** Whether the viewer does not hear what they say. */
  readonly isMuted: (seat: string) => boolean;
  readonly open: (seat: string) => void;
}

/** The people of the live match around a table; `null`: nothing is live (gallery, lesson, replay). */
export const PeopleContext = createContext<People | null>(null);
