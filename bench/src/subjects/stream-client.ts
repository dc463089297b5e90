import { Agent, type IncomingMessage, request } from "node:http";
import {
  type CommandAnswer,
  PATHS,
  type SeatReservation,
  STREAM_PATHS,
  type StreamLine,
} from "@flower-war/protocol";
import type { Receiver } from "../timed-command.ts";

/** The fields of a stream's lines that a client plays by. */
export interface Told {
  status: string;
  n: number;
  legal: readonly { readonly type: string }[];
  awaiting: readonly { readonly seat: string; readonly decision: string }[];
}

/** A seat that reads its match as a stream and plays by requests over HTTP, each over a connection of its own. */
export class StreamClient implements Receiver {
  readonly seat: string;
  readonly told: Told = { status: "", n: 0, legal: [], awaiting: [] };
  /** Bytes received so far, heads of answers included. */
  received = 0;
  /** The fields of the first line. */
  first = 0;
  readonly #base: string;
  readonly #token: string;
  /** Closes idle connections before the server does (Node's after 5 s), which would look like an error. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: 2000 });
  readonly #onLine: (client: StreamClient, type: StreamLine["type"]) => void;
  #stream: IncomingMessage | null = null;
  #rest = "";

  /** Resolves when the stream is open. @param onLine called with the type of each line, when `told` has it */
  static async open(
    url: string,
    reserved: SeatReservation,
    onLine: (client: StreamClient, type: StreamLine["type"]) => void,
  ): Promise<StreamClient> {
    const client = new StreamClient(url, reserved, onLine);
    client.#stream = await client.#send("GET", STREAM_PATHS.match, undefined, new Agent());
    client.#stream.on("data", (chunk: Buffer) => client.#read(chunk));
    return client;
  }

  private constructor(
    url: string,
    { match, seat, token }: SeatReservation,
    onLine: (client: StreamClient, type: StreamLine["type"]) => void,
  ) {
    this.#base = url + PATHS.match.replace(":id", match);
    this.seat = seat ?? "";
    this.#token = token ?? "";
    this.#onLine = onLine;
  }

  async play(id: string, command: object): Promise<CommandAnswer> {
    return this.post("commands", { id, command });
  }

  async post<T>(what: string, body: object): Promise<T> {
    const answer = await this.#send("POST", `${PATHS.match}/${what}`, JSON.stringify(body), this.#agent);
    let text = "";
    answer.setEncoding("utf8");
    for await (const chunk of answer) text += chunk as string;
    this.received += headOf(answer) + text.length;
    if (answer.statusCode !== 200) throw new Error(`${what}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as T;
  }

  close(): void {
    this.#stream?.destroy();
    this.#agent.destroy();
  }

  #send(method: string, path: string, body: string | undefined, agent: Agent): Promise<IncomingMessage> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const url = this.#base + path.slice(PATHS.match.length);
    return new Promise((resolve, reject) => {
      request(url, { method, agent, headers }, resolve).on("error", reject).end(body);
    });
  }

  #read(chunk: Buffer): void {
    this.received += chunk.length;
    const lines = (this.#rest + chunk.toString()).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") continue;
      const told = JSON.parse(line) as StreamLine;
      if (told.type === "match") this.first = line.length;
      const isState = told.type === "match" || told.type === "entry" || told.type === "change";
      if (isState) Object.assign(this.told, told);
      this.#onLine(this, told.type);
    }
  }
}

/** Returns the bytes of an answer's head. */
function headOf({ rawHeaders, statusMessage = "" }: IncomingMessage): number {
  const fields = rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  return "HTTP/1.1 200 ".length + statusMessage.length + fields + 4;
}
