/**
 * The players' tables in SQLite. Once released it is never changed: a later change is another migration (../../migrations.ts).
 */
export const PLAYER_TABLES = `
  CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX players_by_seen ON players (kind, seen_at);`;

/** How players with accounts sign in. As above. */
export const ACCOUNT_TABLES = `
  CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY,
    passkey TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX passkeys_by_player ON passkeys (player);
  CREATE TABLE recovery_codes (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL
  ) STRICT;
  CREATE INDEX recovery_codes_by_player ON recovery_codes (player);
  CREATE TABLE passkey_challenges (
    id INTEGER PRIMARY KEY,
    challenge TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);`;

/** Which tokens of a player are valid. As above. */
export const TOKEN_GENERATIONS = `
  ALTER TABLE players ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;`;
