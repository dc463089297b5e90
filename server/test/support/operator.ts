import type { RefusalBody } from "@flower-war/protocol";
import {
  type AuditLog,
  OPERATOR_PATHS,
  type OperatorInvitation,
  type OperatorInvited,
  type OperatorRole,
  type OperatorSession,
} from "@flower-war/protocol/operator";
import type { PasskeyOptions } from "@flower-war/protocol/players";
import type { Authenticator, Deviation } from "./authenticator.ts";
import type { HttpResponse } from "./post.ts";

/** An operator's client, with the cookie of their session. */
export class Operator {
  readonly #url: string;
  #cookie = "";

  /** @param url of the operator's listener */
  constructor(url: string) {
    this.#url = url;
  }

  /** Returns another client with the same cookie. */
  copy(): Operator {
    const copy = new Operator(this.#url);
    copy.#cookie = this.#cookie;
    return copy;
  }

  /** Signs an operator in. */
  static async signedIn(url: string, password: string): Promise<Operator> {
    const operator = new Operator(url);
    const { status } = await operator.signIn(password);
    if (status !== 200) throw new Error(`operator not signed in: ${status}`);
    return operator;
  }

  async signIn(password: string, name = "Itzel"): Promise<HttpResponse<RefusalBody>> {
    return this.#begin(await this.send<RefusalBody>("POST", OPERATOR_PATHS.session, { name, password }));
  }

  /** Invites an operator, as an administrator. */
  async invite(name: string, role: OperatorRole): Promise<OperatorInvitation> {
    const { status, body } = await this.post<OperatorInvitation>(OPERATOR_PATHS.operators, { name, role });
    if (status !== 201) throw new Error(`no operator invited: ${JSON.stringify(body)}`);
    return body;
  }

  /** Creates a passkey by an invitation, as a browser does; who does is signed in. */
  async join(
    authenticator: Authenticator,
    { invitation }: Pick<OperatorInvitation, "invitation">,
    deviation?: Deviation,
  ): Promise<HttpResponse<OperatorSession & RefusalBody>> {
    const invited = await this.#ask<OperatorInvited & RefusalBody>(OPERATOR_PATHS.invitation, { invitation });
    if (invited.status !== 200) return invited as never;
    const response = authenticator.create(invited.body.options, deviation);
    return this.#begin(await this.#ask(OPERATOR_PATHS.join, { invitation, response }));
  }

  /** Signs in with a passkey, as a browser does. */
  async prove(
    authenticator: Authenticator,
    deviation?: Deviation,
  ): Promise<HttpResponse<OperatorSession & RefusalBody>> {
    const { body: options } = await this.#ask<PasskeyOptions>(OPERATOR_PATHS.signInOptions, {});
    const response = authenticator.use(options, deviation);
    return this.#begin(await this.#ask(OPERATOR_PATHS.passkeySession, { response }));
  }

  /** Posts as the operator's page does. */
  #ask<T>(path: string, body: object): Promise<HttpResponse<T>> {
    return this.send<T>("POST", path, body, { origin: this.#url });
  }

  #begin<T>(answer: HttpResponse<T>): HttpResponse<T> {
    this.#cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
    return answer;
  }

  async send<T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse<T>> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { "content-type": "application/json", cookie: this.#cookie, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }

  async get<T>(path: string, id = ""): Promise<T> {
    return (await this.send<T>("GET", path.replace(":id", id))).body;
  }

  post<T = RefusalBody>(path: string, body: object, id = ""): Promise<HttpResponse<T>> {
    return this.send<T>("POST", path.replace(":id", id), body);
  }

  async acts(): Promise<string[]> {
    const { entries } = await this.get<AuditLog>(OPERATOR_PATHS.audit);
    return entries.map(({ operator, act, target, reason }) => `${operator} ${act} ${target}: ${reason}`);
  }
}
