import { createSigner, createVerifier, TOKEN_ERROR_CODES, TokenError } from "fast-jwt";
import type { z } from "zod";
import type { RefusalError } from "./refusal.ts";
import type { Time } from "./time.ts";

const ALGORITHM = "HS256";

/** One kind of tokens. */
export interface TokenKind<C> {
  /** The format of their claims. */
  readonly claims: z.ZodType<C>;
  /** Tells them from those of other kinds, which the same secret signs; missing: they have none. */
  readonly audience?: string;
  /** ms for which they are valid; missing: for good. */
  readonly lifetime?: number;
  /** Builds the error for one that is not valid. */
  readonly refuse: (fault: "bad-token" | "expired-token") => RefusalError;
}

/** Tokens of one kind: signed claims. */
export class SignedTokens<C> {
  readonly #kind: TokenKind<C>;
  readonly #time: Pick<Time, "now">;
  readonly #secret: string;
  readonly #sign: (claims: object) => string;

  /** @param secret `AUTH_SECRET` */
  constructor(kind: TokenKind<C>, time: Pick<Time, "now">, secret: string) {
    const { audience, lifetime } = kind;
    this.#kind = kind;
    this.#time = time;
    this.#secret = secret;
    this.#sign = createSigner({
      key: secret,
      algorithm: ALGORITHM,
      ...(audience !== undefined && { aud: audience }),
      ...(lifetime !== undefined && { expiresIn: lifetime }),
    });
  }

  sign(claims: object): string {
    return this.#sign({ ...claims, iat: Math.floor(this.#time.now() / 1000) });
  }

  /** Returns the claims of a token; `null`: it is not valid. */
  find(token: string): C | null {
    try {
      return this.verify(token);
    } catch {
      return null;
    }
  }

  /** Returns the claims of a token. @throws `TokenKind.refuse`'s error: it is not one of ours of this kind, or was */
  verify(token: string): C {
    const { claims, audience, lifetime, refuse } = this.#kind;
    const verify = createVerifier({
      key: this.#secret,
      algorithms: [ALGORITHM],
      ...(audience !== undefined && { allowedAud: audience }),
      requiredClaims: [
        ...(lifetime === undefined ? [] : ["exp"]),
        ...(audience === undefined ? [] : ["aud"]),
      ],
      clockTimestamp: this.#time.now(),
    });
    try {
      return claims.parse(verify(token));
    } catch (error) {
      const isExpired = error instanceof TokenError && error.code === TOKEN_ERROR_CODES.expired;
      throw refuse(isExpired ? "expired-token" : "bad-token");
    }
  }
}
