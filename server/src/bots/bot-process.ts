/** A process in which bots think. `BotPool` starts it. */
import type { GameTypes } from "@flower-war/rules";
import { advise, type Bot, bots } from "@flower-war/rules/bots";
import { randomBelow, systemRandom, systemTime } from "@flower-war/protocol/ports";
import { serveQuestions } from "./serve-questions.ts";

const random = (n: number) => randomBelow(systemRandom, n);

serveQuestions((question) => {
  const { game, view, time } = question;
  const end = systemTime.monotonic() + time;
  const left = () => end - systemTime.monotonic();
  if (question.kind === "advice")
    return { advice: advise(game, view, question.advised, random, () => 1 - left() / time) };
  const bot = bots[game][question.kind] as Bot<GameTypes>;
  return { command: bot(view, random, () => left() > 0) };
});
