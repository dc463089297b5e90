import type { Fetch } from "./ports.ts";
import { connectionRefusal, Refusal, readFault } from "./refusal.ts";

/** Posts JSON to a path below `base`. Rejects with a `Refusal`; `Answer` is what the path is documented to give. */
export function post<Answer>(
  fetch: Fetch,
  base: string,
  path: string,
  body: object,
  timeout: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const json = { "content-type": "application/json", ...headers };
  return ask(fetch, base + path, timeout, { method: "POST", headers: json, body: JSON.stringify(body) });
}

/** Deletes what a path below `base` names. Rejects with a `Refusal`. */
export async function remove(
  fetch: Fetch,
  base: string,
  path: string,
  timeout: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await ask<unknown>(fetch, base + path, timeout, { method: "DELETE", headers });
}

async function ask<Answer>(
  fetch: Fetch,
  url: string,
  timeout: number,
  request: Omit<Parameters<Fetch>[1], "signal">,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { ...request, signal });
    if (response.ok) return await response.json<Answer>();
    const fault = readFault(await response.json<unknown>());
    throw fault === null ? connectionRefusal("unreachable") : new Refusal(fault);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw connectionRefusal(signal.aborted ? "timeout" : "unreachable", error);
  }
}
