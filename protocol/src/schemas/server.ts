import { type Language, LANGUAGES } from "@flower-war/rules/texts";
import { z } from "zod";
import { DIGITS, FINISHES, GAME_NAME, moment, ms, named } from "./basics.ts";

/* The server, its games and its refusals. */

/** Numbers of the wire protocol. */
export const ProtocolRange = named("ProtocolRange", "Numbers of the protocol.", {
  oldest: z.int(),
  newest: z.int(),
});
export type ProtocolRange = Readonly<z.infer<typeof ProtocolRange>>;

const OWN_VERSION = "The number of the protocol that you speak; without it 0 (docs/compatibility.md).";

/** What the body of every request for a reservation may have besides. Refused with `client-too-old`. */
export const VersionedRequest = z.object({
  protocolVersion: z.int().min(0).optional().describe(OWN_VERSION),
  without: z
    .array(z.string().max(24))
    .max(16)
    .optional()
    .describe(
      "What the server need not send you, because you know the rules: `legal`, in the answers to your commands. Anything else is ignored.",
    ),
});
export type VersionedRequest = z.input<typeof VersionedRequest>;

/** The same in the query of a stream. */
export const VersionedQuery = z.object({ protocolVersion: DIGITS.optional().describe(OWN_VERSION) });

/** A refusal on the wire: an HTTP error's body, and the reason of a rejected room request. */
export const RefusalBody = named(
  "Refusal",
  "Why a request was refused. Nothing has changed, unless the code is `internal` or `unavailable`.",
  {
    code: z.string().describe("Stable: decide by it. There may be new ones."),
    message: z.string().describe("For people."),
    field: z.string().exactOptional().describe("What is at fault: a field, an option, a variable."),
    wait: ms("Until it makes sense to ask again.").exactOptional(),
    reason: z
      .string()
      .exactOptional()
      .describe(
        "With `banned`: the operator's reason. With `bad-database` and `bad-match-file`: what is wrong with the file.",
      ),
    line: z
      .int()
      .exactOptional()
      .describe("With `bad-match-file`: the first line of the file that is at fault, from 1."),
    until: moment("With `banned`: when the ban ends.").exactOptional(),
    supported: ProtocolRange.exactOptional().describe("With `client-too-old`: what the server understands."),
    finishes: FINISHES.exactOptional().describe(
      "With `finishers-only`: how many of so many latest matches you finished. Missing: you have no account.",
    ),
  },
);
export type RefusalBody = z.infer<typeof RefusalBody>;

/** What `PATHS.health` answers. */
export const Health = named("Health", "The process lives.", {
  status: z.literal("ok"),
  protocolVersion: z.int().exactOptional().describe("The server's number of the protocol; missing: 0."),
});
export type Health = z.infer<typeof Health>;

export const Ready = named("Ready", "The server accepts players, and can store matches.", {
  status: z.literal("ready"),
});

export const OwnAddress = named("OwnAddress", "Where others reach the server.", {
  url: z.string().nullable().describe("`null` unless you use it by an address of your own machine."),
});

/** In a query: the language in which games are described; without it they are not. */
export const GamesQuery = z.object({ words: z.enum(LANGUAGES).optional() });

/** A game in one language. */
export const GameWords = named("GameWords", "A game in one language, as people read it.", {
  title: z.string(),
  options: z
    .record(
      z.string(),
      z
        .object({
          label: z.string(),
          about: z.string().describe("What it changes."),
          values: z.record(z.string(), z.string()).describe("Those that are no plain numbers."),
        })
        .meta({ id: "OptionWords" }),
    )
    .describe("By the option's name."),
  cards: z
    .record(
      z.string(),
      z.object({ name: z.string(), short: z.string(), rule: z.string() }).meta({ id: "CardWords" }),
    )
    .describe("By the name that commands and views have for a card. Empty without cards."),
});
export type GameWords = z.infer<typeof GameWords>;

