import {
  type ConnectionStatus,
  type Lobby,
  type LobbyRequest,
  Refusal,
  type TablePage,
} from "@flower-war/client-sdk";
import { host } from "../session/host.ts";

export interface LobbyNews extends TablePage {
  /** `still`: the page of the list as it was when it was asked for; the server shows no more lists live. */
  readonly connection: ConnectionStatus | "opening" | "still";
  /** Why there is no list; `null`: there is one, or it is on its way. */
  readonly error: unknown;
}

const EMPTY: TablePage = { tables: [], total: 0, page: 1, pages: 1 };
const OPENING: LobbyNews = { ...EMPTY, connection: "opening", error: null };

/** A live page of the list of tables. A store in the sense of `useSyncExternalStore`; the page can be used before it is there. */
export class LobbyFeed {
  #news = OPENING;
  /** Aborted when the list is no longer wanted. */
  #closing: AbortController | null = null;
  readonly #listeners = new Set<() => void>();

  readonly news = (): LobbyNews => this.#news;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens a page of the list instead of the one that is open or lost. What was shown stays until it is there. */
  readonly open = (request: LobbyRequest): void => {
    this.close();
    const closing = new AbortController();
    this.#closing = closing;
    this.#show({ ...this.#news, connection: "opening", error: null });
    void this.#listen(request, closing.signal);
  };

  readonly close = (): void => {
    this.#closing?.abort();
  };

  async #listen(request: LobbyRequest, closing: AbortSignal): Promise<void> {
    try {
      const lobby = await host.lobby(request);
      if (closing.aborted) await lobby.leave();
      else this.#follow(lobby, closing);
    } catch (error) {
      if (!closing.aborted) await this.#read(request, closing, error);
    }
  }

  /** Reads the list once, if the server only refuses to show it live. */
  async #read(request: LobbyRequest, closing: AbortSignal, error: unknown): Promise<void> {
    const isRefused = error instanceof Refusal && error.code === "unavailable";
    const page = isRefused ? await host.listTables(request).catch(() => null) : null;
    if (closing.aborted) return;
    if (page) this.#show({ ...page, connection: "still", error: null });
    else this.#show({ ...EMPTY, connection: "gone", error });
  }

  #follow(lobby: Lobby, closing: AbortSignal): void {
    closing.addEventListener("abort", () => void lobby.leave());
    const show = (error: unknown = null) => {
      if (closing.aborted) return;
      const { connection, matches: tables, total, page, pages } = lobby;
      this.#show({ connection, tables, total, page, pages, error });
    };
    lobby.on("change", () => show());
    lobby.on("dropped", ({ refusal }) => show(refusal));
    lobby.on("resumed", () => show());
    show();
  }

  #show(news: LobbyNews): void {
    this.#news = news;
    for (const listener of this.#listeners) listener();
  }
}
