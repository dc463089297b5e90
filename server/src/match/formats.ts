import { z } from "zod";

/* What the payloads of a match room's requests must look like. What a command means is for the rules to say. */

export const COMMAND = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  command: z.looseObject({}),
});

/** Whether it is a nonce, the rules say. */
export const NONCE = z.object({ nonce: z.unknown() });

export const PAIR_TEMPLE = z.object({ code: z.string().max(64) });

/** Nothing to say; left out is fine too. */
export const NOTHING = z.object({}).optional();
