import type { Fetch } from "./ports.ts";
import { connectionRefusal, Refusal, readFault } from "./refusal.ts";

/** Posts JSON to a path below `base`. Rejects with a `Refusal`; `Answer` is what the path is documented to give. */
export async function post<Answer>(
  fetch: Fetch,
  base: string,
  path: string,
  body: object,
  timeout: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal,
    });
    if (response.ok) return await response.json<Answer>();
    const fault = readFault(await response.json<unknown>());
    throw fault === null ? connectionRefusal("unreachable") : new Refusal(fault);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw connectionRefusal(signal.aborted ? "timeout" : "unreachable", error);
  }
}
