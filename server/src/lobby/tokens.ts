import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { refused } from "../fault.ts";
import type { Holding } from "../match/seats.ts";

const HOLDING = z.object({ match: z.string(), seat: z.string(), holder: z.string() });

/** How long a token is good for: each time a seat is taken again its holder gets a new one. */
const LIFE = "30 days";

/** Seat tokens: signed claims that somebody holds a seat. */
export class Tokens {
  readonly #key: Uint8Array;

  /** @param secret `AUTH_SECRET` */
  constructor(secret: string) {
    this.#key = new TextEncoder().encode(secret);
  }

  async sign({ match, seat, holder }: Holding): Promise<string> {
    return new SignJWT({ match, seat, holder })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt()
      .setExpirationTime(LIFE)
      .sign(this.#key);
  }

  /**
   * What the token claims.
   * @throws `Refused` with `bad-token` if it is not ours, `expired-token` if it was
   */
  async read(token: string): Promise<Holding> {
    const demands = { algorithms: ["HS256"], requiredClaims: ["exp"] };
    const verified = await jwtVerify(token, this.#key, demands).catch((error: unknown) => {
      throw refused(error instanceof errors.JWTExpired ? "expired-token" : "bad-token");
    });
    const holding = HOLDING.safeParse(verified.payload);
    if (!holding.success) throw refused("bad-token");
    return holding.data;
  }
}
