import { systemRandom, systemTime } from "@flower-war/protocol/ports";

/** Time and randomness of the machine, for what a test does not need to control. */
export const system = { time: systemTime, random: systemRandom };
