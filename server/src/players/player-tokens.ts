import { z } from "zod";
import { refuse } from "../refusal.ts";
import { SignedTokens } from "../signed-tokens.ts";
import type { Time } from "../time.ts";
import type { StoredPlayer } from "./store/player-store.ts";

/** Tells a player's token from that of a seat, which the same secret signs and which has no audience. */
const AUDIENCE = "player";

/** The field that refusals of a player's token name: the header that it comes in. */
export const TOKEN_FIELD = "authorization";

/** Tokens of older servers have no generation: they are of the first. Nor have they a session. */
const CLAIM = z
  .object({ sub: z.string(), gen: z.int().min(0).default(0), ses: z.string().nullable().default(null) })
  .transform(({ sub: player, gen: generation, ses: session }) => ({ player, generation, session }));

/**
 * The claims of a token: the player's id, `StoredPlayer.generation` when it was issued, and the session in which it is valid; `null`: it is
 * valid as long as its generation is.
 */
export type PlayerClaim = Readonly<z.output<typeof CLAIM>>;

/** Player tokens: signed ids of players. They are refused as `bad-token`, or `expired-token` if they were ours, with `TOKEN_FIELD`. */
export class PlayerTokens extends SignedTokens<PlayerClaim> {
  /**
   * @param secret `AUTH_SECRET`
   * @param lifetime ms for which a token is valid; each identity request returns a new one
   */
  constructor(time: Time, secret: string, lifetime: number) {
    const refuseToken = (fault: "bad-token" | "expired-token") => refuse(fault, { field: TOKEN_FIELD });
    super({ claims: CLAIM, audience: AUDIENCE, lifetime, refuse: refuseToken }, time, secret);
  }

  override sign({ player, generation, session }: PlayerClaim): string {
    return super.sign({ sub: player, gen: generation, ...(session !== null && { ses: session }) });
  }
}

/** A personal token: its id, and its secret (`newSecret`). The prefix identifies it for secret scanners. */
const PERSONAL = /^fw_(?<id>[A-Za-z0-9]{12})_(?<secret>[\w-]{43})$/;

export const formatPersonalToken = (id: string, secret: string): string => `fw_${id}_${secret}`;

/** Returns the parts of a personal token; `null`: it is none. */
export function parsePersonalToken(token: string): { readonly id: string; readonly secret: string } | null {
  const { id = "", secret = "" } = PERSONAL.exec(token)?.groups ?? {};
  return id === "" ? null : { id, secret };
}

/** ms for which a proof is good. */
const PROOF_LIFE = 5 * 60 * 1000;

/**
 * Proofs that an account's person is there, which they show beside their token. Whoever copies a stored token has none. Signing out
 * everywhere ends them too.
 */
export class PlayerProofs extends SignedTokens<PlayerClaim> {
  /** @param secret `AUTH_SECRET` */
  constructor(time: Time, secret: string) {
    super(
      { claims: CLAIM, audience: "proof", lifetime: PROOF_LIFE, refuse: () => refuse("proof-required") },
      time,
      secret,
    );
  }

  override sign({ id, generation }: Pick<StoredPlayer, "id" | "generation">): string {
    return super.sign({ sub: id, gen: generation });
  }

  /** Whether a proof is valid, and a player's. */
  isOf(proof: string | null, { id, generation }: Pick<StoredPlayer, "id" | "generation">): boolean {
    const claim = proof === null ? null : this.find(proof);
    return claim?.player === id && claim.generation === generation;
  }
}
