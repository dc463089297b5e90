import { createContext } from "react";
import type { LoggedEvent } from "../../session/match-history.ts";

/** The events of a live match that its table has shown, the oldest first; `null`: nothing is live (replay, gallery, lesson). */
export const ShownEventsContext = createContext<readonly LoggedEvent[] | null>(null);
