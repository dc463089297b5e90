import type { ConnectionStatus, Listing, Lobby } from "@flower-war/client-sdk";
import { host } from "../session/host.ts";

export interface LobbyNews {
  readonly connection: ConnectionStatus | "opening";
  readonly matches: readonly Listing[];
  /** Why there is no list; `null`: there is one, or it is on its way. */
  readonly error: unknown;
}

const OPENING: LobbyNews = { connection: "opening", matches: [], error: null };

/** The live list of public matches. A store in the sense of `useSyncExternalStore`; the page can be used before it is there. */
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

  /** Opens the list, again if it was closed or lost. */
  readonly open = (): void => {
    this.close();
    const closing = new AbortController();
    this.#closing = closing;
    this.#show(OPENING);
    void this.#listen(closing.signal);
  };

  readonly close = (): void => {
    this.#closing?.abort();
  };

  async #listen(closing: AbortSignal): Promise<void> {
    try {
      const lobby = await host.lobby();
      if (closing.aborted) await lobby.leave();
      else this.#follow(lobby, closing);
    } catch (error) {
      if (!closing.aborted) this.#show({ ...OPENING, connection: "gone", error });
    }
  }

  #follow(lobby: Lobby, closing: AbortSignal): void {
    closing.addEventListener("abort", () => void lobby.leave());
    const show = (error: unknown = null) => {
      if (!closing.aborted) this.#show({ connection: lobby.connection, matches: lobby.matches, error });
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
