import { createSigner, createVerifier, TOKEN_ERROR_CODES, TokenError } from "fast-jwt";
import { z } from "zod";
import { refused } from "../fault.ts";
import type { Holding } from "../match/seats.ts";

const HOLDING = z.object({ match: z.string(), seat: z.string(), holder: z.string() });

/** How long a token is good for, ms: each time a seat is taken again its holder gets a new one. */
const LIFE = 30 * 24 * 60 * 60 * 1000;

const ALGORITHM = "HS256";

/** Seat tokens: signed claims that somebody holds a seat. */
export class Tokens {
  readonly #sign: (claims: object) => string;
  readonly #verify: (token: string) => unknown;

  /** @param secret `AUTH_SECRET` */
  constructor(secret: string) {
    this.#sign = createSigner({ key: secret, algorithm: ALGORITHM, expiresIn: LIFE });
    this.#verify = createVerifier({ key: secret, algorithms: [ALGORITHM], requiredClaims: ["exp"] });
  }

  sign({ match, seat, holder }: Holding): string {
    return this.#sign({ match, seat, holder });
  }

  /**
   * What the token claims.
   * @throws `Refused` with `bad-token` if it is not ours, `expired-token` if it was
   */
  read(token: string): Holding {
    const holding = HOLDING.safeParse(this.#claimsOf(token));
    if (!holding.success) throw refused("bad-token");
    return holding.data;
  }

  #claimsOf(token: string): unknown {
    try {
      return this.#verify(token);
    } catch (error) {
      const expired = error instanceof TokenError && error.code === TOKEN_ERROR_CODES.expired;
      throw refused(expired ? "expired-token" : "bad-token");
    }
  }
}
