import { PATHS, type PlainMatch, STREAM_PATHS, type StreamLine } from "@flower-war/protocol";
import type { PlainTable, PlainView } from "@flower-war/protocol/server";
import { requireDocumentedLine } from "./documented-answers.ts";
import type { HttpResponse } from "./post.ts";
import { until } from "./until.ts";

export interface StreamOptions {
  /** The token of a seat. */
  readonly token?: string | null;
  readonly after?: number;
  readonly protocolVersion?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a line says of the match, whichever type it has. */
type Known = Partial<PlainTable & PlainView> & Partial<Pick<PlainMatch, "n" | "you">>;

/** A reader of a match's stream of JSON lines by plain `fetch`, who applies each line to what it knows. */
export class TestStream {
  readonly lines: StreamLine[] = [];
  /** Everything that was received. */
  text = "";
  /** What is known of the match. */
  readonly known: Known = {};
  isOver = false;
  /** What was wrong with a line. */
  #flaw: unknown = null;
  readonly #abort = new AbortController();

  /** Resolves when the first line has arrived. Rejects with the answer's body if it is a refusal. */
  static async open(url: string, match: string, options: StreamOptions = {}): Promise<TestStream> {
    const stream = new TestStream();
    const response = await stream.#request(url, match, options);
    if (!response.ok) throw new Error(await response.text());
    void stream.#read(response);
    await stream.#until(() => stream.lines.length > 0, "the first line");
    return stream;
  }

  #request(url: string, match: string, { token, headers, ...options }: StreamOptions): Promise<Response> {
    const query = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    const path = STREAM_PATHS.match.replace(":id", match) + (query.length === 0 ? "" : `?${query.join("&")}`);
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    return fetch(url + path, { headers: { ...authorization, ...headers }, signal: this.#abort.signal });
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for await (const chunk of response.body ?? []) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line !== "") this.#take(JSON.parse(line));
      }
    } catch {
      // The connection was cut, or a line is wrong.
    }
    this.isOver = true;
  }

  #take(line: StreamLine): void {
    try {
      requireDocumentedLine(line);
    } catch (error) {
      this.#flaw = error;
      throw error;
    }
    this.lines.push(line);
    const { type, ...fields } = line;
    if (type === "match" || type === "change") Object.assign(this.known, fields);
    if (type !== "entry" || line.n <= (this.known.n ?? 0)) return;
    const { seat: _, events: __, ...told } = line;
    Object.assign(this.known, told);
  }

  /** The entries so far. */
  get entries() {
    return this.lines.filter((line) => line.type === "entry");
  }

  /** The numbers of the entries so far. */
  get numbers(): number[] {
    return this.entries.map(({ n }) => n);
  }

  get last(): StreamLine | undefined {
    return this.lines.at(-1);
  }

  async waitForEntry(n: number): Promise<void> {
    await this.#until(
      () => (this.known.n ?? -1) >= n && this.known.status !== "gathering",
      `entry ${n}`,
      20_000,
    );
  }

  /** Resolves when the server has ended it. */
  async waitForEnd(): Promise<void> {
    await this.#until(() => this.isOver, "the end of the stream", 20_000);
  }

  /** Waits as `until`, and fails if a line is wrong. */
  #until(holds: () => boolean, what: string, deadline?: number): Promise<void> {
    const check = () => {
      if (this.#flaw !== null) throw this.#flaw;
      return holds();
    };
    return until(check, what, deadline);
  }

  close(): void {
    this.#abort.abort();
  }
}

/** Asks for something of a match by plain `fetch`, with a body by `POST`. */
export async function askMatch<T = unknown>(
  url: string,
  match: string,
  what: string,
  {
    token,
    body,
    headers,
  }: {
    readonly token?: string | null;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<HttpResponse<T>> {
  const response = await fetch(`${url}${PATHS.match.replace(":id", match)}/${what}`, {
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}
