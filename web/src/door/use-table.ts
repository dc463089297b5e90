import type { AnySummary } from "@flower-war/client-sdk";
import { useCallback, useEffect, useState } from "react";
import { host } from "../session/host.ts";

/** ms between two looks while the page is seen. */
const INTERVAL = 4000;

export interface Knock {
  /** What is known of the match; `null` while the server is asked, and when it refused. */
  readonly summary: AnySummary | null;
  /** Why it did; `null`: it did not. */
  readonly error: unknown;
  /** Asks again. */
  readonly look: () => void;
}

/**
 * Looks at a match from outside for as long as the component is shown, so that the door shows who sits there.
 * @param name its invitation, id or code
 * @param wanted `false`: not now
 */
export function useTable(name: string, wanted: boolean): Knock {
  const [known, setKnown] = useState<Omit<Knock, "look">>({ summary: null, error: null });
  const look = useCallback(() => {
    void host.findMatch(name).then(
      (summary) => setKnown({ summary, error: null }),
      (error: unknown) => setKnown((before) => ({ ...before, error })),
    );
  }, [name]);
  useEffect(() => {
    if (wanted) look();
  }, [wanted, look]);
  const isLive = known.summary?.table !== undefined;
  useEffect(() => {
    if (!isLive) return undefined;
    const lookIfSeen = () => {
      if (document.visibilityState === "visible") look();
    };
    const timer = setInterval(lookIfSeen, INTERVAL);
    document.addEventListener("visibilitychange", lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookIfSeen);
    };
  }, [isLive, look]);
  return { ...known, look };
}
