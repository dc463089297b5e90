import type { BotKind, GameName } from "@flower-war/protocol";
import type { GameTypes } from "@flower-war/rules";
import type { advise } from "@flower-war/rules/bots";

/** The kinds of bots that think. */
export type ThinkingKind = Exclude<BotKind, "easy">;

/** What a bot process is asked about one seat. */
export type Asked = CommandQuestion | AdviceQuestion;

/** A question to a bot process. */
export type Question = Asked & {
  /** ms after which the bot begins no further thought. */
  readonly time: number;
  /** ms after which the process ends if it still thinks. */
  readonly timeout: number;
};

/** A person's seat, and all of the match. */
export type Advised = Parameters<typeof advise>[2];
/** What a strong bot would do there, the best first. */
export type Advice = ReturnType<typeof advise>;

/** The command of a bot of this kind. */
interface CommandQuestion {
  readonly game: GameName;
  readonly kind: ThinkingKind;
  /** The view of the bot's seat. */
  readonly view: object;
}

/** Advice for a person. */
interface AdviceQuestion {
  readonly game: GameName;
  readonly kind: "advice";
  /** The view of the person's seat. */
  readonly view: object;
  readonly advised: Advised;
}

/** A message of a bot process: `ready` once, then one answer to each question. */
export type Message = "ready" | Answer;

export type Answer = Found | { readonly error: BotError };

/** What was asked for. */
export type Found = { readonly command: GameTypes["command"] } | { readonly advice: Advice };

/** An error that the bot threw. */
export interface BotError {
  readonly message: string;
  readonly stack: string;
}

/** Reads what a bot process sent. Returns `null` for anything but a `Message`. */
export function readMessage(message: unknown): Message | null {
  if (message === "ready") return message;
  if (!isObject(message)) return null;
  const { command, advice, error } = message;
  const isAnswer = isObject(command)
    ? typeof command["type"] === "string"
    : Array.isArray(advice) ||
      (isObject(error) && typeof error["message"] === "string" && typeof error["stack"] === "string");
  return isAnswer ? (message as unknown as Answer) : null;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}
