import type { Card, Command } from "./vocabulary.ts";

/**
 * Reads a command from any value; returns `null` for one that is `malformed` (canon section 5). Fields that the command
 * does not need are left out.
 */
export function readCommand(input: unknown): Command | null {
  if (typeof input !== "object" || input === null) return null;
  const { type, place, card, covered, targets }: { [field: string]: unknown } = { ...input };
  switch (type) {
    case "take":
      return typeof place === "number" && Number.isInteger(place) ? { type, place } : null;
    case "choose":
      return typeof card === "string" ? { type, card } : null;
    case "shelter":
      return typeof covered === "boolean" ? { type, covered } : null;
    case "concede":
      return { type };
    case "abduct":
      return isTargets(targets) ? { type, targets: { ...targets } } : null;
    default:
      return null;
  }
}

function isTargets(value: unknown): value is { readonly [seat: string]: Card } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((card) => typeof card === "string");
}
