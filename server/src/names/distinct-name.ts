import { NAME_LENGTH } from "@flower-war/protocol";
import { NAME_BYTES } from "@flower-war/protocol/players";
import { countGraphemes, takeGraphemes } from "@flower-war/protocol/server";
import { lookTheSame } from "./look.ts";

/**
 * Returns the name that a player has at a table: theirs, or if it looks like another one there, the same with the first
 * free number from 2. So a player need not think of another name to sit down.
 * @param others the names at the table
 * @param isTaken whether it is another's for another reason
 */
export function distinctName(
  name: string,
  others: readonly string[],
  isTaken: (name: string) => boolean = () => false,
): string {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : shorten(name, ` ${number}`);
    if (!others.some((other) => lookTheSame(numbered, other)) && !isTaken(numbered)) return numbered;
  }
}

/** Appends an ending to a name, of which as much stays as a name may have. */
function shorten(name: string, ending: string): string {
  for (let length = Math.min(countGraphemes(name), NAME_LENGTH - ending.length); ; length--) {
    const shortened = `${takeGraphemes(name, length).trimEnd()}${ending}`;
    if (Buffer.byteLength(shortened) <= NAME_BYTES) return shortened;
  }
}
