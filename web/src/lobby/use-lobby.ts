import type { LobbyRequest } from "@flower-war/client-sdk";
import { useEffect, useState, useSyncExternalStore } from "react";
import { LobbyFeed, type LobbyNews } from "./lobby-feed.ts";

export interface LiveLobby extends LobbyNews {
  /** What was asked for: a filter and a page. */
  readonly request: LobbyRequest;
  /** Asks for another filter or page. */
  readonly choose: (request: LobbyRequest) => void;
  /** Opens the list again after it was lost. */
  readonly retry: () => void;
}

/** A live page of the list of tables, for as long as the component is shown. */
export function useLobby(): LiveLobby {
  const [feed] = useState(() => new LobbyFeed());
  const [request, choose] = useState<LobbyRequest>({});
  useEffect(() => {
    feed.open(request);
    return feed.close;
  }, [feed, request]);
  return {
    ...useSyncExternalStore(feed.subscribe, feed.news),
    request,
    choose,
    retry: () => feed.open(request),
  };
}
