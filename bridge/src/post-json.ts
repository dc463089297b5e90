import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { request as requestByTls } from "node:https";
import { json } from "node:stream/consumers";

interface Posted {
  /** Sent as `Authorization: Bearer`. */
  readonly token: string;
  readonly body: object;
  /** Ends the request; the promise rejects then. */
  readonly signal: AbortSignal;
}

/**
 * Posts JSON. A process that calls `fetch` once holds 13 MB more from then on.
 * @param url with `http:` or `https:`
 * @returns the status, and the answer's JSON; `null`: it has none
 * @throws Error if there is no answer
 */
export async function postJson(
  url: string,
  { token, body, signal }: Posted,
): Promise<{ readonly status: number; readonly answer: unknown }> {
  const text = JSON.stringify(body);
  const sent = (url.startsWith("https:") ? requestByTls : request)(url, {
    method: "POST",
    agent: false,
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      authorization: `Bearer ${token}`,
    },
    signal,
  });
  sent.end(text);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, answer: await json(response).catch(() => null) };
}
