/** A process in which bots think. `BotPool` starts it. */
import type { GameTypes } from "@flower-war/rules";
import { type Bot, bots } from "@flower-war/rules/bots";
import { randomBelow, systemRandom, systemTime } from "@flower-war/protocol/ports";
import { serveQuestions } from "./serve-questions.ts";

serveQuestions(({ game, kind, view, time }) => {
  const bot = bots[game][kind] as Bot<GameTypes>;
  const end = systemTime.monotonic() + time;
  return bot(
    view,
    (n) => randomBelow(systemRandom, n),
    () => systemTime.monotonic() < end,
  );
});
