import type { FlowerWarOptions } from "@flower-war/client-sdk";
import { wsTransport } from "../../support/faults/ws-transport.ts";

type Fetch = NonNullable<FlowerWarOptions["fetch"]>;

/** Where people reach the house: all its servers at one address. */
export const ENTRANCE = "http://house.example";

/** ms for which it waits for a server's answer to what may be asked twice, with `?again` (docs/protocol.md), before it asks another one. */
const PATIENCE = 1_500;

/**
 * Returns a transport for the SDK through an entrance: a request goes to the first server that takes it and does not answer 503, as behind nginx with
 * `proxy_next_upstream`; a connection to the server that has the room.
 * @param urls of the servers
 */
export function throughEntrance(
  urls: readonly string[],
): Required<Pick<FlowerWarOptions, "connect" | "fetch">> {
  const { connect } = wsTransport(urls[0] ?? "");
  let first = 0;
  const fetchThrough: Fetch = async (url, init) => {
    let last: unknown;
    const canAskTwice = new URL(url).searchParams.has("again");
    for (let i = 0; i < urls.length; i += 1) {
      const at = (first + i) % urls.length;
      const isLast = i + 1 === urls.length;
      const given = canAskTwice && !isLast ? withPatience(init) : (init as RequestInit);
      const answer = await fetch(url.replace(ENTRANCE, urls[at] ?? ""), given).catch((error: unknown) => {
        last = error;
        return null;
      });
      if (answer === null || (answer.status === 503 && !isLast)) continue;
      first = at;
      return answer;
    }
    throw last;
  };
  return { connect, fetch: fetchThrough };
}

function withPatience(init: Parameters<Fetch>[1]): RequestInit {
  const over = new AbortController();
  setTimeout(() => over.abort(), PATIENCE);
  return { ...init, signal: AbortSignal.any([init.signal, over.signal]) };
}
