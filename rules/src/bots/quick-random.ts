import type { RandomBelow } from "./bot.ts";

/** Returns a fast source of chance, seeded by one draw from another; good enough for sampling (mulberry32). */
export function quickRandom(random: RandomBelow): RandomBelow {
  let state = random(2 ** 32);
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}
