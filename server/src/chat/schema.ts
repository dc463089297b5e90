/*
 * The chat's table in both databases. It was released and is never changed: a later change is another migration (../migrations.ts).
 * The journal deletes a match's lines with the match.
 */

/** `at`: ms since 1970; `seat` is `""` for a spectator; `hidden`: from the players. */
export const CHAT_TABLE = `
  CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    n INTEGER NOT NULL,
    sender TEXT NOT NULL,
    request TEXT NOT NULL,
    at INTEGER NOT NULL,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    reaction TEXT NOT NULL,
    hidden INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX chat_by_match ON chat (match, n);
  CREATE UNIQUE INDEX chat_by_request ON chat (match, sender, request);`;

export const POSTGRES_CHAT_TABLE = `
  CREATE TABLE chat (
    match text NOT NULL,
    n integer NOT NULL,
    sender text NOT NULL,
    request text NOT NULL,
    at bigint NOT NULL,
    seat text NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    reaction text NOT NULL,
    hidden integer NOT NULL,
    PRIMARY KEY (match, n),
    UNIQUE (match, sender, request)
  );`;
