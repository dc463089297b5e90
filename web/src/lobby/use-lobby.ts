import { useEffect, useState, useSyncExternalStore } from "react";
import { LobbyFeed, type LobbyNews } from "./lobby-feed.ts";

export interface LiveLobby extends LobbyNews {
  /** Opens the list again after it was lost. */
  readonly retry: () => void;
}

/** The live list of public matches, for as long as the component is shown. */
export function useLobby(): LiveLobby {
  const [feed] = useState(() => new LobbyFeed());
  useEffect(() => {
    feed.open();
    return feed.close;
  }, [feed]);
  return { ...useSyncExternalStore(feed.subscribe, feed.news), retry: feed.open };
}
