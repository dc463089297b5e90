/**
 * The players' tables in PostgreSQL, with the columns of those in SQLite. Once released it is never changed: a later change is
 * another migration (../../migrations.ts).
 */
export const POSTGRES_PLAYER_TABLES = `
  CREATE TABLE players (
    player text PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL
  );
  CREATE INDEX players_by_seen ON players (kind, seen_at);`;

/** How players with accounts sign in. As above. */
export const POSTGRES_ACCOUNT_TABLES = `
  CREATE TABLE passkeys (
    passkey text PRIMARY KEY,
    player text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL
  );
  CREATE INDEX passkeys_by_player ON passkeys (player);
  CREATE TABLE recovery_codes (
    code text PRIMARY KEY,
    player text NOT NULL
  );
  CREATE INDEX recovery_codes_by_player ON recovery_codes (player);
  CREATE TABLE passkey_challenges (
    challenge text PRIMARY KEY,
    player text NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);`;

/** Which tokens of a player are valid. As above. */
export const POSTGRES_TOKEN_GENERATIONS = `
  ALTER TABLE players ADD COLUMN generation integer NOT NULL DEFAULT 0;`;
