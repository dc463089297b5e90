import type { BotKind, GameName } from "@flower-war/protocol";
import type { GameTypes } from "@flower-war/rules";

/** The kinds of bots that think. */
export type ThinkingKind = Exclude<BotKind, "easy">;

/** A question to a bot process: the command of one seat. */
export interface Question {
  readonly game: GameName;
  readonly kind: ThinkingKind;
  /** The view of the bot's seat. */
  readonly view: object;
  /** ms after which the bot begins no further thought. */
  readonly time: number;
  /** ms after which the process ends if it still thinks. */
  readonly timeout: number;
}

/** A message of a bot process: `ready` once, then one answer to each question. */
export type Message = "ready" | Answer;

export type Answer = { readonly command: GameTypes["command"] } | { readonly error: BotError };

/** An error that the bot threw. */
export interface BotError {
  readonly message: string;
  readonly stack: string;
}

/** Reads what a bot process sent. Returns `null` for anything but a `Message`. */
export function readMessage(message: unknown): Message | null {
  if (message === "ready") return message;
  if (!isObject(message)) return null;
  const { command, error } = message;
  const isAnswer = isObject(command)
    ? typeof command["type"] === "string"
    : isObject(error) && typeof error["message"] === "string" && typeof error["stack"] === "string";
  return isAnswer ? (message as unknown as Answer) : null;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}
