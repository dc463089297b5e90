import { LIMITS } from "@flower-war/protocol";
import type {
  OperatorAccount,
  OperatorInvitation,
  OperatorInvited,
  OperatorRole,
  OperatorSession,
} from "@flower-war/protocol/operator";
import type { PasskeyOptions, PasskeyResponse } from "@flower-war/protocol/players";
import type { InviteRequest } from "@flower-war/protocol/schemas";
import { skeletonOf } from "../names/look.ts";
import type { PasskeyThread, Site } from "../players/passkey-thread.ts";
import { passkeyThread, readChallenge } from "../players/passkeys.ts";
import type { Ports } from "../ports.ts";
import { newId, newSecret } from "../random.ts";
import { refuse } from "../refusal.ts";
import { hashSecret } from "../secrets.ts";
import type { Thread } from "../thread.ts";
import { Challenges } from "./challenges.ts";
import { type Act, type By, entryOf } from "./entry.ts";
import type { OperatorStore, StoredOperator } from "./store/operator-store.ts";

/** ms for which an invitation is good. */
const INVITATION_LIFE = 60 * 60 * 1000;

/** The name of programs in the audit log. No account has it. */
export const PROGRAM_NAME = "admin";

/** What the challenge of who signs in is for. */
const SIGN_IN = "";

export interface OperatorAccountsPorts extends Ports {
  readonly operators: OperatorStore;
}

/** The accounts of operators. They have names, roles and passkeys, of which the first comes from an administrator's invitation. */
export class OperatorAccounts {
  readonly #ports: OperatorAccountsPorts;
  readonly #thread: Thread<PasskeyThread>;
  readonly #challenges: Challenges;

  constructor(ports: OperatorAccountsPorts) {
    this.#ports = ports;
    this.#thread = passkeyThread(ports);
    this.#challenges = new Challenges(ports);
  }

  /** Ends the thread. What is being checked is rejected. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  list(): Promise<OperatorAccount[]> {
    return this.#ports.operators.list();
  }

  /** Whether an administrator can sign in with a passkey: no operator signs in with the admin's password any more. */
  hasAdministrator(): Promise<boolean> {
    return this.#ports.operators.hasAdministrator();
  }

  /** Finds the operator of an account; `null`: they were removed. */
  async find(account: string): Promise<OperatorSession | null> {
    const operator = await this.#ports.operators.find(account);
    return operator && sessionOf(operator);
  }

  /** Invites a new operator. @throws `RefusalError` with `operator-known` */
  async invite({ name, role }: InviteRequest, by: OperatorSession): Promise<OperatorInvitation> {
    const { operators, time, random } = this.#ports;
    if (lookOf(name) === lookOf(PROGRAM_NAME)) throw refuse("operator-known");
    const operator = { id: newId(random), name, role };
    const { invitation, until } = this.#newInvitation();
    const added = await operators.add(
      {
        ...operator,
        look: lookOf(name),
        createdAt: time.now(),
        invitation: hashSecret(invitation),
        invitedUntil: until,
        invitedBy: by.account,
      },
      this.#entry({ operator: by, act: "invite-operator", target: describe(operator, role), reason: "" }),
    );
    if (!added) throw refuse("operator-known");
    return { account: operator.id, name, role, invitation, until };
  }

