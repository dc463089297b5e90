import { z } from "zod";
import { STUDY_LIMITS } from "../study-limits.ts";
import {
  GAME_NAME,
  HEX_64,
  LEGAL_COMMAND,
  list,
  MATCH_ID,
  moment,
  named,
  PLAYER_ID,
  SEAT_NAME,
} from "./basics.ts";

/* Studies (docs/studies.md). */

const { place, positions } = STUDY_LIMITS;

export const StudyPosition = z
  .object({
    line: z
      .string()
      .regex(/^(?:b\d{1,6})?$/)
      .describe("The id of a branch; empty: the match itself."),
    n: z.int().min(0).max(positions).describe("How many entries, or steps of the branch, are before it."),
  })
  .meta({ id: "StudyPosition", description: "A position of the match, or of a branch." });
export type StudyPosition = Readonly<z.infer<typeof StudyPosition>>;

const AT = StudyPosition as unknown as z.ZodType<StudyPosition, StudyPosition>;
const OPEN = z
  .enum(["all", "owner"])
  .describe("Who may change it: all who have its link, or its owner alone.");
/** Chosen by who adds something, so that a request can be sent again. */
const OWN_ID = z
  .string()
  .regex(/^[A-Za-z0-9_-]{12,40}$/)
  .describe(
    "Yours for it: 12 to 40 letters, digits, `_` or `-`. Sent again with the same one, it is added once.",
  );
/** No text: those keep to the rules of chat. */
const PLACE = z
  .string()
  .regex(/^[A-Za-z0-9 ._:/#-]+$/)
  .max(place)
  .describe(
    "As the page that draws the game names it: 1 to 40 letters, digits, spaces, `.`, `_`, `:`, `/`, `#` or `-`.",
  );
/** Whether it is a command is for the rules to say. */
const PLAYED = LEGAL_COMMAND as unknown as z.ZodType<{ type: string }, { type: string }>;
const ITEM_ID = z.string().max(40);

export const StudyPerson = named("StudyPerson", "A player, as the study names them.", {
  player: PLAYER_ID,
  name: z.string().describe("Empty: their account was deleted."),
});
export type StudyPerson = Readonly<z.infer<typeof StudyPerson>>;

export const StudyStep = named("StudyStep", "A command in a branch.", {
  id: z.string().describe("The one that it was sent with."),
  seat: SEAT_NAME,
  command: LEGAL_COMMAND,
});
export type StudyStep = Readonly<z.infer<typeof StudyStep>>;

export const StudyBranch = named(
  "StudyBranch",
  "What could have followed from a position, by the rules and with chance of its own: it did not happen.",
  {
    id: z.string().describe("`b` and a number."),
    from: AT,
    seed: HEX_64.describe("All chance of the branch comes from it."),
    steps: list(StudyStep),
    by: StudyPerson,
  },
);
export type StudyBranch = Readonly<z.infer<typeof StudyBranch>>;

export const StudyComment = named("StudyComment", "What a player says about a position.", {
  id: ITEM_ID,
  at: AT,
  by: StudyPerson,
  text: z.string(),
  time: moment(),
});
export type StudyComment = Readonly<z.infer<typeof StudyComment>>;

export const StudyMark = named("StudyMark", "A place that a player marks in a position.", {
  id: ITEM_ID,
  at: AT,
  by: StudyPerson,
  place: z.string().describe("As the page that draws the game names it."),
});
export type StudyMark = Readonly<z.infer<typeof StudyMark>>;

/** What a study has, wherever it is kept. */
const CONTENT = {
  match: MATCH_ID,
  game: GAME_NAME,
  owner: StudyPerson,
  open: OPEN,
  position: AT,
  branches: list(StudyBranch),
  comments: list(StudyComment),
  marks: list(StudyMark),
};
const StudyContent = z.object(CONTENT);
export type StudyContent = Readonly<z.infer<typeof StudyContent>>;

export const Study = named("Study", "A study as it is now; `position`: where all are who follow.", {
  ...CONTENT,
  id: z.string().describe("Its id. Who knows it can read it."),
  n: z.int().describe("Rises by one with each change."),
});
export type Study = Readonly<z.infer<typeof Study>>;

export const StudyRequest = z
  .object({
    match: z
      .string()
      .max(40)
      .describe("The finished match: its id, its short code or, of a private one, its invitation."),
    token: z
      .string()
      .max(1000)
      .optional()
      .describe("Of a seat: its players may read earlier than spectators how it ended."),
    open: OPEN.default("all"),
  })
  .meta({ id: "StudyRequest" });
export type StudyRequest = z.input<typeof StudyRequest>;

export const StudySummary = named("StudySummary", "A study in a list.", {
  id: z.string(),
  match: MATCH_ID,
  game: GAME_NAME,
  changedAt: moment(),
});
export type StudySummary = Readonly<z.infer<typeof StudySummary>>;

export const StudyList = named("StudyList", "Your studies, the one that was changed last first.", {
  studies: list(StudySummary),
});
export type StudyList = Readonly<z.infer<typeof StudyList>>;

const act = <const Name extends string, const Fields extends z.core.$ZodShape>(name: Name, fields: Fields) =>
  z.object({ act: z.literal(name), ...fields });

export const StudyAct = z
  .discriminatedUnion("act", [
    act("go", { position: AT }),
    act("comment", { id: OWN_ID, at: AT, text: z.string().max(10_000) }),
    act("mark", { id: OWN_ID, at: AT, place: PLACE }),
    act("play", { id: OWN_ID, from: AT, seat: z.string().max(40), command: PLAYED }),
    act("remove", { id: ITEM_ID }),
    act("open", { open: OPEN }),
  ])
  .meta({
    id: "StudyAct",
    description:
      "`go`: all who follow see this position; `comment`, `mark`: at a position; `play`: by the rules, as a seat that is awaited there: at the end of a branch it goes on, elsewhere it begins a new one; `remove`: a comment, a mark, or a branch with all that is in it; `open`: who may change it.",
  });
export type StudyAct = z.input<typeof StudyAct>;

export const StudyActed = named(
  "StudyActed",
  "The act is stored, and all who follow are told; `position`: of `play`, the position after it.",
  {
    n: z.int().describe("The study's `n` since."),
    position: AT.exactOptional(),
  },
);
export type StudyActed = Readonly<z.infer<typeof StudyActed>>;

export const StudyChange = named("StudyChange", "What changed: it takes the place of what was there.", {
  position: AT.exactOptional(),
  open: OPEN.exactOptional(),
  branch: StudyBranch.exactOptional(),
  step: z
    .object({ branch: z.string(), step: StudyStep })
    .exactOptional()
    .describe("One more at the end of a branch."),
  comment: StudyComment.exactOptional(),
  mark: StudyMark.exactOptional(),
  removed: list(z.string()).exactOptional().describe("Branches, comments and marks, by their ids."),
});
export type StudyChange = Readonly<z.infer<typeof StudyChange>>;

const PEOPLE = list(StudyPerson).describe("The players who follow it now.");

export const StudyLine = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("study"), study: Study, people: PEOPLE }).describe("First: all of it."),
    z.object({ type: z.literal("change"), n: z.int(), change: StudyChange }),
    z.object({ type: z.literal("people"), people: PEOPLE }),
    z
      .object({
        type: z.literal("end"),
        code: z.enum(["deleted", "moved", "banned"]),
        resume: z.boolean(),
      })
      .describe("Last. `resume`: ask again."),
  ])
  .meta({ id: "StudyLine" });
export type StudyLine = z.infer<typeof StudyLine>;
