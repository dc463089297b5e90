import { LANGUAGES } from "@flower-war/rules/texts";
import { z } from "zod";
import { BASE64URL, moment, named } from "./basics.ts";

/* How a player of a match by days is told that it is their turn while they are not there. */

/** A language in which notices are written. */
const LANGUAGE = z.enum(LANGUAGES);

export const PushSubscriptionInfo = named("PushSubscriptionInfo", "A browser that shows notices.", {
  id: z.string(),
  endpoint: z.string(),
  createdAt: moment(),
});
export type PushSubscriptionInfo = z.infer<typeof PushSubscriptionInfo>;

export const Notices = named("Notices", "How a player is told that it is their turn.", {
  push: z
    .object({
      key: z
        .string()
        .describe(
          "What browsers take as `applicationServerKey`: base64url. Another one after the server's secret has changed.",
        ),
      subscriptions: z.array(PushSubscriptionInfo).describe("In the order in which they were added."),
    })
    .meta({ id: "PushNotices" })
    .nullable()
    .describe("By Web Push; `null`: this server sends none."),
  mail: z
    .object({
      address: z.string().nullable().describe("`null`: there is none."),
      confirmed: z
        .boolean()
        .describe("Whether the player has confirmed the address. Before that it gets no notices."),
    })
    .meta({ id: "MailNotices" })
    .nullable()
    .describe("By e-mail; `null`: this server sends none."),
});
export type Notices = z.infer<typeof Notices>;

export const PushRequest = z
  .object({
    // What `toJSON()` of the browser's `PushSubscription` returns: a key of 65 bytes and a secret of 16.
    subscription: z.object({
      endpoint: z.string(),
      keys: z.object({ p256dh: BASE64URL.length(87), auth: BASE64URL.length(22) }),
    }),
    language: LANGUAGE,
  })
  .meta({ id: "PushRequest" });
export type PushRequest = z.input<typeof PushRequest>;

export const MailRequest = z
  .object({ address: z.string().trim(), language: LANGUAGE })
  .meta({ id: "MailRequest" });
export type MailRequest = z.input<typeof MailRequest>;

/** What the link of an e-mail has in its query. */
export const MailLink = z.object({ token: z.string() });
