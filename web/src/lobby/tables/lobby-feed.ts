import type { ConnectionStatus, Lobby, LobbyRequest, TablePage } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Store } from "../../base/store.ts";
import { host } from "../../session/host.ts";
import { retryLater } from "../../session/retry-later.ts";

export interface LobbyNews extends TablePage {
  /** `still`: the page of the list as it was when it was asked for last; the server does not show it live. */
  readonly connection: ConnectionStatus | "opening" | "still";
  /** Why there is no list, or no live one any more; `null`: there is one, or it is on its way. */
  readonly error: unknown;
}

const NO_BOTS = { bots: [] } as const;

const EMPTY: TablePage = { tables: [], total: 0, page: 1, pages: 1 };

const OPENING: LobbyNews = { ...EMPTY, connection: "opening", error: null };

/**
 * A live page of the list of tables. While the server cannot show it live, it is read over HTTP, if that works, and asked for
 * again and again. The page can be used before it is there.
 */
class LobbyFeed {
  readonly #news = new Store(OPENING);
  /** Aborted when the list is no longer wanted. */
  #closing: AbortController | null = null;

  readonly use = this.#news.use;

  /** Opens a page of the list instead of the one that is open or lost. What was shown stays until it is there. */
  readonly open = (request: LobbyRequest): void => {
    this.close();
    const closing = new AbortController();
    this.#closing = closing;
    this.#news.set({ ...this.#news.get(), connection: "opening", error: null });
    void this.#listen(request, closing.signal);
  };

  readonly close = (): void => {
    this.#closing?.abort();
  };

  /** @param attempt how many attempts failed before */
  async #listen(request: LobbyRequest, closing: AbortSignal, attempt = 0): Promise<void> {
    try {
      const lobby = await host.lobby(request);
      if (closing.aborted) await lobby.leave();
      else this.#follow(lobby, request, closing);
    } catch (error) {
      if (closing.aborted) return;
      await this.#read(request, closing, error);
      retryLater(error, attempt, closing, () => void this.#listen(request, closing, attempt + 1));
    }
  }

  /** Reads the list once. */
  async #read(request: LobbyRequest, closing: AbortSignal, error: unknown): Promise<void> {
    const page = await host.listTables(request).catch(() => null);
    if (closing.aborted) return;
    // A server of an older version lists no bots.
    const tables = page?.tables.map((table) => ({ ...NO_BOTS, ...table })) ?? [];
    if (page) this.#news.set({ ...page, tables, connection: "still", error: null });
    else this.#news.set({ ...EMPTY, connection: "gone", error });
  }

  #follow(lobby: Lobby, request: LobbyRequest, closing: AbortSignal): void {
    closing.addEventListener("abort", () => void lobby.leave());
    const show = (error: unknown = null) => {
      if (closing.aborted) return;
      const { connection, matches: tables, total, page, pages } = lobby;
      this.#news.set({ connection, tables, total, page, pages, error });
    };
    lobby.on("change", () => show());
    lobby.on("dropped", ({ gone, refusal }) => {
      show(refusal);
      if (gone) retryLater(refusal, 0, closing, () => void this.#listen(request, closing, 1));
    });
    lobby.on("resumed", () => show());
    show();
  }
}

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
    ...feed.use(),
    request,
    choose,
    retry: () => feed.open(request),
  };
}
