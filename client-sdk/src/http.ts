import { type Time, timeoutSignal } from "@flower-war/protocol/ports";
import { connectionRefusal, parseRefusalBody, Refusal } from "./refusal.ts";

/** What this SDK passes to `fetch`. */
export interface FetchInit {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  headers: Record<string, string>;
  /** JSON; with `POST` and `PATCH` only. */
  body?: string;
  signal: AbortSignal;
}

/** The part of `fetch` that this SDK uses. Supply your own for a runtime without it, or in tests. */
export type Fetch = (
  url: string,
  init: FetchInit,
) => Promise<{ readonly ok: boolean; json<Body>(): Promise<Body>; text(): Promise<string> }>;

/** The `fetch` of the browser or of Node. */
export const globalFetch: Fetch = (url, init) => fetch(url, init);

export interface HttpOptions {
  /** The server's address, without a trailing slash. */
  readonly base: string;
  /** Milliseconds to wait for a whole response. */
  readonly timeout: number;
  readonly fetch: Fetch;
  readonly time: Time;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Response = Awaited<ReturnType<Fetch>>;

/**
 * Sends requests to one server. Every method takes a path below the server's address and rejects with a `Refusal`;
 * `Answer` is the type that the path is documented to return. `token` is sent as `Authorization: Bearer <token>`.
 */
export class HttpClient {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  post<Answer>(path: string, body: object, token: string | null = null): Promise<Answer> {
    return this.#sendJson("POST", path, body, token);
  }

  patch<Answer>(path: string, body: object, token: string | null = null): Promise<Answer> {
    return this.#sendJson("PATCH", path, body, token);
  }

  getJson<Answer>(path: string, token: string | null = null): Promise<Answer> {
    const init = { method: "GET", headers: authorization(token) } as const;
    return this.#send(path, init, (response) => response.json<Answer>());
  }

  getText(path: string): Promise<string> {
    return this.#send(path, { method: "GET", headers: {} }, (response) => response.text());
  }

  delete(path: string, token: string | null = null): Promise<void> {
    return this.#send(path, { method: "DELETE", headers: authorization(token) }, async () => {});
  }

  #sendJson<Answer>(
    method: "POST" | "PATCH",
    path: string,
    body: object,
    token: string | null,
  ): Promise<Answer> {
    const headers = { "content-type": "application/json", ...authorization(token) };
    const init = { method, headers, body: JSON.stringify(body) };
    return this.#send(path, init, (response) => response.json<Answer>());
  }

  async #send<Answer>(
    path: string,
    init: Omit<FetchInit, "signal">,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const { base, fetch, time, timeout } = this.#options;
    const { signal, cancel } = timeoutSignal(time, timeout);
    const headers = { ...init.headers, ...this.#options.headers };
    try {
      const response = await fetch(base + path, { ...init, headers, signal });
      if (response.ok) return await read(response);
      const body = parseRefusalBody(await response.json<unknown>());
      throw body === null ? connectionRefusal("unreachable") : new Refusal(body);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw connectionRefusal(signal.aborted ? "timeout" : "unreachable", error);
    } finally {
      cancel();
    }
  }
}

function authorization(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
