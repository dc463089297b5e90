import { BOT_KINDS, type BotKind } from "./vocabulary.ts";

const NUMBERS = ["Ce", "Ome", "Yei", "Nahui", "Macuil"];

/** The twenty days of the Aztec calendar, in its order. */
const DAYS = (
  "Cipactli Ehecatl Calli Cuetzpalin Coatl Miquiztli Mazatl Tochtli Atl Itzcuintli " +
  "Ozomahtli Malinalli Acatl Ocelotl Cuauhtli Cozcacuauhtli Olin Tecpatl Quiahuitl Xochitl"
).split(" ");

/** Without a common factor with the number of days: up to 20 seats of a match have different days. */
const STEP = 7;

/** The names of bots, as people were named by the day of their birth: no player can have one. */
export const BOT_NAMES: readonly string[] = DAYS.flatMap((day) =>
  NUMBERS.map((number) => `${number} ${day}`),
);

/**
 * Returns the name of the bot in a seat, the same whenever it is asked for: `Ome Tochtli`. Bots of one match are never called alike, in
 * matches of up to 20 seats.
 * @param match the match's id
 * @param seats all seats that the game can have, in turn order: `seatsFor` of the largest number of them
 */
export function botNameOf(match: string, seat: string, seats: readonly string[]): string {
  const hash = hashOf(match);
  const place = seats.indexOf(seat);
  const day = DAYS[(hash + STEP * place) % DAYS.length];
  const number = NUMBERS[(Math.floor(hash / DAYS.length) + place) % NUMBERS.length];
  return `${number} ${day}`;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Returns a bot's name with its mark, as servers tell it: `Ome Tochtli (easy bot)`. */
export const formatBotName = (name: string, kind: BotKind): string => `${name} (${kind} bot)`;

export interface BotName {
  /** `Ome Tochtli` */
  readonly name: string;
  readonly kind: BotKind;
  /** The day that it is named after, in lower case: `tochtli`. */
  readonly day: string;
}

const MARKED = new RegExp(`^([A-Za-z]+ ([A-Za-z]+)) \\((${BOT_KINDS.join("|")}) bot\\)$`);

/** Reads the name of a bot. `null`: it is a person's, or an older server's for a bot, which had no name of its own. */
export function readBotName(text: string): BotName | null {
  const [, name, day, kind] = MARKED.exec(text) ?? [];
  if (name === undefined || day === undefined || !BOT_NAMES.includes(name)) return null;
  return { name, kind: BOT_KINDS.find((each) => each === kind) ?? "easy", day: day.toLowerCase() };
}
