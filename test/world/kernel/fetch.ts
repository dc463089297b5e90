import { request } from "node:http";
import { text } from "node:stream/consumers";
import { Simulation } from "./simulation.ts";

const machineFetch = globalThis.fetch;

interface Init {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** As `fetch`, as far as the house uses it, on Node's HTTP: its own has sockets and timers that are not those of the simulation. */
function fetchInWorld(url: string, { method, headers, body, signal }: Init = {}): Promise<object> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal, agent: false }, (response) => {
      const received = text(response);
      received.catch(() => undefined);
      const status = response.statusCode ?? 0;
      resolve({
        status,
        ok: status >= 200 && status < 300,
        headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
        text: () => received,
        json: async () => JSON.parse(await received),
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Makes `fetch` connect in the network of the simulation that runs. */
export function replaceFetch(): void {
  const replaced = (...args: Parameters<typeof fetch>) =>
    Simulation.isRunning ? fetchInWorld(...(args as unknown as [string, Init])) : machineFetch(...args);
  Object.assign(globalThis, { fetch: replaced });
}