  /** Invites an operator to add another passkey. An earlier invitation is void. @throws `RefusalError` with `unknown-operator` */
  async inviteAgain(id: string, by: OperatorSession): Promise<OperatorInvitation> {
    const operator = await this.#require(id);
    const { name, role } = operator;
    const { invitation, until } = this.#newInvitation();
    const target = describe(operator, role);
    const entry = this.#entry({ operator: by, act: "invite-operator", target, reason: "" });
    if (!(await this.#ports.operators.invite(id, hashSecret(invitation), until, entry))) {
      throw refuse("unknown-operator");
    }
    return { account: id, name, role, invitation, until };
  }

  /** Changes an operator's role, at once. @throws `RefusalError` with `unknown-operator` */
  async setRole(id: string, role: OperatorRole, by: By): Promise<void> {
    const operator = await this.#require(id);
    const entry = this.#entry({ ...by, act: "set-role", target: describe(operator, role) });
    if (operator.role === role) return;
    // If nothing changes, they were removed meanwhile, or another administrator has changed the role too.
    if (!(await this.#ports.operators.setRole(id, role, entry))) await this.#require(id);
  }

  /** Removes an operator, who is signed out everywhere. @throws `RefusalError` with `unknown-operator` */
  async remove(id: string, by: By): Promise<void> {
    const operator = await this.#require(id);
    const entry = this.#entry({ ...by, act: "remove-operator", target: describe(operator, operator.role) });
    if (!(await this.#ports.operators.remove(id, entry))) throw refuse("unknown-operator");
  }

  /**
   * Returns the invited person, and the options with which their browser creates a passkey.
   * @throws `RefusalError` with `bad-invitation` or `too-many-passkeys`
   */
  async readInvitation(site: Site, invitation: string): Promise<OperatorInvited> {
    const { id, name, role } = await this.#requireInvited(invitation);
    const known = await this.#ports.operators.listPasskeys(id);
    if (known.length >= LIMITS.passkeys) throw refuse("too-many-passkeys");
    // A player of the same host may have a passkey in the same browser: this one names its purpose.
    const user = { id, name: `${name} (operator)` };
    const challenge = this.#challenges.create(id);
    const options = await this.#thread.call("creationOptions", site, user, known, challenge, "required");
    return { name, role, options };
  }

  /**
   * Adds the passkey of an invited person, which uses up the invitation.
   * @throws `RefusalError` with `bad-invitation`, `bad-passkey` or `passkey-known`
   */
  async join(site: Site, invitation: string, response: PasskeyResponse): Promise<OperatorSession> {
    const { operators, time } = this.#ports;
    const operator = await this.#requireInvited(invitation);
    const challenge = this.#requireChallenge(response, operator.id);
    const created = await this.#thread.call("verifyCreation", site, response, challenge, "required");
    if (created === null || !this.#challenges.spend(challenge)) throw refuse("bad-passkey");
    const now = time.now();
    const passkey = { ...created, operator: operator.id, createdAt: now, usedAt: now };
    const session = sessionOf(operator);
    const entry = this.#entry({ operator: session, act: "join", target: "", reason: "" });
    if (!(await operators.join(passkey, hashSecret(invitation), entry))) {
      throw refuse((await operators.findPasskey(passkey.id)) ? "passkey-known" : "bad-invitation");
    }
    return session;
  }

  /** Returns what a browser needs to sign in with a passkey. */
  requestOptions(site: Site): Promise<PasskeyOptions> {
    return this.#thread.call("requestOptions", site, this.#challenges.create(SIGN_IN), "required");
  }

  /** Signs in with a passkey. @throws `RefusalError` with `unknown-passkey` or `bad-passkey` */
  async signIn(site: Site, response: PasskeyResponse): Promise<OperatorSession> {
    const { operators } = this.#ports;
    const challenge = this.#requireChallenge(response, SIGN_IN);
    const passkey = await operators.findPasskey(response.id);
    const operator = passkey && (await operators.find(passkey.operator));
    if (!passkey || !operator) throw refuse("unknown-passkey");
    const use = await this.#thread.call("verifyUse", site, passkey, response, challenge, "required");
    if (use === null || !this.#challenges.spend(challenge)) throw refuse("bad-passkey");
    const session = sessionOf(operator);
    const entry = this.#entry({ operator: session, act: "sign-in", target: "", reason: "" });
    if (!(await operators.signIn(passkey, use.counter, entry))) throw refuse("bad-passkey");
    return session;
  }

  async #require(id: string): Promise<StoredOperator> {
    const operator = await this.#ports.operators.find(id);
    if (!operator) throw refuse("unknown-operator");
    return operator;
  }

  async #requireInvited(invitation: string): Promise<StoredOperator> {
    const { operators, time } = this.#ports;
    const operator = await operators.findInvited(hashSecret(invitation), time.now());
    if (!operator) throw refuse("bad-invitation");
    return operator;
  }

  /** Returns the challenge that a browser answers. @throws `RefusalError` with `bad-passkey` */
  #requireChallenge(response: PasskeyResponse, subject: string): string {
    const challenge = readChallenge(response);
    if (challenge === null || !this.#challenges.isGood(challenge, subject)) throw refuse("bad-passkey");
    return challenge;
  }

  #newInvitation(): { readonly invitation: string; readonly until: number } {
    const { time, random } = this.#ports;
    return { invitation: newSecret(random), until: time.now() + INVITATION_LIFE };
  }

  #entry(act: Act) {
    return entryOf(act, this.#ports);
  }
}

function sessionOf({ id, name, role }: StoredOperator): OperatorSession {
  return { name, account: id, role };
}

/** Returns what names that look the same have in common, in any case. */
function lookOf(name: string): string {
  return skeletonOf(skeletonOf(name).toLowerCase());
}

function describe({ id, name }: Pick<StoredOperator, "id" | "name">, role: OperatorRole): string {
  return `${name} (${id}), ${role}`;
}
