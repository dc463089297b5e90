import type { Client, MessageContext, Room } from "@colyseus/core";
import { CLOSE, type RefusalBody } from "@flower-war/protocol";
import type { Rate } from "@flower-war/protocol/ports";
import type { Logger } from "pino";
import type { StreamAddress, StreamLinks } from "../../cluster/stream-links.ts";
import type { Sanctions } from "../../moderation/sanctions.ts";
import { newId, type Random } from "../../random.ts";
import { RefusalError, type Result, refuse, resultOf } from "../../refusal.ts";
import type { Time } from "../../time.ts";
import { MessageAllowance } from "../../wire/message-allowance.ts";
import type { FindHandler, RequestHandler } from "../../wire/requests.ts";
import type { Match } from "../match.ts";
import type { MatchName } from "../match-name.ts";
import type { RoomClients } from "../room-clients.ts";
import type { ClientAuth } from "../seats/client-auth.ts";
import type { SeatClaim } from "../seats/seat-claim.ts";
import type { Feed } from "./feed.ts";
import { StreamClient } from "./stream-client.ts";

/** ms after which a seat may ask again that kept asking for too much. */
const FLOODED = 1_000;

/** Who asks over plain HTTP: the holder of a seat, or somebody whom a name of the match lets in. */
export type Caller = { readonly address: string } & (
  | { readonly claim: SeatClaim; readonly name?: undefined }
  | { readonly name: MatchName; readonly claim?: undefined }
);

export interface DoorPorts {
  readonly clients: RoomClients;
  readonly feed: Feed;
  /** What clients with a WebSocket may ask, and `leave`. */
  readonly requests: FindHandler;
  readonly links: StreamLinks;
  readonly sanctions: Sanctions;
  /** Requests of one seat. */
  readonly messages: Rate;
  readonly time: Time;
  readonly random: Random;
  readonly log: Logger;
}

/**
 * What servers of any process ask a match's room for clients without a WebSocket. It is answered by the same handlers as theirs. It
 * passes between processes: arguments and answers are JSON.
 */
export class DoorCalls {
  readonly #room: Room;
  readonly #match: Match;
  readonly #ports: DoorPorts;
  /** By seat. */
  readonly #allowances = new Map<string, MessageAllowance>();

  constructor(room: Room, match: Match, ports: DoorPorts) {
    this.#room = room;
    this.#match = match;
    this.#ports = ports;
  }

  /**
   * Answers a request of a client. Refused as over a WebSocket, with `bad-token` or `banned`, and with `unknown-match` to whom the name does
   * not let in.
   * @param type of `MatchRequests`, or `view`
   */
  answer(by: Caller, type: string, payload: unknown): Promise<Result<unknown>> {
    return resultOf(async () => {
      const auth = this.#admit(by);
      this.#count(auth);
      if (type === "view") return this.#ports.feed.describe(auth.seat);
      const handler = this.#ports.requests(type);
      if (!handler) throw refuse("not-found");
      return ask(handler, auth, payload);
    });
  }

  /**
   * Lets a client read what happens: as a client of the room, with its seat or as a spectator. Another stream of the seat ends. Refused as
   * `answer`, with `too-many-spectators` or `too-many-reservations`, and with `bad-request` if the match has no entry `after`.
   */
  openStream(by: Caller, to: StreamAddress, after: number | null): Promise<Result<null>> {
    return resultOf(async () => {
      const { clients, feed, links, random } = this.#ports;
      const auth = this.#admit(by);
      this.#count(auth);
      if (after !== null && after > this.#match.state.n) throw refuse("bad-request", { field: "after" });
      if (auth.seat === null) clients.requirePlaceFor(by.address);
      const client = new StreamClient(newId(random), (gone) => links.write(to, gone));
      await this.#join(client, { ...auth, isStream: true });
      feed.add(client, client.auth?.seat ?? null, after).catch((err: unknown) => {
        this.#ports.log.warn({ err }, "stream ended: entries not read");
        client.leave(CLOSE.moved);
      });
      return null;
    });
  }

  /** As Colyseus' transports let a client with a reservation join. */
  async #join(client: StreamClient, auth: ClientAuth): Promise<void> {
    const room = this.#room;
    await room["_reserveSeat"](client.sessionId, true, auth);
    try {
      await room["_onJoin"](client, {});
    } catch (error) {
      // Colyseus wraps what `onJoin` throws. Others: the room is closing.
      const cause = error instanceof Error ? error.cause : null;
      throw cause instanceof RefusalError ? cause : refuse("unavailable");
    }
  }

  #admit(by: Caller): ClientAuth {
    const { sanctions } = this.#ports;
    const { address } = by;
    if (by.claim === undefined) {
      if (!this.#match.admits(by.name)) throw refuse("unknown-match");
      return { seat: null, player: null, address };
    }
    const { seats } = this.#match;
    const { seat, holder } = seats.holders.verify(by.claim);
    sanctions.requireNotBanned({ player: seats.personIn(seat).player, address });
    return { seat, holder, address };
  }

  /** Of spectators the requests of an address are counted before they come here. */
  #count(auth: ClientAuth): void {
    if (auth.seat === null) return;
    const { time, messages } = this.#ports;
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
