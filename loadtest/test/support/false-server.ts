import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { formatAnswer, parseFrame } from "../../src/wire.ts";

/** A proxy in front of a server that answers each command with the number of the next entry, not of its own. */
export interface FalseServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a `FalseServer` in front of the server at this URL. */
export async function startFalseServer(real: string): Promise<FalseServer> {
  const http = createServer((request, response) => void forward(real, request, response));
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (client, { url }) =>
    relay(client, new WebSocket(real.replace("http", "ws") + url)),
  );
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(http, "close");
      for (const client of sockets.clients) client.terminate();
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
}

const JSON_BODY = { "content-type": "application/json" };

async function forward(real: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = new Uint8Array(await buffer(request));
  const answer = await fetch(real + request.url, { method: "POST", headers: JSON_BODY, body });
  response.writeHead(answer.status, JSON_BODY).end(await answer.text());
}

function relay(client: WebSocket, server: WebSocket): void {
  const opened = once(server, "open");
  client.on("message", (data) => void opened.then(() => server.send(data)));
  server.on("message", (data) => client.send(falsify(data)));
  server.on("close", () => client.close());
  client.on("close", () => server.close());
}

function falsify(data: RawData): RawData {
  const frame = parseFrame(new Uint8Array(data as Buffer));
  if (frame.kind !== "answer" || frame.refused) return data;
  const answer = frame.payload as { n?: number };
  return answer.n === undefined ? data : Buffer.from(formatAnswer(frame.id, { n: answer.n + 1 }));
}
