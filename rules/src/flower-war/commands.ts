import { type Command, GODS, type God, SEATS, type Seat, SPACES } from "./vocabulary.ts";

/**
 * Reads a command from any value: `null` for one that is `malformed` (canon section 14). Fields that the command does
 * not need are left out of it.
 */
export function readCommand(input: unknown): Command | null {
  if (!isPlain(input)) return null;
  const { type, steps, card, seat, god, space } = input;
  switch (type) {
    case "roll":
    case "pass":
    case "trade":
    case "end-turn":
    case "concede":
      return { type };
    case "move":
      return isInteger(steps) ? { type, steps } : null;
    case "challenge":
      return isSeat(seat) ? { type, seat } : null;
    case "sacrifice":
      return isGod(god) ? { type, god } : null;
    case "play-battle-card":
    case "pay-card":
    case "discard-card":
    case "discard":
      return isString(card) ? { type, card } : null;
    case "choose":
      if (!isSeat(seat) || !isOptional(god, isGod)) return null;
      return { type, seat, ...(god !== undefined && { god }) };
    case "play-card":
      if (!isString(card) || !isOptional(seat, isSeat) || !isOptional(god, isGod)) return null;
      if (!isOptional(space, isSpace)) return null;
      return {
        type,
        card,
        ...(seat !== undefined && { seat }),
        ...(god !== undefined && { god }),
        ...(space !== undefined && { space }),
      };
    default:
      return null;
  }
}

/** An object whose fields are all its own: a command is what it is by these, and inherits nothing. */
function isPlain(value: unknown): value is { readonly [field: string]: unknown } {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isOptional<V>(value: unknown, is: (value: unknown) => value is V): value is V | undefined {
  return value === undefined || is(value);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function isSpace(value: unknown): value is number {
  return isInteger(value) && value >= 1 && value <= SPACES.length;
}

function isSeat(value: unknown): value is Seat {
  return (SEATS as readonly unknown[]).includes(value);
}

function isGod(value: unknown): value is God {
  return (GODS as readonly unknown[]).includes(value);
}
