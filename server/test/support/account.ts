import { PATHS } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type PasskeyAdded,
  type PasskeyOptions,
  type PasskeyResponse,
  type Player,
  type Proof,
  PROOF_HEADER,
} from "@flower-war/protocol/players";
import { Authenticator } from "./authenticator.ts";
import { post } from "./post.ts";

/** Returns the header with which a player asks. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Creates a guest. */
export async function createGuest(url: string, name = "Citlali"): Promise<Player> {
  const { status, body } = await post<Player>(url, PATHS.players, { name });
  if (status !== 201) throw new Error(`no player created: ${JSON.stringify(body)}`);
  return body;
}

/** Creates a player with a passkey. */
export async function createAccount(url: string, name = "Citlali"): Promise<Player> {
  return (await addPasskey(url, await createGuest(url, name))).player;
}

/** An account with a new passkey. */
export interface Registered extends PasskeyAdded {
  readonly authenticator: Authenticator;
}

/**
 * Adds a new passkey to a player.
 * @param origin where the browser has the page; default: the server's address
 * @param headers an account's proof
 */
export async function addPasskey(
  url: string,
  { token }: Player,
  { origin = url, headers = {} }: { origin?: string; headers?: Record<string, string> } = {},
): Promise<Registered> {
  const authenticator = new Authenticator(origin);
  const as = { ...bearer(token), ...headers };
  const { body: options } = await post<PasskeyOptions>(url, ACCOUNT_PATHS.passkeyOptions, {}, as);
  const response = authenticator.create(options);
  const { status, body } = await post<PasskeyAdded>(url, ACCOUNT_PATHS.passkeys, { response }, as);
  if (status !== 201) throw new Error(`no passkey added: ${JSON.stringify(body)}`);
  return { ...body, authenticator };
}

/** Returns the options for a proof. */
export async function proofOptions(url: string, { token }: Player): Promise<PasskeyOptions> {
  return (await post<PasskeyOptions>(url, ACCOUNT_PATHS.proofOptions, {}, bearer(token))).body;
}

/** Proves that a person is there. Returns the header with which they show it. */
export async function prove(
  url: string,
  player: Player,
  means: Authenticator | string,
): Promise<Record<string, string>> {
  const shown: { response?: PasskeyResponse; recoveryCode?: string } =
    typeof means === "string"
      ? { recoveryCode: means }
      : { response: means.use(await proofOptions(url, player)) };
  const { status, body } = await post<Proof>(url, ACCOUNT_PATHS.proofs, shown, bearer(player.token));
  if (status !== 201) throw new Error(`not proven: ${JSON.stringify(body)}`);
  return { [PROOF_HEADER]: body.proof };
}
