import type { PasskeyOptions, PasskeyResponse } from "@flower-war/protocol";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { RefusalError, refuse } from "../refusal.ts";
import type { Passkey, StoredPlayer } from "./store/player-store.ts";

/** The site that passkeys are for, as the browser has it. */
export interface Site {
  /** Its host name. */
  readonly id: string;
  /** Its scheme, host and port. */
  readonly origin: string;
}

/** Takes a challenge that was issued; `false`: it was not, or was used, or has expired. */
export type TakeChallenge = (challenge: string) => Promise<boolean>;

const NAME = "Flower War";
/** ms that a person may take. */
const TIMEOUT = 120_000;
/** EdDSA, ES256, RS256: what authenticators have, with answers that fit into a request. */
const ALGORITHMS = [-8, -7, -257];

/** Loads the library when somebody signs in: most servers and processes never need it. */
const library = () => import("@simplewebauthn/server");

/** Returns what a browser needs to create a passkey. @param known the player's passkeys: an authenticator keeps one of them */
export async function creationOptions(
  site: Site,
  { id, name }: StoredPlayer,
  known: readonly Passkey[],
  challenge: Uint8Array<ArrayBuffer>,
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: site.id,
    userID: new TextEncoder().encode(id),
    userName: name,
    userDisplayName: name,
    challenge,
    timeout: TIMEOUT,
    attestationType: "none",
    excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
    // It can be found without a name, on any device that has it.
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/**
 * Returns the passkey that a browser created.
 * @throws `RefusalError` with `bad-passkey`
 */
export async function verifyCreation(
  site: Site,
  response: PasskeyResponse,
  takeChallenge: TakeChallenge,
): Promise<Pick<Passkey, "id" | "publicKey" | "counter">> {
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: takeChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(asRefusal);
  if (!verified.verified) throw refuse("bad-passkey");
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
}

/** Returns what a browser needs to sign in with any passkey of the site. */
export async function requestOptions(
  site: Site,
  challenge: Uint8Array<ArrayBuffer>,
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge,
    timeout: TIMEOUT,
    userVerification: "preferred",
  });
  return { ...options };
}

/**
 * Returns how often a passkey was used, by which a browser proves that it has it.
 * @throws `RefusalError` with `bad-passkey`
 */
export async function verifyUse(
  site: Site,
  { id, publicKey, counter, player }: Passkey,
  response: PasskeyResponse,
  takeChallenge: TakeChallenge,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle } = response.response as { readonly userHandle?: unknown };
  if (typeof userHandle === "string" && Buffer.from(userHandle, "base64url").toString() !== player) {
    throw refuse("bad-passkey");
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: takeChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
    requireUserVerification: false,
  }).catch(asRefusal);
  if (!verified) throw refuse("bad-passkey");
  return authenticationInfo.newCounter;
}

/** Everything that the library finds wrong with an answer is the client's fault; a refusal of the store stays one. */
function asRefusal(error: unknown): never {
  throw error instanceof RefusalError ? error : refuse("bad-passkey");
}
