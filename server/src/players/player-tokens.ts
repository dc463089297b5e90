import { createSigner, createVerifier, TOKEN_ERROR_CODES, TokenError } from "fast-jwt";
import { z } from "zod";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";

const CLAIM = z.object({ sub: z.string() });

const ALGORITHM = "HS256";

/** Tells a player's token from that of a seat, which the same secret signs and which has no audience. */
const AUDIENCE = "player";

/** The field that refusals of a player's token name: the header that it comes in. */
export const TOKEN_FIELD = "authorization";

/** Player tokens: signed ids of players. */
export class PlayerTokens {
  readonly #time: Time;
  readonly #secret: string;
  readonly #sign: (claims: object) => string;

  /**
   * @param secret `AUTH_SECRET`
   * @param lifetime ms for which a token is valid; its player gets a new one each time they ask who they are
   */
  constructor(time: Time, secret: string, lifetime: number) {
    this.#time = time;
    this.#secret = secret;
    this.#sign = createSigner({ key: secret, algorithm: ALGORITHM, aud: AUDIENCE, expiresIn: lifetime });
  }

  /** @param player the player's id */
  sign(player: string): string {
    return this.#sign({ sub: player, iat: Math.floor(this.#time.now() / 1000) });
  }

  /**
   * Returns the id of a token's player.
   * @throws `RefusalError` with `bad-token` if the token is not one of ours for a player, `expired-token` if it was; `field` is
   *   `authorization`
   */
  verify(token: string): string {
    const claim = CLAIM.safeParse(this.#claimsOf(token));
    if (!claim.success) throw refuse("bad-token", { field: TOKEN_FIELD });
    return claim.data.sub;
  }

  #claimsOf(token: string): unknown {
    const verify = createVerifier({
      key: this.#secret,
      algorithms: [ALGORITHM],
      allowedAud: AUDIENCE,
      requiredClaims: ["exp", "aud"],
      clockTimestamp: this.#time.now(),
    });
    try {
      return verify(token);
    } catch (error) {
      const expired = error instanceof TokenError && error.code === TOKEN_ERROR_CODES.expired;
      throw refuse(expired ? "expired-token" : "bad-token", { field: TOKEN_FIELD });
    }
  }
}
