import { CloseCode, type Client } from "@colyseus/core";
import { CLOSE } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { networkOf } from "@flower-war/protocol/sockets";
import { refuse } from "../refusal.ts";
import { GuardedSocket } from "../wire/guarded-socket.ts";
import { authsReserved, authsReservedBefore } from "../wire/reserved-seats.ts";
import type { LiveCore } from "./live-core.ts";
import { newView } from "./outbound/projection.ts";
import {
  addressOf,
  type ClientAuth,
  isStream,
  type MatchClient,
  playerOf,
  seatOf,
} from "./seats/client-auth.ts";

/** The auth of a client with a seat. */
type SeatAuth = Extract<ClientAuth, { readonly holder: string }>;

/** A connection and its reservation. Ages in ms. */
interface DescribedConnection {
  readonly session: string;
  /** `null`: it has not joined. */
  readonly age: number | null;
  /** By the clock of the process that made the reservation. `null`: an older server did, which does not say. */
  readonly reservedAge: number | null;
  /** The process that made the reservation, and the address that asked for it. */
  readonly reservedBy: string | null;
  readonly address: string;
}

/**
 * Describes a client for the log.
 * @param joinedAt when it joined; `null`: it has not
 * @param now ms since 1970
 */
function describeConnection(
  { sessionId, auth }: Pick<Client<{ auth: ClientAuth }>, "sessionId" | "auth">,
  joinedAt: number | null,
  now: number,
): DescribedConnection {
  return {
    session: sessionId,
    age: joinedAt === null ? null : now - joinedAt,
    reservedAge: auth?.reserved === undefined ? null : now - auth.reserved.at,
    reservedBy: auth?.reserved?.by ?? null,
    address: auth?.address ?? "",
  };
}

/** The clients of a match's room: how they join and leave, and the fate of a seat whose player left. */
export class RoomClients {
  readonly #core: LiveCore;
  /** When each client joined, ms since 1970. */
  readonly #joinedAt = new WeakMap<MatchClient, number>();

  constructor(core: LiveCore) {
    this.#core = core;
  }

  /**
   * Lets a client in. Another one of its kind, with a WebSocket or a stream, in the same seat is disconnected.
   * @throws `RefusalError` with `bad-token` if its claim is no longer valid, `banned`, or `blocked` if it would watch
   */
  join(client: MatchClient): void {
    const { seats, state } = this.#core.match;
    const seat = this.#admit(client);
    this.#joinedAt.set(client, this.#core.services.time.now());
    const hand = seat === null ? undefined : state.hands.get(seat);
    // The public state needs no view, and is encoded once for all clients without one.
    if (hand && !isStream(client)) client.view = newView(hand);
    if (seat !== null) {
      this.replace(seat, "join", client, (auth) => isStream({ auth }) !== isStream(client));
      if (!isStream(client)) this.#invalidateEarlierReservations(seat, client);
      seats.setConnected(seat, true);
      const { clocks, plan } = this.#core.match;
      if (plan.clock !== null && client.ref instanceof GuardedSocket)
        clocks.setRoundTrip(seat, client.ref.measureRoundTrip());
      const address = seats.endArrival(seat);
      if (address !== null) void this.#core.services.quotas.giveBack("hold-seat", { address });
      seats.setAddress(seat, addressOf(client));
    }
    this.#core.changed();
    this.#core.services.log.info({ seat, player: playerOf(client, this.#core.match.seats) }, "client joined");
    if (seat !== null) this.#noteComing(seat);
  }

  /** If it cannot be stored it is at the end of the wait, for whoever is there then. */
  #noteComing(seat: string): void {
    this.#core.match
      .noteComing(seat)
      .catch((err: unknown) => this.#core.services.log.warn({ err, seat }, "player's coming not noted"));
  }

