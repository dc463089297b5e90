/**
 * What players do besides playing: press twice, send what the rules refuse, reload the page, leave for a while, talk, come late, play out of
 * turn, think for long, send an old command once more, leave for good.
 */
export const HABITS = [
  "doubles",
  "blunders",
  "reloads",
  "leaves",
  "talks",
  "late",
  "barges",
  "ponders",
  "repeats",
  "vanishes",
] as const;

/**
 * What temples do besides counting: report two beads for one that bounces, forget what they stored before their power was cut, or have a twin, a second
 * device with their name and secret, that is switched on for a while.
 */
export const TEMPLE_HABITS = ["bounces", "forgets", "twins"] as const;

export type TempleHabit = (typeof TEMPLE_HABITS)[number];

export type Habit = (typeof HABITS)[number];
