import type { DeclineReason, Reservation } from "@flower-war/protocol";
import { type ReceivedChallenge, readChallenge, type SyncedBot } from "@flower-war/protocol/players";
import type { Abortable } from "./abort.ts";
import {
  type ConnectionStatus,
  type Drop,
  RoomSession,
  type SessionSettings,
} from "./connection/room-session.ts";
import { Listeners } from "./listeners.ts";
import type { AnyMatch } from "./match.ts";

/** A challenge to this bot account: the host of a table invites it to a seat. */
export interface OpenChallenge extends ReceivedChallenge {
  /**
   * Takes the seat. Refusals: `seat-taken`, or `not-challenged`, `match-begun`, `unknown-match` if the challenge is no longer open.
   */
  accept(options?: Abortable): Promise<AnyMatch>;
  /** Says that the bot does not come. A challenge that is no longer open stays as it is. */
  decline(reason: DeclineReason, options?: Abortable): Promise<void>;
}

/** The part of `FlowerWar` that takes a seat. */
export interface Joining {
  join(match: string, options: { readonly seat: string } & Abortable): Promise<AnyMatch>;
}

/** The events of `challenges.on`. */
export interface ChallengeListeners {
  /** `open` or `connection` has changed. */
  change: () => void;
  /** A challenge is new. */
  challenge: (challenge: OpenChallenge) => void;
  /** The connection was lost. Unless `drop.gone`, the SDK reconnects; the bot is not online meanwhile. */
  dropped: (drop: Drop) => void;
  /** The bot is online again. */
  resumed: () => void;
}

/** The challenges to one bot account, which is online as long as it is connected here. `onChallenge` of `host.identity()` returns it. */
export class Challenges {
  readonly #session: RoomSession<SyncedBot, never>;
  readonly #host: Joining;
  readonly #listeners = new Listeners<ChallengeListeners>();
  /** Open challenges by id. */
  #known: ReadonlyMap<string, OpenChallenge> = new Map();

  /** @internal @param host where the bot takes seats */
  static async open(
    settings: SessionSettings,
    host: Joining,
    reserve: () => Promise<Reservation>,
    listener: ChallengeListeners["challenge"],
    signal?: AbortSignal,
  ): Promise<Challenges> {
    const challenges = new Challenges(settings, reserve, host);
    challenges.on("challenge", listener);
    await challenges.#session.open(undefined, signal);
    return challenges;
  }

  private constructor(settings: SessionSettings, reserve: () => Promise<Reservation>, host: Joining) {
    this.#host = host;
    this.#session = new RoomSession(settings, reserve, {
      changed: () => this.#update(),
      statusChanged: () => this.#listeners.emit("change"),
      message: () => {},
      dropped: (drop) => this.#listeners.emit("dropped", drop),
      resumed: () => this.#listeners.emit("resumed"),
    });
  }

  get connection(): ConnectionStatus {
    return this.#session.status;
  }

  /** The challenges that are open now. */
  get open(): readonly OpenChallenge[] {
    return [...this.#known.values()];
  }

  /** Adds a listener and returns the function that removes it. An error that it throws is reported on the console. */
  on<Name extends keyof ChallengeListeners>(name: Name, listener: ChallengeListeners[Name]): () => void {
    return this.#listeners.on(name, listener);
  }

  /** Disconnects: the bot is no longer online, unless another program of it is. */
  leave(): Promise<void> {
    return this.#session.leave();
  }

  #update(): void {
    const before = this.#known;
    const { challenges } = this.#session.state;
    this.#known = new Map(
      [...challenges.entries()].map(([id, state]) => [id, before.get(id) ?? this.#read(state)]),
    );
    this.#listeners.emit("change");
    for (const [id, challenge] of this.#known) {
      if (!before.has(id)) this.#listeners.emit("challenge", challenge);
    }
  }

  #read(state: ReceivedChallenge): OpenChallenge {
    const challenge = readChallenge(state);
    return {
      ...challenge,
      accept: (options) => this.#host.join(challenge.match, { seat: challenge.seat, ...options }),
      decline: async (reason, options) => {
        await this.#session.requestUntilAnswered("decline", { id: challenge.id, reason }, options?.signal);
      },
    };
  }
}
