import type { Client, MessageContext } from "@colyseus/core";
import { CLOSE, type RefusalBody } from "@flower-war/protocol";
import type { StreamAddress } from "../../cluster/stream-links.ts";
import { newId } from "../../random.ts";
import { RefusalError, type Result, refuse, resultOf } from "../../refusal.ts";
import { MessageAllowance } from "../../wire/message-allowance.ts";
import type { FindHandler, RequestHandler } from "../../wire/requests.ts";
import type { LiveCore } from "../live-core.ts";
import type { MatchName } from "../match-name.ts";
import { entriesShown } from "../outbound/delayed-crowd.ts";
import type { RoomClients } from "../room-clients.ts";
import type { ClientAuth } from "../seats/client-auth.ts";
import type { SeatClaim } from "../seats/seat-claim.ts";
import type { Feed } from "./feed.ts";
import { StreamClient } from "./stream-client.ts";

/** ms that a seat waits after it kept sending too many requests. */
const FLOODED = 1_000;

/** The sender of a plain HTTP request: the holder of a seat, or a guest who knows the match by one of its names. */
export type Caller = { readonly address: string } & (
  | { readonly claim: SeatClaim; readonly name?: undefined }
  | { readonly name: MatchName; readonly claim?: undefined }
);

/**
 * Answers the requests of clients without a WebSocket in their match's room, by the same handlers as those over a WebSocket. Servers of
 * any process pass them on, so arguments and answers are JSON.
 */
export class HttpMatchRequests {
  readonly #core: LiveCore;
  readonly #clients: RoomClients;
  readonly #feed: Feed;
  readonly #requests: FindHandler;
  /** Message allowances by seat. */
  readonly #allowances = new Map<string, MessageAllowance>();

  /** @param requests those of clients with a WebSocket, and `leave` */
  constructor(core: LiveCore, clients: RoomClients, feed: Feed, requests: FindHandler) {
    this.#core = core;
    this.#clients = clients;
    this.#feed = feed;
    this.#requests = requests;
  }

  /**
   * Answers a client's request. Refused as over a WebSocket, with `bad-token` or `banned`, and with `unknown-match` if the guest's name for
   * the match does not admit them, or with `blocked`, `unwatched`, or `watch-later` and a wait.
   * @param type of `MatchRequests`, or `view`
   */
  answer(by: Caller, type: string, payload: unknown): Promise<Result<unknown>> {
    return resultOf(async () => {
      const auth = this.#admit(by);
      this.#count(auth);
      if (type === "view") return this.#feed.describe(auth.seat);
      const handler = this.#requests(type);
      if (!handler) throw refuse("not-found");
      return ask(handler, auth, payload);
    });
  }

  /**
   * Opens a stream of the match's entries. The reader joins the room as a client, with its seat or as a spectator; another stream of the
   * seat ends. Refused as `answer`, with `too-many-spectators` or `too-many-reservations`, and with `bad-request` if the match has no entry
   * `after`.
   */
  openStream(by: Caller, to: StreamAddress, after: number | null): Promise<Result<null>> {
    return resultOf(async () => {
      const { services } = this.#core;
      const auth = this.#admit(by);
      this.#count(auth);
      if (after !== null && after > entriesShown(this.#core, auth.seat))
        throw refuse("bad-request", { field: "after" });
      if (auth.seat === null) this.#clients.requirePlaceFor(by.address);
      const client = new StreamClient(newId(services.random), (gone) => services.streamLinks.write(to, gone));
      await this.#join(client, { ...auth, isStream: true });
      this.#feed.add(client, client.auth?.seat ?? null, after).catch((err: unknown) => {
        services.log.warn({ err }, "stream ended: entries not read");
        client.leave(CLOSE.moved);
      });
      return null;
    });
  }

  /** Joins the room as Colyseus' transports do for a client with a reservation. */
  async #join(client: StreamClient, auth: ClientAuth): Promise<void> {
    const room = this.#core.room;
    await room["_reserveSeat"](client.sessionId, true, auth);
    try {
      await room["_onJoin"](client, {});
    } catch (error) {
      // Colyseus wraps the errors of `onJoin`. Any other error: the room is closing.
      const cause = error instanceof Error ? error.cause : null;
      throw cause instanceof RefusalError ? cause : refuse("unavailable");
    }
  }

  #admit(by: Caller): ClientAuth {
    const { sanctions } = this.#core.services;
    const { address } = by;
    if (by.claim === undefined) {
      const { match } = this.#core;
      if (!match.admits(by.name)) throw refuse("unknown-match");
      const guest = { seat: null, player: null, address };
      match.requireNotBlocked(guest);
      this.#core.requireWatchable();
      return guest;
    }
    const { seats } = this.#core.match;
    const { seat, holder } = seats.verify(by.claim);
    sanctions.requireNotBanned({ player: seats.personIn(seat).player, address });
    return { seat, holder, address };
  }

  /** Counts the requests of a seat. Those of spectators were counted before, by address. */
  #count(auth: ClientAuth): void {
    if (auth.seat === null) return;
    const { time, messages } = this.#core.services;
    const allowance = this.#allowances.get(auth.seat) ?? new MessageAllowance(time, messages);
    this.#allowances.set(auth.seat, allowance);
    const wait = allowance.count();
    if (wait !== 0) throw refuse("too-many-messages", { wait: wait ?? FLOODED });
  }
}

/** Asks a handler of room requests. @throws `RefusalError` */
async function ask(handler: RequestHandler<unknown>, auth: ClientAuth, payload: unknown): Promise<unknown> {
  const refusals: RefusalBody[] = [];
  const context = { reject: (reason: RefusalBody) => refusals.push(reason) };
  const answer = await handler({ auth } as Client, payload, context as unknown as MessageContext);
  const [refusal] = refusals;
  if (refusal) throw new RefusalError(refusal);
  return answer;
}
