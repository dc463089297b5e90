import { type ConnectionStatus, type Drop, Line, type LinePorts } from "./line.ts";
import { Listeners } from "./listeners.ts";
import type { Listing, LobbyState } from "./protocol.ts";

/** What `lobby.on` listens to. */
export interface LobbyListeners {
  /** `matches` is new. */
  change: () => void;
  /** The connection was lost; unless `drop.gone` the SDK comes back by itself. `matches` stays as last seen. */
  dropped: (drop: Drop) => void;
  /** The list is live again. */
  resumed: () => void;
}

/** The live list of public matches that are not over. Made by `FlowerWar.lobby()`. */
export class Lobby {
  readonly #line: Line<LobbyState, never>;
  readonly #listeners = new Listeners<LobbyListeners>();
  #matches: readonly Listing[] | null = null;

  /** @internal */
  static async open(ports: LinePorts): Promise<Lobby> {
    const lobby = new Lobby(ports);
    await lobby.#line.open();
    return lobby;
  }

  private constructor(ports: LinePorts) {
    this.#line = new Line(ports, {
      changed: () => {
        this.#matches = null;
        this.#listeners.emit("change");
      },
      message: () => {},
      dropped: (drop) => this.#listeners.emit("dropped", drop),
      resumed: () => this.#listeners.emit("resumed"),
    });
  }

  get connection(): ConnectionStatus {
    return this.#line.status;
  }

  /** Plain values, and the same list until the next change. */
  get matches(): readonly Listing[] {
    this.#matches ??= [...this.#line.state.matches.entries()].map(
      ([, { id, code, game, status, seats, open, host }]) => ({ id, code, game, status, seats, open, host }),
    );
    return this.#matches;
  }

  /** Returns the function that stops listening. A listener that throws is reported on the console, no more. */
  on<Name extends keyof LobbyListeners>(name: Name, listener: LobbyListeners[Name]): () => void {
    return this.#listeners.on(name, listener);
  }

  leave(): Promise<void> {
    return this.#line.leave();
  }
}
