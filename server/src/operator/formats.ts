import { NAME_LENGTH, SANCTION_KINDS } from "@flower-war/protocol";
import { z } from "zod";

/* Formats of the operator's requests (protocol/src/operator.ts). */

/** A line of text without invisible characters. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim())
    .pipe(z.string().min(1).max(max));

const DATE = z.int().min(0);

export const SIGN_IN = z.object({ name: line(NAME_LENGTH), password: z.string().max(1000) });

export const REASON = z.object({ reason: line(200) });

export const REMOVE = REASON.extend({ seat: z.string().max(64) });

export const SANCTION = REASON.extend({
  kind: z.enum(SANCTION_KINDS),
  player: z
    .string()
    .regex(/^[A-Za-z0-9]{12}$/)
    .optional(),
  addresses: z.string().max(64).optional(),
  until: DATE,
}).refine(({ player, addresses }) => (player === undefined) !== (addresses === undefined), {
  path: ["player"],
});

export const ANNOUNCE = z.object({ text: line(200), startsAt: DATE.nullable().default(null), until: DATE });

export const SEARCH = z.object({
  search: z.string().max(64).default(""),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .default("1")
    .transform(Number),
});

export const AUDIT = z.object({
  before: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .optional(),
});

export const BRIDGE = z.object({
  bridge: z.string().regex(/^[a-z0-9][a-z0-9-]{3,23}$/),
  broker: z
    .object({
      url: z.url({ protocol: /^mqtts?$/ }).max(300),
      pin: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
    })
    .exactOptional(),
});

export const ENROL = z.object({ templeId: z.string() });

export const RESTORE = z.object({ restore: z.string() });