const GamePreset = named("GamePreset", "A choice of host options that has a name.", {
  name: z.string(),
  options: z.record(z.string(), z.unknown()).describe("Complete."),
  minutes: z
    .record(z.string(), z.number())
    .describe("Expected minutes of a match, by number of seats. Empty: not measured."),
});

const OPTION_VALUE = z.union([z.string(), z.number(), z.boolean()]);

const TITLES = z
  .object({
    title: z.string(),
    lead: z.string().describe("What one does in it."),
    seats: z.record(z.string(), z.string()).describe("Names of seats without a player's."),
  })
  .meta({ id: "GameTitles" });

/** A game's titles in each language; only the English ones must be there. */
const IN_LANGUAGES = Object.fromEntries(
  LANGUAGES.map((language) => [language, TITLES.exactOptional()]),
) as Record<Exclude<Language, "en">, z.ZodExactOptional<typeof TITLES>>;

/** What the page needs to show a game that it does not know. */
export const GamePageListing = named("GamePageListing", "How the page shows a game that it does not know.", {
  module: z.string().describe("The path of its JavaScript module. Another one whenever it changes."),
  seats: z.record(z.string(), z.array(z.string())).describe("The seats in turn order, by their number."),
  texts: z.object({ ...IN_LANGUAGES, en: TITLES }).describe("By language."),
  earlier: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe("The modules for matches of earlier versions of the game, by version."),
});
export type GamePageListing = z.infer<typeof GamePageListing>;

/** A game that the server hosts, and what a host may choose. */
export const GameListing = named("GameListing", "A game that the server hosts.", {
  game: GAME_NAME,
  version: z
    .int()
    .exactOptional()
    .describe("Of a game of the host's own that has versions: the one of new matches."),
  seats: z.object({ min: z.int(), max: z.int(), default: z.int() }).meta({ id: "SeatNumbers" }),
  options: z
    .record(
      z.string(),
      z.object({ values: z.array(OPTION_VALUE), default: OPTION_VALUE }).meta({ id: "OptionRange" }),
    )
    .describe("By name: every value that the option takes, and its default."),
  presets: z.array(GamePreset).describe("The one for newcomers first."),
  temples: z.boolean().describe("Whether seats can be made local to temples."),
  words: GameWords.exactOptional().describe(
    "In the language that was asked for; missing if none was, and of games without texts.",
  ),
  page: GamePageListing.exactOptional().describe("Only of games of the host's own that bring a page."),
});
export type GameListing = z.infer<typeof GameListing>;

export const Announcement = z
  .object({
    id: z.string().describe("Another one for each announcement."),
    text: z.string(),
    startsAt: moment("When what it announces begins.").nullable(),
    until: moment("Until when it is shown."),
  })
  .meta({ id: "Announcement" });
export type Announcement = z.infer<typeof Announcement>;

export const CurrentAnnouncement = named("CurrentAnnouncement", "What an operator tells all players now.", {
  announcement: Announcement.nullable().describe("`null`: nothing."),
});
export type CurrentAnnouncement = z.infer<typeof CurrentAnnouncement>;

export const InstallBuild = named("InstallBuild", "The firmware for one kind of chip.", {
  chipFamily: z.string().describe("As ESP Web Tools names it, like `ESP32-C3`."),
  parts: z
    .array(z.object({ path: z.string(), offset: z.int() }).meta({ id: "InstallPart" }))
    .describe("Files beside the manifest, and where they go in flash."),
});
export type InstallBuild = z.infer<typeof InstallBuild>;

/** What ESP Web Tools installs in a browser, over USB: its `manifest.json`. */
export const InstallManifest = named(
  "InstallManifest",
  "What ESP Web Tools installs on a temple, over USB.",
  {
    name: z
      .string()
      .describe("As the firmware calls itself over Improv: a temple that has it is updated and not erased."),
    version: z.string().describe("Of all builds; those that differ with commas between them."),
    new_install_prompt_erase: z.boolean(),
    new_install_improv_wait_time: z.number().describe("s in which a new firmware may answer by Improv."),
    builds: z.array(InstallBuild),
  },
);
export type InstallManifest = z.infer<typeof InstallManifest>;
