/**
 * The addresses of the page. A match is found by its invitation if it is private, else by its code (upper case), or by its id where its
 * code may be another's now.
 */
export const paths = {
  lobby: "/",
  create: "/create",
  learn: "/learn",
  /** The viewer's own page. */
  player: "/player",
  /** Where links in e-mails lead: `NOTICE_PATHS` of the protocol. */
  confirmMail: "/mail/confirm",
  stopMail: "/mail/stop",
  /** How a player plays: ratings, and the matches that they finished. */
  profile: (id: string) => `/players/${encodeURIComponent(id)}`,
  /** The best players of a game. @param page from 1; default: the first */
  leaderboard: (game: string, page = 1) =>
    `/leaderboard?game=${encodeURIComponent(game)}${page === 1 ? "" : `&page=${page}`}`,
  match: (code: string) => `/matches/${encodeURIComponent(code)}`,
  tournaments: "/tournaments",
  /** @param id `new`: the form for one */
  tournament: (id: string) => `/tournaments/${encodeURIComponent(id)}`,
  /** A match from a file. */
  record: "/replay",
  /** @param n the number of entries after which it begins; default: none */
  replay: (id: string, n?: number) => `/replay/${encodeURIComponent(id)}${n === undefined ? "" : `?at=${n}`}`,
  /** A match alone, to be watched in a frame of another site. */
  embed: (name: string) => `/embed/${encodeURIComponent(name)}`,
  /** All tables, for a large screen in a club. */
  screen: "/screen",
  rules: (game: string) => `/rules/${encodeURIComponent(game)}`,
} as const;

const CODE_LENGTH = 4;

interface Named {
  readonly code: string;
  readonly invitation?: string | null;
}

/** Returns what a match's address has: its invitation, else its code. */
export const nameOf = ({ invitation, code }: Named): string => invitation ?? code;

/** Returns what the address of a finished match has, for good: its invitation, else its id. */
export const lastingNameOf = (match: { readonly id: string; readonly invitation: string | null }): string =>
  match.invitation ?? match.id;

/** Returns a code as its match writes it, however it was typed. Ids, which are longer, stay as they are. */
export function normalCode(typed: string): string {
  const code = typed.trim();
  return code.length === CODE_LENGTH ? code.toUpperCase() : code;
}

/** Whether a text is longer than a code, so that it can only be an id or an invitation. */
export const isId = (text: string): boolean => text.length > CODE_LENGTH;

/** Whether a text can be a match's code or id at all. */
export function isCode(text: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(text);
}

/** Whether a text can be a player's id at all. */
export function isPlayerId(text: string): boolean {
  return /^[A-Za-z0-9]{12}$/.test(text);
}

/**
 * Whether a path is one that other sites may show in a frame (server/src/http/headers.ts). What is shown there leads to no other page
 * within the frame, where a press could be another than the viewer believes.
 */
export const isEmbedded = (path: string): boolean => /^\/embed(\/|$)/i.test(path);

/** Returns the address that an earlier version of the page called `#/match/<code>`; `null` for any other hash. */
export function pathOfOldHash(hash: string): string | null {
  const code = /^#\/match\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1];
  return code === undefined ? null : paths.match(normalCode(code));
}
