/**
 * What players do besides playing: press twice, send what the rules refuse, reload the page, leave for a while, talk, come late.
 */
export const HABITS = ["doubles", "blunders", "reloads", "leaves", "talks", "late"] as const;

export type Habit = (typeof HABITS)[number];
