/** A process that starts a bot process with an endless thought, and tells its parent the bot process's id. */
import { pino } from "pino";
import { BotPool } from "../../src/bots/bot-pool.ts";
import { systemTime } from "../../src/time.ts";

const entry = new URL("bad-bot-process.ts", import.meta.url);
const log = pino({ level: "silent" });
const thinking = { time: 10, answer: 20 };
const pool = new BotPool(
  { skilled: thinking, strong: thinking, advice: 10, timeout: 3_000 },
  { time: systemTime, log, entry },
);
const by = systemTime.monotonic() + 60_000;
const command = await pool.think("flower-war", "skilled", { does: "tell its id" }, by);
void pool.think("flower-war", "skilled", { does: "never end" }, by);
process.send?.(command?.type);
