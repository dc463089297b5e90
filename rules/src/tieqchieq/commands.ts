import { type Command, SQUARES, type Square } from "./vocabulary.ts";

/**
 * Reads a command from any value; returns `null` for one that is `malformed` (canon section 5). Fields that the command
 * does not need are left out.
 */
export function readCommand(input: unknown): Command | null {
  if (typeof input !== "object" || input === null) return null;
  const { type, from, step }: { [field: string]: unknown } = { ...input };
  switch (type) {
    case "toss":
    case "introduce":
    case "concede":
      return { type };
    case "move":
      return isSquare(from) ? { type, from } : null;
    case "plus":
      return typeof step === "boolean" ? { type, step } : null;
    default:
      return null;
  }
}

function isSquare(value: unknown): value is Square {
  return (SQUARES as readonly unknown[]).includes(value);
}
