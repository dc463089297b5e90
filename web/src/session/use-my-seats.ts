import type { StoredSeat } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { host } from "./host.ts";

export interface MySeats {
  /** `null` while the server is asked, and when it did not answer. */
  readonly seats: readonly StoredSeat[] | null;
  /** Why it did not; `null`: it did, or has not yet. */
  readonly error: unknown;
}

/** My seats in matches that are not over, taken in any tab of this browser. */
export function useMySeats(): MySeats {
  const [mine, setMine] = useState<MySeats>({ seats: null, error: null });
  useEffect(() => {
    let unmounted = false;
    const show = (news: MySeats) => {
      if (!unmounted) setMine(news);
    };
    host
      .resume()
      .then((seats) => show({ seats, error: null }))
      .catch((error: unknown) => show({ seats: null, error }));
    return () => void (unmounted = true);
  }, []);
  return mine;
}
