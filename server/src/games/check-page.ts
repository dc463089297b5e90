import { defaultsOf } from "@flower-war/rules";
import { findMissingWord, type GamePage, seatCounts } from "@flower-war/rules/page";
import { LANGUAGES } from "@flower-war/rules/texts";
import { z } from "zod";
import { SEED } from "./check-game.ts";
import type { HostedGame } from "./hosted-game.ts";

const words = z.string("a text");
const form = z.union([words, z.object({ by: words, one: words, other: words })], "a text");
const seatForms = z.object({ you: form, other: form });
const thing = z.object({ name: words, about: words }, "{ name, about }");

const TEXTS = z.object(
  {
    title: words,
    lead: words,
    seats: z.record(z.string(), words),
    zones: z.record(z.string(), words),
    things: z.record(z.string(), thing),
    decisions: z.record(z.string(), words),
    commands: z.record(z.string(), form),
    events: z.record(z.string(), z.union([form, seatForms, z.null()], "texts, or null")),
    refusals: z.record(z.string(), words),
    options: z.record(
      z.string(),
      z.object({ label: words, about: words, values: z.record(z.string(), words) }),
    ),
    rules: z.array(z.object({ heading: words, paragraphs: z.array(words) }), "a list"),
  },
  "an object of texts",
);

const IN_LANGUAGES = Object.fromEntries(LANGUAGES.map((language) => [language, TEXTS.optional()]));

const PAGE = z.object(
  {
    game: z.object({ name: words }, "the rules"),
    texts: z.object({ ...IN_LANGUAGES, en: TEXTS }, "{ en }, the texts by language"),
    show: z.custom<GamePage["show"]>((value) => typeof value === "function", "a function"),
  },
  "a GamePage { game, texts, show }",
);

const name = z.string("a name");
const count = z.int("a whole number").min(0).optional();
const command = z.object({ type: name }).optional();

const ZONES = z.array(
  z.object({
    name,
    seat: name.optional(),
    things: z.array(
      z.discriminatedUnion(
        "kind",
        [
          z.object({ kind: z.literal("card"), name: name.nullable(), count, command }),
          z.object({ kind: z.literal("piece"), name, count, seat: name.optional(), command }),
          z.object({ kind: z.literal("die"), value: z.int() }),
          z.object({ kind: z.literal("counter"), name, value: z.number(), of: z.number().optional() }),
        ],
        "one of card, piece, die and counter",
      ),
      "a list",
    ),
  }),
  "a list of zones",
);

/**
 * Finds the fault of a value that should be the page of a hosted game: its shape, then whether it has words for the game's seats and
 * options and for all that it shows of the first position, to every viewer and with every number of seats. It never throws.
 * @returns a part of a sentence; `null`: nothing was found
 */
export function findPageFault(value: unknown, { game }: HostedGame): string | null {
  const shape = describeIssue("its default export", PAGE.safeParse(value).error);
  if (shape !== null) return shape;
  const page = value as GamePage;
  const { texts, game: shown } = page;
  if (shown.name !== game.name) return `it is that of the game ${shown.name}`;
  const seats = seatCounts(game).flatMap((seatCount) => game.seatsFor(seatCount));
  for (const [language, each] of Object.entries(texts)) {
    const missing =
      seats.find((seat) => !(seat in each.seats)) ??
      Object.keys(game.options).find((option) => !(option in each.options));
    if (missing !== undefined) return `its texts.${language} have no words for ${missing}`;
  }
  for (const seatCount of seatCounts(game)) {
    const state = game.setup(defaultsOf(game), seatCount, SEED);
    for (const viewer of ["public", ...game.seatsFor(seatCount)]) {
      try {
        const view = game.view(state, viewer);
        const fault = describeIssue("what its show gives", ZONES.safeParse(page.show(view)).error);
        if (fault !== null) return fault;
        const missing = findMissingWord(page, view);
        if (missing !== null) return `its ${missing}`;
      } catch (error) {
        return `its show threw ${String(error)}`;
      }
    }
  }
  return null;
}

function describeIssue(what: string, error: z.ZodError | undefined): string | null {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return null;
  const part = issue.path.length === 0 ? what : `${issue.path.join(".")} of ${what}`;
  return `${part} must be ${issue.message.replace(/^Invalid input: expected /, "")}`;
}
