import type { KeptSeat } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { host } from "./host.ts";

export interface MySeats {
  /** `null` while the server is asked, and when it did not answer. */
  readonly seats: readonly KeptSeat[] | null;
  /** Why it did not; `null`: it did, or has not yet. */
  readonly error: unknown;
}

/** My seats in matches that are still on, taken from whatever tab of this browser. */
export function useMySeats(): MySeats {
  const [mine, setMine] = useState<MySeats>({ seats: null, error: null });
  useEffect(() => {
    let gone = false;
    const tell = (news: MySeats) => {
      if (!gone) setMine(news);
    };
    host
      .resume()
      .then((seats) => tell({ seats, error: null }))
      .catch((error: unknown) => tell({ seats: null, error }));
    return () => void (gone = true);
  }, []);
  return mine;
}
