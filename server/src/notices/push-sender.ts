import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type Agent, request } from "node:https";
import type { PushNotice } from "@flower-war/protocol/players";
import { timeoutSignal } from "@flower-war/protocol/ports";
import { RequestFilteringHttpsAgent } from "request-filtering-agent";
import webPush from "web-push";
import type { Time } from "../time.ts";
import type { PushSubscription } from "./store/notice-store.ts";
import type { VapidKeys } from "./vapid.ts";

/**
 * The outcome of a notice. `gone`: the subscription has ended; `failed`: it may succeed later; `refused`: it will not.
 */
export type SendOutcome = "sent" | "gone" | "failed" | "refused";

export interface PushSenderOptions {
  readonly keys: VapidKeys;
  /** The contact of push services for this server: `mailto:` or `https:`. */
  readonly contact: string;
  /** Makes the connections. Default: to public addresses alone, whatever the names of the services lead to. */
  readonly agent?: Agent | undefined;
  readonly time: Time;
}

/** s for which a push service keeps a notice for a browser that is not there: a day. */
const KEPT = 86_400;
/** ms for a whole answer of a push service. */
const TIMEOUT = 10_000;

/** Sends notices by Web Push (RFC 8030), encrypted for one browser each (RFC 8291). Redirects are not followed. */
export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #agent: Agent;

  constructor(options: PushSenderOptions) {
    this.#options = options;
    this.#agent = options.agent ?? new RequestFilteringHttpsAgent();
  }

  /** The key that browsers subscribe with. */
  get publicKey(): string {
    return this.#options.keys.publicKey;
  }

  /** Sends a notice. A later one of the same match takes its place if the browser has not shown it yet; one about an account stays. */
  async send({ endpoint, p256dh, auth }: PushSubscription, notice: PushNotice): Promise<SendOutcome> {
    const { keys, contact, time } = this.#options;
    const { headers, method, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notice),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: KEPT,
        urgency: "high",
        ...(notice.match !== null && { topic: notice.match }),
      },
    );
    const { signal, cancel } = timeoutSignal(time, TIMEOUT);
    try {
      const asked = request(endpoint, { method, headers: headers ?? {}, agent: this.#agent, signal });
      asked.on("error", () => {}); // a connection may fail after its answer
      asked.end(body);
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      answer.destroy();
      return outcomeOf(answer.statusCode ?? 0);
    } finally {
      cancel();
    }
  }
}

function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "failed" : "refused";
}
