import { z } from "zod";
import { refuse } from "../../refusal.ts";
import { SignedTokens } from "../../signed-tokens.ts";
import type { Time } from "../../time.ts";
import type { SeatClaim } from "./seat-claim.ts";

/** How long a token is valid, ms. Its holder gets a new one each time the seat is taken again. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Seat tokens: signed claims to a seat. They are refused as `bad-token`, or `expired-token` if they were ours. */
export class Tokens extends SignedTokens<SeatClaim> {
  /** @param secret `AUTH_SECRET` */
  constructor(time: Time, secret: string) {
    const claims = z.object({ match: z.string(), seat: z.string(), holder: z.string() });
    super({ claims, lifetime: LIFETIME, refuse }, time, secret);
  }

  /** Signs the claim alone: what else is known of a seat, such as its table's invitation, is not the token's matter. */
  override sign({ match, seat, holder }: SeatClaim): string {
    return super.sign({ match, seat, holder });
  }
}
