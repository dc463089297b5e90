import type { ConnectionStatus, Listing, Lobby } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { host } from "../host.ts";

export interface LobbyNews {
  readonly connection: ConnectionStatus | "opening";
  readonly matches: readonly Listing[];
  /** Why there is no list; `null`: there is one, or it is on its way. */
  readonly error: unknown;
}

const OPENING: LobbyNews = { connection: "opening", matches: [], error: null };

/** The live list of public matches, for as long as the component is shown. */
export function useLobby(): LobbyNews {
  const [news, setNews] = useState(OPENING);
  useEffect(() => {
    const gone = new AbortController();
    const listen = (lobby: Lobby) => {
      if (gone.signal.aborted) {
        void lobby.leave();
        return;
      }
      gone.signal.addEventListener("abort", () => void lobby.leave());
      const tell = (error: unknown = null) =>
        setNews({ connection: lobby.connection, matches: lobby.matches, error });
      lobby.on("change", () => tell());
      lobby.on("dropped", ({ refusal }) => tell(refusal));
      lobby.on("resumed", () => tell());
      tell();
    };
    host
      .lobby()
      .then(listen)
      .catch((error: unknown) => {
        if (!gone.signal.aborted) setNews({ ...OPENING, connection: "gone", error });
      });
    return () => gone.abort();
  }, []);
  return news;
}
