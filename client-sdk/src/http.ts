import { type Random, sleep, type Time, timeoutSignal } from "@flower-war/protocol/ports";
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
  readonly random: Random;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How often something is asked for that the server refuses to tell now. */
const ATTEMPTS = 3;

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
    return this.#send("POST", path, token, readJson<Answer>, body);
  }

  patch<Answer>(path: string, body: object, token: string | null = null): Promise<Answer> {
    return this.#send("PATCH", path, token, readJson<Answer>, body);
  }

  getJson<Answer>(path: string, token: string | null = null): Promise<Answer> {
    return this.#read(path, token, readJson<Answer>);
  }

  getText(path: string): Promise<string> {
    return this.#read(path, null, (response) => response.text());
  }

  delete(path: string, token: string | null = null): Promise<void> {
    return this.#send("DELETE", path, token, async () => {});
  }

  /** Sends a request that changes nothing: one that the server refuses as one too many again, after the wait that it asks for. */
  async #read<Answer>(
    path: string,
    token: string | null,
    read: (response: Response) => Promise<Answer>,
    attempt = 1,
  ): Promise<Answer> {
    try {
      return await this.#send("GET", path, token, read);
    } catch (error) {
      const { code, wait } = error as Refusal;
      if (code !== "too-many-messages" || !wait || attempt === ATTEMPTS) throw error;
      const { time, random } = this.#options;
      await sleep(time, wait * (1 + random.fraction()));
      return this.#read(path, token, read, attempt + 1);
    }
  }

  async #send<Answer>(
    method: FetchInit["method"],
    path: string,
    token: string | null,
    read: (response: Response) => Promise<Answer>,
    body?: object,
  ): Promise<Answer> {
    const { base, fetch, time, timeout } = this.#options;
    const { signal, cancel } = timeoutSignal(time, timeout);
    const headers = {
      ...(body && { "content-type": "application/json" }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...this.#options.headers,
    };
    const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    try {
      const response = await fetch(base + path, init);
      if (response.ok) return await read(response);
      const refusal = parseRefusalBody(await response.json<unknown>());
      throw refusal === null ? connectionRefusal("unreachable") : new Refusal(refusal);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw connectionRefusal(signal.aborted ? "timeout" : "unreachable", error);
    } finally {
      cancel();
    }
  }
}

const readJson = <Answer>(response: Response): Promise<Answer> => response.json<Answer>();
