import { createSigner, createVerifier, TOKEN_ERROR_CODES, TokenError } from "fast-jwt";
import { z } from "zod";
import { refuse } from "../../refusal.ts";
import type { Time } from "../../time.ts";
import type { SeatClaim } from "./seat-claim.ts";

const CLAIM = z.object({ match: z.string(), seat: z.string(), holder: z.string() });

/** How long a token is valid, ms. Its holder gets a new one each time the seat is taken again. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

const ALGORITHM = "HS256";

/** Seat tokens: signed claims to a seat. */
export class Tokens {
  readonly #time: Time;
  readonly #secret: string;
  readonly #sign: (claims: object) => string;

  /** @param secret `AUTH_SECRET` */
  constructor(time: Time, secret: string) {
    this.#time = time;
    this.#secret = secret;
    this.#sign = createSigner({ key: secret, algorithm: ALGORITHM, expiresIn: LIFETIME });
  }

  sign({ match, seat, holder }: SeatClaim): string {
    return this.#sign({ match, seat, holder, iat: Math.floor(this.#time.now() / 1000) });
  }

  /**
   * Returns the claim of a token.
   * @throws `RefusalError` with `bad-token` if the token is not one of ours, `expired-token` if it was
   */
  verify(token: string): SeatClaim {
    const claim = CLAIM.safeParse(this.#claimsOf(token));
    if (!claim.success) throw refuse("bad-token");
    return claim.data;
  }

  #claimsOf(token: string): unknown {
    const verify = createVerifier({
      key: this.#secret,
      algorithms: [ALGORITHM],
      requiredClaims: ["exp"],
      clockTimestamp: this.#time.now(),
    });
    try {
      return verify(token);
    } catch (error) {
      const expired = error instanceof TokenError && error.code === TOKEN_ERROR_CODES.expired;
      throw refuse(expired ? "expired-token" : "bad-token");
    }
  }
}
