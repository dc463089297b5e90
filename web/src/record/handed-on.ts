import type { ReplayedMatch } from "./load-replay.ts";

/** A match from a file that one page hands on to another, for as long as the tab is open; `null`: none. */
let handed: ReplayedMatch | null = null;

export const handOn = (replayed: ReplayedMatch): void => {
  handed = replayed;
};

/** Takes what was handed on, once. */
export function takeHandedOn(): ReplayedMatch | null {
  const taken = handed;
  handed = null;
  return taken;
}
