/* The thread in which passkeys are created and checked: loading the library takes 0.2 s. `Accounts` starts it. */
import type { PasskeyOptions, PasskeyResponse } from "@flower-war/protocol/players";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { serveCalls } from "../thread.ts";
import type { Passkey, StoredPlayer } from "./store/player-store.ts";

/** The site that passkeys are for, as the browser has it. */
export interface Site {
  /** The site's host name. */
  readonly id: string;
  /** The site's scheme, host and port. */
  readonly origin: string;
}

/** Whether the authenticator must know who uses it, by a PIN or a finger, or shall if it can. */
export type Verification = "required" | "preferred";

/** How a passkey was used. */
export interface PasskeyUse {
  /** How often it was used, as `Passkey.counter`. */
  readonly counter: number;
  /** Whether it checked who uses it, by a PIN, a finger or the like. */
  readonly isVerified: boolean;
}

const NAME = "Flower War";
/** ms that a person may take. */
const TIMEOUT = 120_000;
/** EdDSA, ES256, RS256: what authenticators have, with answers that fit into a request. */
const ALGORITHMS = [-8, -7, -257];

const served = {
  async creationOptions(
    site: Site,
    { id, name }: Pick<StoredPlayer, "id" | "name">,
    /** The ids of the player's passkeys. */
    known: readonly string[],
    challenge: Uint8Array<ArrayBuffer>,
    userVerification: Verification = "preferred",
  ): Promise<PasskeyOptions> {
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: site.id,
      userID: new TextEncoder().encode(id),
      userName: name,
      userDisplayName: name,
      challenge,
      timeout: TIMEOUT,
      attestationType: "none",
      excludeCredentials: known.map((passkey) => ({ id: passkey })),
      // It can be found without a name, on any device that has it.
      authenticatorSelection: { residentKey: "required", userVerification },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return { ...options };
  },

  /** `null`: it does not prove one. */
  async verifyCreation(
    site: Site,
    response: PasskeyResponse,
    challenge: string,
    userVerification: Verification = "preferred",
  ): Promise<Pick<Passkey, "id" | "publicKey" | "counter"> | null> {
    const verified = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: userVerification === "required",
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { id, publicKey, counter } = verified.registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  },

  async requestOptions(
    site: Site,
    challenge: Uint8Array<ArrayBuffer>,
    userVerification: Verification = "preferred",
    /** The ids of the passkeys that will do; default: any will. */
    known?: readonly string[],
  ): Promise<PasskeyOptions> {
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      challenge,
      timeout: TIMEOUT,
      userVerification,
      ...(known && { allowCredentials: known.map((id) => ({ id })) }),
    });
    return { ...options };
  },

  /** Returns how the passkey was used; `null`: the response does not prove that the browser has it. */
  async verifyUse(
    site: Site,
    { id, publicKey, counter }: Pick<Passkey, "id" | "publicKey" | "counter">,
    response: PasskeyResponse,
    challenge: string,
    userVerification: Verification = "preferred",
  ): Promise<PasskeyUse | null> {
    const verified = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
      requireUserVerification: userVerification === "required",
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { newCounter, userVerified } = verified.authenticationInfo;
    return { counter: newCounter, isVerified: userVerified };
  },
};

export type PasskeyThread = typeof served;

serveCalls(served);
