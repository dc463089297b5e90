import { type Card, faceOf, kindOf } from "@flower-war/client-sdk/space-aztecs";

/** The points that stand on a card: `"3"`, `"3+4"` for an Archivist, `"≤8"` for a Codex; `null`: none. */
export function printedPoints(card: Card): string | null {
  const { points, sheltered, role } = faceOf(card);
  switch (kindOf(card)) {
    case "temple":
      return null;
    case "saucer":
      return "+1";
    case "codex":
      return "≤8";
    case "aztec":
      if (role === "serpent") return "1–20";
      if (role === "jaguar") return "2–15";
      if (role === "eagle") return "3–18";
      if (role === "priest") return "10";
      return sheltered === undefined ? String(points ?? 0) : `${points ?? 0}+${sheltered}`;
  }
}
