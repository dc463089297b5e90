import type { Fetch, FetchInit } from "./ports.ts";
import { connectionRefusal, Refusal, readFault } from "./refusal.ts";

type Response = Awaited<ReturnType<Fetch>>;

/** Posts JSON to a path below `base`. Rejects with a `Refusal`; `Answer` is what the path is documented to give. */
export function post<Answer>(
  fetch: Fetch,
  base: string,
  path: string,
  body: object,
  timeout: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  } as const;
  return ask(fetch, base + path, init, timeout, (response) => response.json<Answer>());
}

/** Gets what is at a URL, as text. Rejects with a `Refusal`. */
export function getText(fetch: Fetch, url: string, timeout: number): Promise<string> {
  return ask(fetch, url, { method: "GET", headers: {} }, timeout, (response) => response.text());
}

/** Gets the JSON at a URL. Rejects with a `Refusal`; `Answer` is what the URL is documented to give. */
export function getJson<Answer>(
  fetch: Fetch,
  url: string,
  timeout: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return ask(fetch, url, { method: "GET", headers }, timeout, (response) => response.json<Answer>());
}

/** Deletes what a path below `base` names. Rejects with a `Refusal`. */
export function remove(
  fetch: Fetch,
  base: string,
  path: string,
  timeout: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  return ask(fetch, base + path, { method: "DELETE", headers }, timeout, async () => {});
}

async function ask<Answer>(
  fetch: Fetch,
  url: string,
  init: Omit<FetchInit, "signal">,
  timeout: number,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { ...init, signal });
    if (response.ok) return await read(response);
    const fault = readFault(await response.json<unknown>());
    throw fault === null ? connectionRefusal("unreachable") : new Refusal(fault);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw connectionRefusal(signal.aborted ? "timeout" : "unreachable", error);
  }
}
