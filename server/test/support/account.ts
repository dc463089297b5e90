import { PATHS } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type PasskeyAdded,
  type PasskeyOptions,
  type Player,
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
  const { token } = await createGuest(url, name);
  const { body: options } = await post<PasskeyOptions>(url, ACCOUNT_PATHS.passkeyOptions, {}, bearer(token));
  const response = new Authenticator(url).create(options);
  const { status, body } = await post<PasskeyAdded>(url, ACCOUNT_PATHS.passkeys, { response }, bearer(token));
  if (status !== 201) throw new Error(`no passkey added: ${JSON.stringify(body)}`);
  return body.player;
}
