import { createHash } from "node:crypto";
import { NOTICE_LIMITS } from "@flower-war/protocol";
import { createSigner, createVerifier } from "fast-jwt";
import { z } from "zod";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";

const ALGORITHM = "HS256";

/** The acts of links in e-mails. With these audiences no token is one of a player or a seat. */
export type MailAct = "confirm-mail" | "stop-mail";

const CLAIM = z.object({ sub: z.string(), address: z.string() });

/** The player of a link in an e-mail, and the address that it was sent to. */
export interface MailClaim {
  /** The id of the player. */
  readonly player: string;
  readonly isOf: (address: string) => boolean;
}

/** The tokens in the links of e-mails. Each is for one player and one address, which it does not say. */
export class MailTokens {
  readonly #time: Time;
  readonly #secret: string;

  /** @param secret `AUTH_SECRET` */
  constructor(time: Time, secret: string) {
    this.#time = time;
    this.#secret = secret;
  }

  /** A token that confirms is good for `NOTICE_LIMITS.mailLink`; one that stops e-mails as long as they go to the address. */
  sign(act: MailAct, player: string, address: string): string {
    const iat = Math.floor(this.#time.now() / 1000);
    const sign = createSigner({
      key: this.#secret,
      algorithm: ALGORITHM,
      aud: act,
      ...(act === "confirm-mail" ? { expiresIn: NOTICE_LIMITS.mailLink } : {}),
    });
    return sign({ sub: player, address: fingerprint(address), iat });
  }

  /** @throws `RefusalError` with `bad-mail-token` */
  verify(act: MailAct, token: string): MailClaim {
    const claim = CLAIM.safeParse(this.#claimsOf(act, token));
    if (!claim.success) throw refuse("bad-mail-token");
    const { sub: player, address: signed } = claim.data;
    return { player, isOf: (address) => fingerprint(address) === signed };
  }

  #claimsOf(act: MailAct, token: string): unknown {
    const verify = createVerifier({
      key: this.#secret,
      algorithms: [ALGORITHM],
      allowedAud: act,
      requiredClaims: ["aud"],
      clockTimestamp: this.#time.now(),
    });
    try {
      return verify(token);
    } catch {
      throw refuse("bad-mail-token");
    }
  }
}

function fingerprint(address: string): string {
  return createHash("sha256").update(address).digest("base64url").slice(0, 22);
}
