import type { PlayerSession } from "@flower-war/protocol/players";
import { refuse } from "../refusal.ts";
import type { AccountEvents } from "./account-events.ts";
import type { Accounts, Asker } from "./accounts.ts";
import type { Players, SignedInPlayer } from "./players.ts";
import type { PlayerStore } from "./store/player-store.ts";
import type { SessionStore } from "./store/session-store.ts";

/** In place of a session's id: that of the request's token (`ACCOUNT_PATHS.thisSession`). */
const THIS_SESSION = "this";
/** The id of all tokens of servers without sessions, which end together. */
export const OLDER_SESSIONS = "older";

export interface SessionsPorts {
  readonly players: Players;
  readonly accounts: Accounts;
  readonly events: AccountEvents;
  readonly store: PlayerStore;
  readonly sessions: SessionStore;
}

/** Where players are signed in, as they see it. Methods throw as `Players.find`. */
export class Sessions {
  readonly #ports: SessionsPorts;

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  /** Lists a player's sessions, the one last seen first. */
  async list(token: string): Promise<PlayerSession[]> {
    const { players, sessions } = this.#ports;
    const { id: player, olderSeenAt, session } = await players.require(token);
    const listed: PlayerSession[] = (await sessions.list(player)).map(
      ({ id, device, createdAt, seenAt }) => ({
        id,
        device,
        createdAt,
        seenAt,
        current: id === session,
      }),
    );
    if (olderSeenAt !== null)
      listed.push({ id: OLDER_SESSIONS, device: "", seenAt: olderSeenAt, current: session === null });
    return listed.toSorted((one, other) => other.seenAt - one.seenAt);
  }

  /**
   * Ends a session: its tokens are `bad-token` from now on. A player can end the session of the request itself without a proof.
   * @param id a session's, `older` or `this`
   * @throws `RefusalError` with `unknown-session`, and as `Accounts.requireProven`
   */
  async end(by: Asker, id: string): Promise<void> {
    const { players, accounts } = this.#ports;
    const asking = await players.require(by.token);
    const own = asking.session ?? OLDER_SESSIONS;
    const ended = id === THIS_SESSION ? own : id;
    if (ended === own) return this.#end(asking, ended, null);
    const { kind } = await accounts.requireProven(by, "end-session");
    await this.#end(asking, ended, kind === "account" ? by.device : null);
  }

  /** @param device that ended it, for the account's events; `null`: they do not tell of it */
  async #end(
    { id: player, generation }: SignedInPlayer,
    session: string,
    device: string | null,
  ): Promise<void> {
    const { events, store, sessions } = this.#ports;
    const event = device === null ? [] : events.statements(player, "session-ended", device);
    const isEnded =
      session === OLDER_SESSIONS
        ? await store.endGeneration(player, generation, event)
        : await sessions.end(player, session, event);
    if (!isEnded) throw refuse("unknown-session");
    if (device !== null) events.onEvent(player, "session-ended");
  }
}
