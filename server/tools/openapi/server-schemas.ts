import type {
  CurrentAnnouncement,
  GameListing,
  GamePreset,
  GameWords,
  Health,
  InstallBuild,
  InstallManifest,
  ProtocolRange,
  RefusalBody,
} from "@flower-war/protocol";
import { z } from "zod";
import { GAME_NAME } from "./match-schemas.ts";
import { moment, ms, schemaOf } from "./schema.ts";
import { ANNOUNCEMENT_FIELDS } from "./stream-schemas.ts";

/* Answers about the server, its games and its refusals, as protocol/src/http.ts and refusals.ts declare them. */

const PROTOCOL_RANGE = schemaOf<ProtocolRange>()("ProtocolRange", "Numbers of the protocol.", {
  oldest: z.int(),
  newest: z.int(),
});

export const REFUSAL = schemaOf<RefusalBody>()(
  "Refusal",
  "Why a request was refused. Nothing has changed, unless the code is `internal` or `unavailable`.",
  {
    code: z.string().describe("Stable: decide by it. There may be new ones."),
    message: z.string().describe("For people."),
    field: z.string().optional().describe("What is at fault."),
    wait: ms("Until it makes sense to ask again.").optional(),
    reason: z.string().optional().describe("With `banned`: the operator's reason."),
    until: moment("With `banned`: when the ban ends.").optional(),
    supported: PROTOCOL_RANGE.optional().describe("With `client-too-old`: what the server understands."),
  },
);

export const HEALTH = schemaOf<Health>()("Health", "The process lives.", {
  status: z.literal("ok"),
  protocolVersion: z.int().optional().describe("The server's number of the protocol."),
});

export const READY = z
  .object({ status: z.literal("ready") })
  .meta({ id: "Ready", description: "The server accepts players, and can store matches." });

export const OWN_ADDRESS = z
  .object({
    url: z.string().nullable().describe("`null` unless you use it by an address of your own machine."),
  })
  .meta({ id: "OwnAddress", description: "Where others reach the server." });

const OPTION_VALUE = z.union([z.string(), z.number(), z.boolean()]);

const GAME_WORDS = schemaOf<GameWords>()("GameWords", "A game in one language, as people read it.", {
  title: z.string(),
  options: z
    .record(
      z.string(),
      z
        .object({ label: z.string(), about: z.string(), values: z.record(z.string(), z.string()) })
        .meta({ id: "OptionWords" }),
    )
    .describe("By the option's name."),
  cards: z
    .record(
      z.string(),
      z.object({ name: z.string(), short: z.string(), rule: z.string() }).meta({ id: "CardWords" }),
    )
    .describe("By the name that commands and views have for a card."),
});

const GAME_PRESET = schemaOf<GamePreset>()("GamePreset", "A choice of host options that has a name.", {
  name: z.string(),
  options: z.record(z.string(), z.unknown()).describe("Complete."),
  minutes: z.record(z.string(), z.number()).describe("Expected minutes of a match, by number of seats."),
});

export const GAME_LISTING = schemaOf<GameListing>()("GameListing", "A game that the server hosts.", {
  game: GAME_NAME,
  seats: z.object({ min: z.int(), max: z.int(), default: z.int() }).meta({ id: "SeatNumbers" }),
  options: z
    .record(
      z.string(),
      z.object({ values: z.array(OPTION_VALUE), default: OPTION_VALUE }).meta({ id: "OptionRange" }),
    )
    .describe("By name: every value that the option takes, and its default."),
  presets: z.array(GAME_PRESET).describe("The one for newcomers first."),
  temples: z.boolean().describe("Whether seats can be made local to temples."),
  words: GAME_WORDS.optional().describe("In the language that was asked for."),
});

export const CURRENT_ANNOUNCEMENT = schemaOf<CurrentAnnouncement>()(
  "CurrentAnnouncement",
  "What an operator tells everybody now.",
  {
    announcement: z
      .object(ANNOUNCEMENT_FIELDS)
      .meta({ id: "Announcement" })
      .nullable()
      .describe("`null`: nothing."),
  },
);

const INSTALL_BUILD = schemaOf<InstallBuild>()("InstallBuild", "The firmware for one kind of chip.", {
  chipFamily: z.string(),
  parts: z.array(z.object({ path: z.string(), offset: z.int() }).meta({ id: "InstallPart" })),
});

export const INSTALL_MANIFEST = schemaOf<InstallManifest>()(
  "InstallManifest",
  "What ESP Web Tools installs on a temple, over USB.",
  {
    name: z.string(),
    version: z.string(),
    new_install_prompt_erase: z.boolean(),
    new_install_improv_wait_time: z.number(),
    builds: z.array(INSTALL_BUILD),
  },
);
