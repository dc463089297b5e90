import { BOT_KINDS, NAME_LENGTH } from "@flower-war/client-sdk/protocol";
import { z } from "zod";
import { CLOCK } from "../clock/wish.ts";

/* What the bodies of requests must look like (client-sdk/protocol says what they mean). Unknown fields are ignored. */

/** A name to show to others. What cannot be seen counts as space. */
const NAME = z
  .string()
  .transform((name) => name.replaceAll(/[\p{C}\s]+/gu, " ").trim())
  .pipe(z.string().min(1).max(NAME_LENGTH));

/** A number of seats; how many are right, the game says. */
const SEATS = z.int().min(0).max(100);

export const CREATE = z.object({
  game: z.string(),
  options: z.record(z.string(), z.unknown()).default({}),
  seats: SEATS.optional(),
  bots: z.union([SEATS, z.array(z.enum(BOT_KINDS)).max(100)]).default(0),
  private: z.boolean().default(false),
  clock: CLOCK.default({ profile: "none" }),
  name: NAME,
});

export const SEAT = z
  .object({
    name: NAME.optional(),
    seat: z.string().optional(),
    token: z.string().optional(),
    renew: z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,64}$/)
      .optional(),
    spectate: z.literal(true).optional(),
  })
  .refine(
    ({ name, token, spectate }) => [name, token, spectate].filter((wish) => wish !== undefined).length === 1,
  )
  .refine(({ token, renew }) => renew === undefined || token !== undefined, { path: ["renew"] });

export const QUICK_PLAY = z.object({ game: z.string(), name: NAME });

export const BRIDGE = z.object({ bridge: z.string().regex(/^[a-z0-9][a-z0-9-]{3,23}$/) });

export const ENROL = z.object({ templeId: z.string() });
