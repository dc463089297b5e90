import type { Enrolled } from "@flower-war/protocol/operator";
import { isId } from "@flower-war/protocol/temple";
import { newSecret } from "../random.ts";
import { refuse } from "../refusal.ts";
import { hashSecret, isSecretOf } from "../secrets.ts";
import type { TemplePorts } from "./ports.ts";
import type { Credential } from "./store/temple-store.ts";

/** The enrolled temples and their secrets (P-1, A-1). */
export class Credentials {
  readonly #ports: Pick<TemplePorts, "store" | "time" | "random">;

  constructor(ports: Pick<TemplePorts, "store" | "time" | "random">) {
    this.#ports = ports;
  }

  /**
   * Enrols a temple. The answer is the only place where its secret can be read.
   * @throws `RefusalError` with `bad-temple-id` (T-1) or `temple-known`
   */
  async enrol(templeId: string): Promise<Enrolled> {
    if (!isId(templeId)) throw refuse("bad-temple-id", { field: "templeId" });
    const { time, random } = this.#ports;
    const secret = newSecret(random);
    const enrolledAt = time.now();
    const added = await this.#store.add({ templeId, hash: hashSecret(secret), enrolledAt });
    if (!added) throw refuse("temple-known", { field: "templeId" });
    return { templeId, secret };
  }

  /**
   * Revokes a temple's access; its id may be enrolled again. Returns `false` if it is not enrolled.
   * @throws `RefusalError` with `unknown-temple`: no temple has such an id (T-1)
   */
  async revoke(templeId: string): Promise<boolean> {
    if (!isId(templeId)) throw refuse("unknown-temple");
    return this.#store.remove(templeId);
  }

  /** Lists all enrolled temples, ordered by id. */
  async list(): Promise<readonly Credential[]> {
    const credentials = await this.#store.list();
    return credentials.toSorted((a, b) => (a.templeId < b.templeId ? -1 : 1));
  }

  /** Returns those of these temples that are enrolled. */
  async filter(templeIds: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(templeIds.map((templeId) => this.#store.find(templeId)));
    return templeIds.filter((_, i) => found[i]);
  }

  /** @throws `RefusalError` with `unknown-temple`: the temple is not enrolled */
  async requireEnrolled(templeId: string): Promise<void> {
    if (!(await this.#store.find(templeId))) throw refuse("unknown-temple");
  }

  /** Tells whether this is the temple's secret. */
  async verify(templeId: string, secret: string): Promise<boolean> {
    const credential = isId(templeId) ? await this.#store.find(templeId) : null;
    return credential !== null && isSecretOf(credential.hash, secret);
  }

  get #store() {
    return this.#ports.store.credentials;
  }
}
