import { inBothDialects } from "../../storage/dialects.ts";

/** The players' tables. Once released they are never changed: a later change is another migration (../../migrations.ts). */
export const PLAYER_TABLES = inBothDialects(`
  CREATE TABLE players (
    player KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
  );
  CREATE INDEX players_by_seen ON players (kind, seen_at);`);

/** How players with accounts sign in. As above. */
export const ACCOUNT_TABLES = inBothDialects(`
  CREATE TABLE passkeys (
    passkey KEY,
    player TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
  );
  CREATE INDEX passkeys_by_player ON passkeys (player);
  CREATE TABLE recovery_codes (
    code KEY,
    player TEXT NOT NULL
  );
  CREATE INDEX recovery_codes_by_player ON recovery_codes (player);
  CREATE TABLE passkey_challenges (
    challenge KEY,
    player TEXT NOT NULL,
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);`);

/** What happens to accounts, and which passkeys are to be removed: `NULL`, they stay. As above. */
export const ACCOUNT_EVENTS = inBothDialects(`
  ALTER TABLE passkeys ADD COLUMN removed_at BIGINT;
  CREATE INDEX passkeys_by_removal ON passkeys (removed_at);
  CREATE TABLE account_events (
    event KEY,
    player TEXT NOT NULL,
    what TEXT NOT NULL,
    asked TEXT,
    device TEXT NOT NULL,
    times INTEGER NOT NULL,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL
  );
  CREATE INDEX account_events_by_player ON account_events (player, what);
  CREATE INDEX account_events_by_date ON account_events (last_at);`);

/** Where players are signed in, where passkeys were added, and when a token without a session was last used: `NULL`, there is none. As above. */
export const SESSION_TABLES = inBothDialects(`
  ALTER TABLE players ADD COLUMN older_seen_at BIGINT;
  UPDATE players SET older_seen_at = seen_at;
  ALTER TABLE passkeys ADD COLUMN device TEXT NOT NULL DEFAULT '';
  CREATE TABLE player_sessions (
    session KEY,
    player TEXT NOT NULL,
    device TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
  );
  CREATE INDEX player_sessions_by_player ON player_sessions (player);
  CREATE INDEX player_sessions_by_seen ON player_sessions (seen_at);`);

/** Tokens that players made for programs. As above. */
export const PERSONAL_TOKENS = inBothDialects(`
  CREATE TABLE personal_tokens (
    token KEY,
    secret TEXT NOT NULL,
    player TEXT NOT NULL,
    acts_as TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT
  );
  CREATE INDEX personal_tokens_by_player ON personal_tokens (player);`);

/** Which tokens of a player are valid. As above. */
export const TOKEN_GENERATIONS = inBothDialects(`
  ALTER TABLE players ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;`);

/** Whom players mute and block. As above. */
export const PLAYER_MUTES = inBothDialects(`
  CREATE TABLE player_mutes (
    sqlite: id ROWID,
    player TEXT NOT NULL,
    target TEXT NOT NULL,
    blocked INTEGER NOT NULL,
    muted_at BIGINT NOT NULL,
    postgres: PRIMARY KEY (player, target)
  );
  sqlite: CREATE UNIQUE INDEX player_mutes_by_player ON player_mutes (player, target);
  CREATE INDEX player_mutes_by_target ON player_mutes (target);`);
