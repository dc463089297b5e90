/** Numbers of our advisory locks: PostgreSQL has them per database. The first of each pair tells them from those of others. */
export const LOCKS = {
  /** Held while a server migrates the database. */
  migration: [0x466c6f77, 1],
  /** Held by a server while it runs: by one that is alone for itself, by those that share a Redis together. */
  use: [0x466c6f77, 2],
} as const satisfies Record<string, readonly [number, number]>;