  /** Notes that a client is gone. @param code with which its connection closed */
  leave(client: MatchClient, code: number | undefined): void {
    const seat = seatOf(client);
    client.view?.dispose();
    if (seat !== null && !this.#hasSocket(seat)) this.#core.match.clocks.setRoundTrip(seat, null);
    if (seat !== null && !this.#isConnected(seat)) {
      this.#core.match.seats.setConnected(seat, false);
      if (code === CloseCode.CONSENTED) this.#vacate(seat);
    }
    this.#core.changed();
    this.#core.services.log.info({ seat, code }, "client left");
  }

  /**
   * Disconnects and logs the former clients of a seat that was taken again.
   * @param cause `join`: another connection took the seat; `renewal`: its token was renewed, or its player took it back
   * @param by the client that has the seat now; `null`: its token was renewed
   * @param stays whether a client keeps the seat too
   */
  replace(
    seat: string,
    cause: "join" | "renewal",
    by: MatchClient | null,
    stays: (auth: SeatAuth) => boolean,
  ): void {
    const evicted = this.#core.room.clients.filter(
      (other) => other !== by && seatOf(other) === seat && !stays(other.auth as SeatAuth),
    );
    if (evicted.length === 0) return;
    const describe = (client: MatchClient) =>
      describeConnection(client, this.#joinedAt.get(client) ?? null, this.#core.services.time.now());
    const eviction = { seat, cause, by: by && describe(by), evicted: evicted.map(describe) };
    this.#core.services.log.info(eviction, "seat taken again");
    for (const other of evicted) other.leave(CLOSE.replaced);
  }

  /** Disconnects the clients of a seat. */
  disconnect(seat: string, code: number, { reason }: { readonly reason?: string } = {}): void {
    const clients = this.#core.room.clients.filter((client) => seatOf(client) === seat);
    for (const client of clients) client.leave(code, reason);
  }

  /** Tells a player's clients that their mutes and blocks have changed. */
  tellMutes(player: string): void {
    const { seats } = this.#core.match;
    for (const client of this.#core.room.clients)
      if (playerOf(client, seats) === player) client.send("mutes", { changed: true });
  }

  /** Disconnects the spectators whom the host has blocked. */
  evictBlocked(): void {
    const { barred } = this.#core.match;
    const blocked = this.#core.room.clients.filter(
      ({ auth }) => auth?.seat === null && barred.has("blocked", auth),
    );
    for (const client of blocked) client.leave(CLOSE.removed);
  }

  /** Whether only bot accounts are here. */
  get areBots(): boolean {
    const bots = this.#core.match.seats.botAccounts;
    return this.#core.room.clients.every((client) => bots.includes(seatOf(client) ?? ""));
  }

  /**
   * Stops waiting for an absent player: a public match opens their seat until it begins; a private one waits, but not for its host, and one of a
   * tournament begins without them.
   */
  giveUp(seat: string): void {
    const { match } = this.#core;
    if (match.plan.private || match.plan.tournament !== undefined || match.hasBegun)
      return this.#replaceAbsentHost();
    this.#vacate(seat);
    this.#core.changed();
    this.#core.services.log.info({ seat }, "seat of absent player opened");
  }

  /** Returns the seat of a joining client; `null`: it is a spectator. */
  #admit(client: MatchClient): string | null {
    const { auth } = client;
    const { seats, plan } = this.#core.match;
    if (auth && auth.seat !== null) {
      const { seat } = seats.verify({ ...auth, match: plan.match });
      client.auth = { ...auth, seat };
    }
    // The client's place may have been reserved before the ban.
    const [player, address] = [playerOf(client, this.#core.match.seats), addressOf(client)];
    this.#core.services.sanctions.requireNotBanned({ player, address });
    if (client.auth?.seat === null) {
      this.#core.requireWatchable();
      this.#core.match.requireNotBlocked(client.auth);
      this.#requireFewSpectators(address, client);
    }
    return seatOf(client);
  }

  /**
   * Requires that another client from an address may watch.
   * @throws `RefusalError` with `too-many-spectators` or `too-many-reservations`
   */
  requirePlaceFor(address: string): void {
    this.#core.services.waitingSeats.require(address);
    this.#requireFewSpectators(address, null);
  }

  /** @param except a client that is not counted */
  #requireFewSpectators(address: string, except: MatchClient | null): void {
    const { perMatch, perAddress } = this.#core.services.viewers;
    const here = this.#core.room.clients.filter((client) => client !== except && seatOf(client) === null);
    const all = [
      ...here.map((client) => addressOf(client)),
      // Expected clients count until they are refused a place for good.
      ...(except === null ? authsReserved<ClientAuth>(this.#core.room) : []).flatMap((auth) =>
        auth.seat === null ? [auth.address] : [],
      ),
    ];
    const network = networkOf(address);
    const own = all.length >= perAddress ? all.filter((other) => networkOf(other) === network).length : 0;
    if (all.length < perMatch && own < perAddress) return;
    throw refuse("too-many-spectators", { wait: SERVER_LIMITS.spectators.wait });
  }

  #hasSocket(seat: string): boolean {
    return this.#core.room.clients.some((client) => seatOf(client) === seat && !isStream(client));
  }

  #isConnected(seat: string): boolean {
    return this.#core.room.clients.some((client) => seatOf(client) === seat);
  }

  /** A late first connection would otherwise evict the newer one of the same player. */
  #invalidateEarlierReservations(seat: string, client: MatchClient): void {
    type Reserved = { seat: string; holder: string; isStream?: true };
    for (const auth of authsReservedBefore<Reserved>(this.#core.room, client)) {
      if (auth.seat === seat && !auth.isStream) auth.holder = "";
    }
  }

  /** Opens the seat of a player who left for good, local to no temple (temple protocol P-5). Shown when it is durable. */
  #vacate(seat: string): void {
    const { seats, plan } = this.#core.match;
    const unpaired = seats.isLocal(seat)
      ? this.#core.services.temples.unpair(plan.match, seat)
      : Promise.resolve();
    this.#core.gathering.leaveSeat(seat, unpaired).catch((err: unknown) => {
      this.#core.services.log.warn({ err, seat }, "seat not opened");
      // The absence timeout tries again.
      this.#core.changed();
    });
  }

  #replaceAbsentHost(): void {
    this.#core.gathering.host
      .replaceIfAbsent()
      .catch((err: unknown) => this.#core.services.log.warn({ err }, "absent host not replaced"));
  }
}
