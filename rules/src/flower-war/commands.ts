import { type Command, GODS, type God, SEATS, type Seat, SPACES } from "./vocabulary.ts";

/**
 * Reads a command from any value; returns `null` for one that is `malformed` (canon section 14). Fields that the
 * command does not need are left out.
 */
export function readCommand(input: unknown): Command | null {
  if (!isPlain(input)) return null;
  const { type } = input;
  switch (type) {
    case "roll":
    case "pass":
    case "trade":
    case "end-turn":
    case "concede":
      return { type };
    case "move": {
      const { steps } = input;
      return isInteger(steps) ? { type, steps } : null;
    }
    case "challenge": {
      const { seat } = input;
      return isSeat(seat) ? { type, seat } : null;
    }
    case "sacrifice": {
      const { god } = input;
      return isGod(god) ? { type, god } : null;
    }
    case "play-battle-card":
    case "pay-card":
    case "discard-card":
    case "discard": {
      const { card } = input;
      return isString(card) ? { type, card } : null;
    }
    case "choose": {
      const { seat, god } = input;
      if (!isSeat(seat) || !isOptional(god, isGod)) return null;
      return { type, seat, ...(god !== undefined && { god }) };
    }
    case "play-card": {
      const { card, seat, god, space } = input;
      if (!isString(card) || !isOptional(seat, isSeat) || !isOptional(god, isGod)) return null;
      if (!isOptional(space, isSpace)) return null;
      return {
        type,
        card,
        ...(seat !== undefined && { seat }),
        ...(god !== undefined && { god }),
        ...(space !== undefined && { space }),
      };
    }
    default:
      return null;
  }
}

/** Returns whether a value is an object without inherited fields: a command must not depend on its prototype. */
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
