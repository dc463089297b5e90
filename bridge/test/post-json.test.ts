import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { postJson } from "../src/post-json.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a server that answers each request so. Resolves with its URL. */
async function serve(answer: (response: ServerResponse, text: string) => void): Promise<string> {
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () =>
      answer(response, JSON.stringify([request.method, request.headers.authorization, text])),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const post = (url: string, signal = new AbortController().signal) =>
  postJson(url, { token: "secret", body: { bridge: "bridge-1" }, signal });

test("JSON is posted with the token, and the answer's status and JSON come back", async () => {
  const url = await serve((response, text) => response.writeHead(201).end(text));
  const answer = ["POST", "Bearer secret", '{"bridge":"bridge-1"}'];
  expect(await post(url)).toEqual({ status: 201, answer });
});

test("the answer is `null` where it is not JSON", async () => {
  const url = await serve((response) => response.writeHead(502).end("<html>"));
  expect(await post(url)).toEqual({ status: 502, answer: null });
});

/** Answers with a head and the beginning of a body; when the client has the head, `then` goes on. */
function serveHalf(then: (response: ServerResponse) => void): Promise<string> {
  return serve((response) => {
    onceAnswered(() => then(response));
    response.writeHead(200, { "content-length": "100" });
    response.write("{");
  });
}

/** Node tells here of the head of each answer that a client receives. */
function onceAnswered(call: () => void): void {
  const channel = "http.client.response.finish";
  const listener = () => {
    unsubscribe(channel, listener);
    setImmediate(call);
  };
  subscribe(channel, listener);
}

test("the answer is `null` where the connection breaks in the middle of it", async () => {
  const url = await serveHalf((response) => response.socket?.resetAndDestroy());
  expect(await post(url)).toEqual({ status: 200, answer: null });
});

test("the answer is `null` where the request is aborted in the middle of it", async () => {
  const ending = new AbortController();
  const url = await serveHalf(() => ending.abort());
  expect(await post(url, ending.signal)).toEqual({ status: 200, answer: null });
});

test("a request without an answer rejects", async () => {
  const url = await serve((response) => response.socket?.destroy());
  await expect(post(url)).rejects.toThrow("socket hang up");
});

test("a request whose answer is an upgrade, or which is aborted before one, rejects", async () => {
  const url = await serve((response) =>
    response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
  );
  await expect(post(url)).rejects.toThrow("no answer");
  server.close();
  const silent = await serve(() => {});
  await expect(post(silent, AbortSignal.timeout(50))).rejects.toThrow("aborted");
});

test("a scheme in capitals is the same scheme", async () => {
  const url = await serve((response) => response.end("{}"));
  await expect(post(url.replace("http", "HTTPS"))).rejects.toThrow(/SSL|EPROTO/);
});
