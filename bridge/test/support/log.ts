import { pino } from "pino";

/** What the code under test says; nothing, unless LOG_LEVEL asks for it. */
export const log = pino({ level: process.env["LOG_LEVEL"] ?? "silent" });
