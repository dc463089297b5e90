/** Limits on studies. They stand apart from `LIMITS`, which every match of a page loads. */
export const STUDY_LIMITS = {
  /** characters of a comment, as people count them, and of a mark's place */
  text: 500,
  place: 40,
  /** comments, marks and branches of one, and steps of a branch and of all */
  comments: 200,
  marks: 100,
  branches: 50,
  steps: 200,
  stepsInAll: 2_000,
  /** entries of a match, or steps, before a position */
  positions: 999_999,
  /** streams of one, on each server */
  followers: 50,
  /** those of one player, and of all; those created by one player, or from one address, in an hour */
  perPlayer: 20,
  inAll: 20_000,
  creations: 30,
  /** studies and streams asked for from one address in a minute; matches that the server opens to play on, for one address and for all */
  reads: 120,
  boards: { perAddress: 12, inAll: 120 },
  /** acts of one player in a minute, and from one address */
  acts: { perPlayer: 240, perAddress: 600 },
} as const;
