import { createSigner, createVerifier, TOKEN_ERROR_CODES, TokenError } from "fast-jwt";
import { z } from "zod";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";

/** Tokens of older servers have no generation: they are of the first. */
const CLAIM = z.object({ sub: z.string(), gen: z.int().min(0).default(0) });

const ALGORITHM = "HS256";

/** Tells a player's token from that of a seat, which the same secret signs and which has no audience. */
const AUDIENCE = "player";

/** The field that refusals of a player's token name: the header that it comes in. */
export const TOKEN_FIELD = "authorization";

/** The claims of a token. */
export interface PlayerClaim {
  /** The player's id. */
  readonly player: string;
  /** As `StoredPlayer.generation` when the token was issued. */
  readonly generation: number;
}

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

  sign({ player, generation }: PlayerClaim): string {
    return this.#sign({ sub: player, gen: generation, iat: Math.floor(this.#time.now() / 1000) });
  }

  /**
   * Returns what a token says.
   * @throws `RefusalError` with `bad-token` if the token is not one of ours for a player, `expired-token` if it was; `field` is
   *   `authorization`
   */
  verify(token: string): PlayerClaim {
    const claim = CLAIM.safeParse(this.#claimsOf(token));
    if (!claim.success) throw refuse("bad-token", { field: TOKEN_FIELD });
    return { player: claim.data.sub, generation: claim.data.gen };
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
