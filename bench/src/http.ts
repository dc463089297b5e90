import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";

/** Idle connections are let go before the other side does so (Node's servers after 5 s), which would look like a fault. */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 2000 });
let addresses = 0;

/** POSTs a body; each call comes from an address of its own, as far as the other side believes us. */
export async function post<T>(url: string, body: object): Promise<T> {
  addresses += 1;
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": address };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      const answered = json(response);
      if (statusCode < 300) resolve(answered as Promise<T>);
      else
        answered.then((fault) => reject(new Error(`${url}: ${statusCode} ${JSON.stringify(fault)}`)), reject);
    });
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });
}
