/** What a thread of `Thinkers` does: one thought after the other. */
import { randomInt } from "node:crypto";
import type { BotKind, GameName } from "@flower-war/client-sdk/protocol";
import type { GameTypes } from "@flower-war/rules";
import { type Bot, bots } from "@flower-war/rules/bots";

/** What a bot is to think about. */
export interface Question {
  readonly game: GameName;
  readonly kind: BotKind;
  /** What the bot's seat sees. */
  readonly view: object;
  /** ms after which it begins no further thought. */
  readonly time: number;
}

/** The bot's command. */
export default function answer({ game, kind, view, time }: Question): GameTypes["command"] {
  const bot = bots[game][kind] as Bot<GameTypes>;
  const end = performance.now() + time;
  return bot(
    view,
    (n) => randomInt(n),
    () => performance.now() < end,
  );
}
