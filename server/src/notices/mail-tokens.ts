import { createHash } from "node:crypto";
import { NOTICE_LIMITS } from "@flower-war/protocol/players";
import { z } from "zod";
import { refuse } from "../refusal.ts";
import { SignedTokens } from "../signed-tokens.ts";
import type { Time } from "../time.ts";

/** The acts of links in e-mails. With these audiences no token is one of a player or a seat. */
export type MailAct = "confirm-mail" | "stop-mail";

const CLAIMS = z.object({ sub: z.string(), address: z.string() });

/** The player of a link in an e-mail, and the address that it was sent to. */
export interface MailClaim {
  /** The id of the player. */
  readonly player: string;
  readonly isOf: (address: string) => boolean;
}

/** The tokens in the links of e-mails. Each is for one player and one address, which it does not say. */
export class MailTokens {
  readonly #tokens: { readonly [A in MailAct]: SignedTokens<z.output<typeof CLAIMS>> };

  /** @param secret `AUTH_SECRET` */
  constructor(time: Time, secret: string) {
    const kind = { claims: CLAIMS, refuse: () => refuse("bad-mail-token") };
    const confirm = { ...kind, audience: "confirm-mail", lifetime: NOTICE_LIMITS.mailLink };
    this.#tokens = {
      "confirm-mail": new SignedTokens(confirm, time, secret),
      "stop-mail": new SignedTokens({ ...kind, audience: "stop-mail" }, time, secret),
    };
  }

  /** A token that confirms is good for `NOTICE_LIMITS.mailLink`; one that stops e-mails as long as they go to the address. */
  sign(act: MailAct, player: string, address: string): string {
    return this.#tokens[act].sign({ sub: player, address: fingerprint(address) });
  }

  /** @throws `RefusalError` with `bad-mail-token` */
  verify(act: MailAct, token: string): MailClaim {
    const { sub: player, address: signed } = this.#tokens[act].verify(token);
    return { player, isOf: (address) => fingerprint(address) === signed };
  }
}

function fingerprint(address: string): string {
  return createHash("sha256").update(address).digest("base64url").slice(0, 22);
}
