import type { Enrolled } from "@flower-war/client-sdk/protocol";
import { isId } from "@flower-war/client-sdk/temple";
import { refused } from "../fault.ts";
import { hashSecret, isSecretOf, newSecret } from "../secrets.ts";
import type { Credential, CredentialStore } from "./store.ts";

/** Who may speak as which temple (P-1, A-1). */
export class Credentials {
  readonly #store: CredentialStore;

  constructor(store: CredentialStore) {
    this.#store = store;
  }

  /**
   * Enrols a temple: the secret in the answer is told this once.
   * @throws `Refused` with `bad-temple-id` (T-1) or `temple-known`
   */
  async enrol(templeId: string): Promise<Enrolled> {
    if (!isId(templeId)) throw refused("bad-temple-id", { field: "templeId" });
    const secret = newSecret();
    const added = await this.#store.add({ templeId, hash: hashSecret(secret), enrolledAt: Date.now() });
    if (!added) throw refused("temple-known", { field: "templeId" });
    return { templeId, secret };
  }

  /**
   * Takes a temple's access away; its id may be enrolled anew.
   * @throws `Refused` with `unknown-temple`
   */
  async revoke(templeId: string): Promise<void> {
    if (!(await this.#store.remove(templeId))) throw refused("unknown-temple");
  }

  /** All that are enrolled, in the order of their ids. */
  async list(): Promise<readonly Credential[]> {
    const credentials = await this.#store.list();
    return credentials.toSorted((a, b) => (a.templeId < b.templeId ? -1 : 1));
  }

  /** @throws `Refused` with `unknown-temple`: it is not enrolled */
  async mustKnow(templeId: string): Promise<void> {
    if (!(await this.#store.find(templeId))) throw refused("unknown-temple");
  }

  /** Is this the temple's secret? */
  async verify(templeId: string, secret: string): Promise<boolean> {
    const credential = await this.#store.find(templeId);
    return credential !== null && isSecretOf(credential.hash, secret);
  }
}
