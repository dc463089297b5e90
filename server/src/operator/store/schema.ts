import { inBothDialects } from "../../storage/dialects.ts";

/**
 * Accounts of operators, and their passkeys. `look`: what no two names have in common (../accounts.ts). Once released they are never changed:
 * a later change is another migration (../../migrations.ts).
 */
export const OPERATOR_TABLES = inBothDialects(`
  CREATE TABLE operators (
    operator KEY,
    name TEXT NOT NULL,
    look TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    invitation TEXT,
    invited_until BIGINT
  );
  CREATE TABLE operator_passkeys (
    passkey KEY,
    operator TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
  );
  CREATE INDEX operator_passkeys_by_operator ON operator_passkeys (operator);`);

/** The account that invited an operator. Those invited with the admin's password, or before there was the column, have none. */
export const OPERATOR_INVITERS = inBothDialects("ALTER TABLE operators ADD COLUMN invited_by TEXT;");
