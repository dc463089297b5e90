import type { RefusalBody } from "@flower-war/protocol";
import { type AuditLog, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import type { HttpResponse } from "./post.ts";

/** An operator's client, with the cookie of their session. */
export class Operator {
  readonly #url: string;
  #cookie = "";

  /** @param url of the operator's listener */
  constructor(url: string) {
    this.#url = url;
  }

  /** Signs an operator in. */
  static async signedIn(url: string, password: string): Promise<Operator> {
    const operator = new Operator(url);
    const { status } = await operator.signIn(password);
    if (status !== 200) throw new Error(`operator not signed in: ${status}`);
    return operator;
  }

  async signIn(password: string, name = "Itzel"): Promise<HttpResponse<RefusalBody>> {
    const answer = await this.send<RefusalBody>("POST", OPERATOR_PATHS.session, { name, password });
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
