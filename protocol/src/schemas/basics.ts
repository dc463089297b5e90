import { z } from "zod";
import type { GameName } from "../games/game-map.ts";
import { MATCH_STATUSES, SEAT_KINDS, START_MODES } from "../vocabulary.ts";

/*
 * What the schemas of all domains are made of. A schema is the one declaration of a request or an answer: its type, the server's
 * validation and the document of the HTTP API follow from it, and its descriptions are the document's. Answers are not validated.
 */

/** A list that its readers do not change. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item) as unknown as z.ZodType<readonly z.output<Item>[], readonly z.input<Item>[]>;

/** An object that the document lists under a name. */
export const named = <const Fields extends z.core.$ZodShape>(
  id: string,
  description: string,
  fields: Fields,
) => z.object(fields).meta({ id, description });

/** The schemas of the fields of `T`, by their names: what declares a type's fields a second time does not compile without one. */
export type ShapeOf<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

/** A point in time. */
export const moment = (description = "") => z.int().describe(`${description} ms since 1970.`.trim());

/** A duration. */
export const ms = (description: string) => z.int().describe(`${description} ms.`);

export const HEX_64 = z.string().regex(/^[0-9a-f]{64}$/);
export const BASE64URL = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** An object whose fields the rules of the game define. */
export const ruled = (description: string): z.ZodType<object> => z.looseObject({}).describe(description);

/** A game's name in an answer: of one of ours, or of another one that the server hosts. */
export const GAME_NAME = z
  .string()
  .describe("The game's name, as `GET /api/games` lists it.") as unknown as z.ZodType<GameName>;

/** Which version of a game a match is played with. */
export const GAME_VERSION = z
  .int()
  .describe("Of a game of the host's own that has versions: the one that the match began with.");

/** A game's name in a request, whether the server hosts it or not. */
export const WANTED_GAME = GAME_NAME as unknown as z.ZodType<string, GameName>;

export const MATCH_ID = z.string().describe("The match's id.");
export const CODE = z.string().describe("The match's short code: 4 characters that are easy to read out.");
export const SEAT_NAME = z.string().describe("The seat's name, e.g. `east`.");
export const STATUS = z.enum(MATCH_STATUSES);
export const START = z
  .enum(START_MODES)
  .describe(
    "When the match begins: when all seats are taken, when its host starts it, or after a countdown.",
  );
export const SEAT_KIND = z
  .enum(SEAT_KINDS)
  .describe("Who has the seat. `bot`: one of the server's own; `bot-account`: a player that is a program.");
/** Of a seat that is not open. */
export const TAKEN_KIND = z.enum(["human", "bot", "bot-account"]);

export const PLAYER_ID = z.string().describe("The player's id: 12 letters and digits.");
/** A name to show to others; the server says which it may be. */
export const NAME = z.string().describe("As others see it: 1 to 24 characters.");

/** A name of a table to show to others, by the rules of players' names. */
export const WANTED_TITLE = z
  .string()
  .describe("The table's name, as others see it: at most 40 characters. Empty: it is the host's table.");
export const TABLE_TITLE = z.string().describe("The table's name. Empty: it has none, and is the host's.");

export const WATCH_DELAY = z
  .int()
  .describe("Seconds after which spectators are shown what happens once the match has begun.");
export const UNWATCHED = z.boolean().describe("The table takes no spectators.");

/** A primary tag of BCP 47, as ISO 639 has them. */
export const WANTED_LANGUAGE = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .describe("In which people talk at the table, as BCP 47 has it: `en`.");
export const TABLE_LANGUAGE = z
  .string()
  .describe("In which people talk there, as BCP 47 has it. Empty: unknown.");
export const PRESET = z
  .string()
  .describe("The preset of the game that has its options. Empty: it has others.");

/** What the rules take as a command; whether it is one is for them to say. */
export const COMMAND = z.looseObject({}).meta({
  id: "Command",
  description: "What a seat does: `type`, and what the game's rules add to it.",
  properties: { type: { type: "string" } },
  required: ["type"],
}) as unknown as z.ZodType<{ [field: string]: unknown }, { type: string }>;

/** The same in an answer. */
export const LEGAL_COMMAND = COMMAND as unknown as z.ZodType<{ type: string }>;

export const EVENT: z.ZodType<{ type: string }> = z.looseObject({ type: z.string() }).meta({
  id: "Event",
  description: "What followed from a command: `type`, and what the game's rules add to it.",
});

/** What a request answers that is only done. */
export const Done = named("Done", "It is done.", {}) as unknown as z.ZodType<Record<string, never>>;

/** Says in the document what a query has as digits, or as a word, and a body as such. */
const asQuery = (json: object) => ({
  override: ({ jsonSchema }: { jsonSchema: object }) => {
    for (const key of ["anyOf", "pattern"]) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, json);
  },
});

/** A number from 0 in a query. */
export const DIGITS = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .meta(asQuery({ type: "integer", minimum: 0, maximum: 999_999_999 }));

/** A number from 1, in a query as digits. */
export const count = (max: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(max))
    .meta(asQuery({ type: "integer", minimum: 1, maximum: max })) as unknown as z.ZodType<number, number>;

/** Whether something is so, in a query as a word. */
export const flag = () =>
  z
    .union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })])
    .meta(asQuery({ type: "boolean" })) as unknown as z.ZodType<boolean, boolean>;

/** Where to go on, in a query. */
export const AfterQuery = z.object({
  after: DIGITS.optional().describe("The number of the last entry, or line, that you have."),
});

/** How many of so many matches a player finished. */
export const FINISHES = z.object({ finished: z.int(), of: z.int() });
