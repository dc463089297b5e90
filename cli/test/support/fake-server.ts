import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request that a fake server received. */
export interface ReceivedRequest {
  /** Method and path. */
  readonly line: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/**
 * Starts an HTTP server on a free port that answers every request alike, except those whose lines are in `others`, and stores the
 * requests.
 */
export async function fakeServer(
  status: number,
  body: string,
  others: Readonly<Record<string, unknown>> = {},
) {
  const requests: ReceivedRequest[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await read(request);
    requests.push(received);
    const other = others[received.line];
    const [code, text] = other === undefined ? [status, body] : [200, JSON.stringify(other)];
    response.writeHead(code, { "Content-Type": "application/json" }).end(text);
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const { method, url, headers } = request;
  return {
    line: `${method} ${url}`,
    authorization: headers.authorization,
    body: await text(request),
  };
}
