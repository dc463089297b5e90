import type { Presence } from "@colyseus/core";
import type { Ports } from "../ports.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import { AccountEvents } from "./account-events.ts";
import { Accounts } from "./accounts.ts";
import { Mutes } from "./mutes.ts";
import { PlayerProofs, PlayerTokens } from "./player-tokens.ts";
import { PersonalTokens } from "./personal-tokens.ts";
import { Players } from "./players.ts";
import { Sessions } from "./sessions.ts";
import { EventStore } from "./store/event-store.ts";
import { MuteStore } from "./store/mute-store.ts";
import { PersonalTokenStore } from "./store/personal-token-store.ts";
import { PlayerStore } from "./store/player-store.ts";
import { SessionStore } from "./store/session-store.ts";

export interface PlayersOptions extends Ports {
  readonly database: SqlDatabase;
  readonly presence: Presence;
  readonly authSecret: string;
  /** ms after which guests and bot accounts that were not seen are deleted. */
  readonly guestRetention: number;
}

/** Opens the server's players. Closing them closes no database. */
export function openPlayers({ database, authSecret, ...options }: PlayersOptions): {
  readonly store: PlayerStore;
  readonly players: Players;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly personalTokens: PersonalTokens;
  readonly mutes: Mutes;
  readonly accountEvents: AccountEvents;
} {
  const store = new PlayerStore(database);
  const { time } = options;
  // A guest who is not deleted has a valid token.
  const tokens = new PlayerTokens(time, authSecret, options.guestRetention);
  const sessionStore = new SessionStore(database);
  const tokenStore = new PersonalTokenStore(database);
  const players = new Players({
    ...options,
    store,
    sessions: sessionStore,
    personalTokens: tokenStore,
    tokens,
  });
  const proofs = new PlayerProofs(time, authSecret);
  const events = new AccountEvents({ ...options, store: new EventStore(database) });
  const accounts = new Accounts({ ...options, store, players, proofs, events });
  const sessions = new Sessions({ ...options, players, accounts, events, store, sessions: sessionStore });
  const personalTokens = new PersonalTokens({ ...options, players, accounts, events, store: tokenStore });
  const mutes = new Mutes({ ...options, players, store: new MuteStore(database) });
  return { store, players, accounts, sessions, personalTokens, mutes, accountEvents: events };
}
