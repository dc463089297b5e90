import { pino } from "pino";

/** The log of the code under test: silent, unless LOG_LEVEL is set. */
export const log = pino({ level: process.env["LOG_LEVEL"] ?? "silent" });
