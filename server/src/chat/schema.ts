import { inBothDialects } from "../storage/dialects.ts";

/**
 * The chat's table. It was released and is never changed: a later change is another migration (../migrations.ts). The journal deletes a
 * match's lines with the match. `at`: ms since 1970; `seat` is `""` for a spectator; `hidden`: from the players.
 */
export const CHAT_TABLE = inBothDialects(`
  CREATE TABLE chat (
    sqlite: id ROWID,
    match TEXT NOT NULL,
    n INTEGER NOT NULL,
    sender TEXT NOT NULL,
    request TEXT NOT NULL,
    at BIGINT NOT NULL,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    reaction TEXT NOT NULL,
    hidden INTEGER NOT NULL,
    postgres: PRIMARY KEY (match, n),
    postgres: UNIQUE (match, sender, request)
  );
  sqlite: CREATE UNIQUE INDEX chat_by_match ON chat (match, n);
  sqlite: CREATE UNIQUE INDEX chat_by_request ON chat (match, sender, request);`);
