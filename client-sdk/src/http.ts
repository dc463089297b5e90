import { PROTOCOL_VERSION, type VersionedRequest } from "@flower-war/protocol";
import { PROOF_HEADER } from "@flower-war/protocol/players";
import { type Random, sleep, type Time, timeoutSignal } from "@flower-war/protocol/ports";
import type { Abortable } from "./abort.ts";
import { connectionRefusal, parseRefusalBody, Refusal } from "./refusal.ts";

/** The options that this SDK passes to `fetch`. */
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

/** Options of one request. */
export interface RequestOptions extends Abortable {
  /** A player's, sent as `Authorization: Bearer <token>`; `null`: none. */
  readonly token?: string | null;
  /** The proof of an account, sent beside its token; `null`: none. */
  readonly proof?: string | null;
}

/**
 * Sends requests to one server. Every method takes a path below the server's address and rejects with a `Refusal`;
 * `Answer` is the type that the path is documented to return.
 */
export class HttpClient {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  post<Answer>(path: string, body: object, options?: RequestOptions): Promise<Answer> {
    return this.#send("POST", path, readJson<Answer>, options, body);
  }

  /** Requests a reservation: the server is told which protocol this SDK speaks, and that it knows the rules. */
  reserve<Answer>(path: string, body: object, options?: RequestOptions): Promise<Answer> {
    const version: VersionedRequest = { protocolVersion: PROTOCOL_VERSION, without: ["legal"] };
    return this.post(path, { ...body, ...version }, options);
  }

  patch<Answer>(path: string, body: object, options?: RequestOptions): Promise<Answer> {
    return this.#send("PATCH", path, readJson<Answer>, options, body);
  }

  getJson<Answer>(path: string, options?: RequestOptions): Promise<Answer> {
    return this.#read(path, readJson<Answer>, options);
  }

  getText(path: string, options?: RequestOptions): Promise<string> {
    return this.#read(path, (response) => response.text(), options);
  }

  delete<Answer = void>(path: string, options?: RequestOptions): Promise<Answer> {
    return this.#send("DELETE", path, readJson<Answer>, options);
  }

  /**
   * Sends a request that changes nothing: one without an answer once more, for a connection that was idle may have been closed just then, and
   * one that the server refuses as one too many again, after the wait that it asks for.
   */
  async #read<Answer>(
    path: string,
    read: (response: Response) => Promise<Answer>,
    options?: RequestOptions,
    attempt = 1,
  ): Promise<Answer> {
    try {
      return await this.#send("GET", path, read, options);
    } catch (error) {
      const { code, wait } = error as Refusal;
      if (code === "unreachable" && attempt === 1) return this.#read(path, read, options, 2);
      if (code !== "too-many-messages" || !wait || attempt === ATTEMPTS) throw error;
      const { time, random } = this.#options;
      await sleep(time, wait * (1 + random.fraction()), options?.signal);
      return this.#read(path, read, options, attempt + 1);
    }
  }

  async #send<Answer>(
    method: FetchInit["method"],
    path: string,
    read: (response: Response) => Promise<Answer>,
    { token, proof, signal: unwanted }: RequestOptions = {},
    body?: object,
  ): Promise<Answer> {
    const { base, fetch, time, timeout } = this.#options;
    const { signal: late, cancel } = timeoutSignal(time, timeout);
    const headers = {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(proof && { [PROOF_HEADER]: proof }),
      ...this.#options.headers,
    };
    const signal = unwanted ? AbortSignal.any([late, unwanted]) : late;
    const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    try {
      const response = await fetch(base + path, init);
      if (response.ok) return await read(response);
      const refusal = parseRefusalBody(await response.json<unknown>());
      throw refusal === null ? connectionRefusal("unreachable") : new Refusal(refusal);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const code = unwanted?.aborted ? "aborted" : late.aborted ? "timeout" : "unreachable";
      throw connectionRefusal(code, error);
    } finally {
      cancel();
    }
  }
}

const readJson = <Answer>(response: Response): Promise<Answer> => response.json<Answer>();
