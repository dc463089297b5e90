import { type Client, CloseCode, Room } from "@colyseus/core";
import {
  type Announcement,
  type ChatLine,
  CLOSE,
  type MatchMessages,
  type MatchState,
  type OperatorMatch,
  type TableSummary,
} from "@flower-war/protocol";
import type { BySlot, Slot, TempleTable } from "@flower-war/protocol/temple";
import type { GameTypes, RecordEntry } from "@flower-war/rules";
import type { Logger } from "pino";
import { RefusalError, type Result, refuse, resultOf } from "../refusal.ts";
import { MatchLog } from "../storage/journal/match-log.ts";
import { createdOf } from "../storage/journal/record.ts";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { authsReservedBefore, dropReservedSeats } from "../wire/reserved-seats.ts";
import { SharingSerializer } from "../wire/sharing-serializer.ts";
import type { RematchPlan } from "./ending/rematch.ts";
import { Match } from "./match.ts";
import { MatchChat } from "./match-chat.ts";
import type { MatchRoomOptions } from "./new-match.ts";
import { sendEntry } from "./outbound/entries.ts";
import { EntryLog } from "./outbound/entry-log.ts";
import { MatchListing, type MatchMetadata } from "./outbound/listing.ts";
import { newView } from "./outbound/projection.ts";
import { summarizeTable } from "./outbound/table-summary.ts";
import { Oversight } from "./oversight.ts";
import { playCommand } from "./play-command.ts";
import { answerMatchRequests } from "./requests.ts";
import type { MatchName } from "./match-name.ts";
import { roomIdOf } from "./room-id.ts";
import { addressOf, type ClientAuth, seatOf } from "./seats/client-auth.ts";
import type { Person } from "./seats/person.ts";
import type { ClaimedSeat, SeatClaim } from "./seats/seat-claim.ts";
import type { MatchServices } from "./services.ts";
import type { BeadWindow, MatchForTemples, Submitted } from "./temples/contract.ts";
import { TempleNotifier } from "./temples/notifier.ts";
import { Autoplay } from "./timing/autoplay.ts";
import { ClockAlarm } from "./timing/clock-alarm.ts";
import { RoomTimeouts } from "./timing/room-timeouts.ts";

type MatchClient = Client<{ auth: ClientAuth; messages: MatchMessages }>;

/** ms after which a player whose match moves may ask for it again. */
const MOVE_WAIT = 500;

/**
 * The room of one match: a thin shell that connects a match to its clients, bots and temples.
 *
 * Every change of the synced state is followed by `broadcastPatch()` in the same tick, so that nobody joins while
 * changes are pending (docs/colyseus.md, "Joining with pending changes").
 */
export class MatchRoom
  extends Room<{ state: MatchState; metadata: MatchMetadata; client: MatchClient }>
  implements MatchForTemples
{
  override autoDispose = false;
  override patchRate = PATCH_ON_DEMAND;
  // Set by onCreate, which Colyseus calls before anything else.
  #services!: MatchServices;
  #log!: Logger;
  #match!: Match;
  #autoplay!: Autoplay;
  #clockAlarm!: ClockAlarm;
  #timeouts!: RoomTimeouts;
  #listing!: MatchListing;
  #templeNotifier!: TempleNotifier;
  #oversight!: Oversight;
  #hasMoved = false;

  /** Clients join only with a reservation issued over HTTP, which does not call this. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  override async onCreate(options: MatchRoomOptions & { services: MatchServices }): Promise<void> {
    const { services, match: id, epoch, facts } = options;
    const { game, code } = createdOf(facts).plan;
    const hosted = services.games.get(game);
    if (!hosted) throw new Error(`game ${game} is not hosted here`);
    const { time, matchMaker } = services;
    this.roomId = roomIdOf(id, epoch);
    this.#services = services;
    this.#log = services.log.child({ match: id });
    const position = { epoch, n: facts.length };
    const log = new MatchLog(services.journal, id, position, time, () => this.moveOut());
    const match = new Match(facts, log, hosted, services, {
      changed: () => this.#update(),
      seatFreed: (seat, to) => {
        if (to !== undefined) return this.#sendAway(seat, CLOSE.moved);
        const { code, reason } = this.#oversight.removalFrom(seat) ?? { code: CLOSE.removed };
        return this.#sendAway(seat, code, undefined, reason);
      },
      entered: (entry) => this.#showEntry(entry),
    });
    this.#match = match;
    const playerOf = (client: MatchClient) => this.#playerOf(client);
    this.#oversight = new Oversight(
      match,
      {
        clients: this.clients,
        broadcast: (type, announcement) => this.broadcast(type, announcement),
        stopTimers: () => this.#stopTimers(),
        disconnect: (closeCode) => this.disconnect(closeCode),
        playerOf,
      },
      services.sanctions,
      this.#log,
    );
    if (epoch > 1) await this.#bindLocalSeats();
    this.#autoplay = new Autoplay(match, { ...services, log: this.#log });
    this.#clockAlarm = new ClockAlarm(time, {
      warn: (seat, deadline) => this.broadcast("warning", { seat, deadline }),
      expire: () => this.#autoplay.schedule(),
    });
    this.#timeouts = new RoomTimeouts(match, time, services.timeouts, this.#log, {
      isEmpty: () => this.clients.length === 0,
      updateListing: () => this.#listing.update(),
      giveUp: (seat) => this.#giveUp(seat),
      close: () => this.disconnect(CLOSE.closed),
    });
    this.state = match.state;
    this.#listing = new MatchListing(this, match, this.#log);
    this.#templeNotifier = new TempleNotifier(this.presence, matchMaker.processId, match);
    const entryLog = new EntryLog(id, hosted.game, services.journal, time);
    answerMatchRequests(this, match, entryLog, this.#openChat(match), services, playerOf, this.#log);
    const last = facts.at(-1)?.at ?? 0;
    if (match.isOver) this.#timeouts.update(last);
    if (epoch > 1) await match.giveTimeBack(() => time.now() - last);
    if (match.gathering.hasAllNonces) void this.#timeouts.beginWithoutNonces();
    this.#update();
    this.#log.info({ game, code, epoch, facts: facts.length }, "match opened");
  }

  /** Called by Colyseus when the room gets its state. */
  override setSerializer(): void {
    super.setSerializer(new SharingSerializer<MatchState>());
  }

  override onJoin(client: MatchClient): void {
    const seat = this.#admit(client);
    client.view = newView(seat === null ? undefined : this.state.hands.get(seat));
    if (seat !== null) {
      this.#sendAway(seat, CLOSE.replaced, client);
      this.#invalidateEarlierReservations(seat, client);
      this.#match.seats.setConnected(seat, true);
      this.#match.seats.setAddress(seat, addressOf(client));
    }
    this.#update();
    this.#log.info({ seat, player: this.#playerOf(client) }, "client joined");
  }

  override onLeave(client: MatchClient, code?: number): void {
    const seat = seatOf(client);
    client.view?.dispose();
    if (seat !== null && !this.#isConnected(seat)) {
      this.#match.seats.setConnected(seat, false);
      if (code === CloseCode.CONSENTED) this.#vacate(seat);
    }
    this.#update();
    this.#log.info({ seat, code }, "client left");
  }

  override onDispose(): void {
    this.#stopTimers();
    // A match that moved is listed, and announced to its temples, by its new owner.
    if (!this.#hasMoved) {
      this.#listing.remove();
      this.#templeNotifier.notifyClosed();
    }
    this.#log.info({ moved: this.#hasMoved }, "room closed");
  }

  /** Called by Colyseus when the server stops. */
  override onBeforeShutdown(): void {
    void this.#drain();
  }

  /** Disconnects all clients because another process owns the match, or will in a moment; they reconnect there. */
  moveOut(): void {
    this.#hasMoved = true;
    this.#stopTimers();
    dropReservedSeats(this);
    // At once: no answer to a pending request may arrive first, since its outcome is not known here.
    for (const client of this.clients) client.leave(CLOSE.moved);
    this.disconnect(CLOSE.moved).catch((err: unknown) => this.#log.error({ err }, "room not closed"));
  }

  /** Gives players back the time for which the server stood still. @param ms how long that was */
  giveTimeBack(ms: number): void {
    this.#match
      .giveTimeBack(() => ms)
      .catch((err: unknown) => this.#log.error({ err }, "time not given back"));
  }

  override onUncaughtException(error: Error, method: string): void {
    // A client that was refused at joining is told so, and that is no failure.
    if (error.cause instanceof RefusalError) return;
    this.#log.error({ err: error, method }, "room failed");
  }

  // Seats: called by `Reservations` of any process, so that what they return is JSON.

  /** Returns the match's invitation to whom a name of the match lets in. Refuses others with `unknown-match`. */
  async invite(by: MatchName): Promise<Result<string | null>> {
    return resultOf(() => {
      this.#requireAdmitted(by);
      return this.#match.invitation;
    });
  }

  /** Returns what everybody may know of the match whom its name lets in. Refuses others with `unknown-match`. */
  async summarize(by: MatchName): Promise<Result<TableSummary>> {
    return resultOf(() => {
      this.#requireAdmitted(by);
      return summarizeTable(this.#match);
    });
  }

  /**
   * @param holder as in `Gathering.takeSeat`
   * @param preferred `null`: the first open seat
   * @param by what the player names the match by; missing: the server chose the match
   */
  async takeSeat(
    person: Person,
    holder: string,
    preferred: string | null,
    by?: MatchName,
  ): Promise<Result<ClaimedSeat>> {
    const taken = await resultOf(async () => {
      if (by) this.#requireAdmitted(by);
      return this.#claimed(await this.#match.gathering.takeSeat(person, holder, preferred));
    });
    if (taken.value) this.#log.info({ seat: taken.value.seat }, "seat taken");
    return taken;
  }

  /** Returns the claim with the seat that its holder has now. Refuses with `bad-token` unless it is valid, and with `banned`. */
  async verifyClaim(claim: SeatClaim): Promise<Result<ClaimedSeat>> {
    return resultOf(() => {
      const claimed = this.#claimed(this.#match.seats.holders.verify(claim));
      const { player } = this.#match.seats.personIn(claimed.seat);
      this.#services.sanctions.requireNotBanned({ player, address: "" });
      return claimed;
    });
  }

  /** As `Gathering.renewSeat`. A client in the seat is disconnected: its token is invalid now. */
  async renewSeat(claim: SeatClaim, holder: string): Promise<Result<ClaimedSeat>> {
    const renewed = await resultOf(async () =>
      this.#claimed(await this.#match.gathering.renewSeat(claim, holder)),
    );
    if (renewed.value) {
      const { seat } = renewed.value;
      this.#sendAway(seat, CLOSE.replaced);
      this.#log.info({ seat }, "seat token renewed");
    }
    return renewed;
  }

  /** As `Rematches.want`. */
  async wantRematch(claim: SeatClaim, closed: string | null): Promise<Result<RematchPlan>> {
    const wanted = await resultOf(() => this.#match.rematches.want(claim, closed));
    if (wanted.value)
      this.#log.info({ seat: claim.seat, rematch: wanted.value.plan.match }, "rematch wanted");
    return wanted;
  }

  /** As `Gathering.rejoin`. */
  async rejoin(person: Person, preferred: string, holder: string): Promise<Result<ClaimedSeat>> {
    return resultOf(async () => this.#claimed(await this.#match.gathering.rejoin(person, preferred, holder)));
  }

  // Operators: called over the matchmaker, so that what they return is JSON.

  async describe(): Promise<OperatorMatch> {
    return this.#oversight.describe();
  }

  /** As `Oversight.end`. */
  async endByOperator(reason: string): Promise<Result<null>> {
    return resultOf(async () => {
      await this.#oversight.end(reason);
      return null;
    });
  }

  /** As `Oversight.remove`. */
  async removeByOperator(seat: string, reason: string): Promise<Result<null>> {
    return resultOf(async () => {
      await this.#oversight.remove(seat, reason);
      return null;
    });
  }

  /** Disconnects who is banned now, and takes their seats from them. */
  enforceBans(): void {
    this.#oversight.enforceBans().catch((err: unknown) => this.#log.warn({ err }, "bans not enforced"));
  }

  announce(announcement: Announcement): void {
    this.#oversight.announce(announcement);
  }

  // Temples.

  tableFor(templeId: string): TempleTable {
    return this.#match.templeView.tableFor(templeId);
  }

  windowFor(templeId: string): BeadWindow {
    return this.#match.templeView.windowFor(templeId);
  }

  async dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted> {
    return playCommand("temple", () => this.#match.dropBead(seat, id, slot, mark));
  }

  async hasAccepted(id: string): Promise<boolean> {
    return this.#match.hasAccepted(id);
  }

  bindSeat(seat: string, holder: string | null, templeId: string, online: boolean): boolean {
    const { seats, plan } = this.#match;
    if (holder !== null && !seats.holders.isValid({ match: plan.match, seat, holder })) return false;
    seats.bind(seat, templeId, online);
    this.#update();
    return true;
  }

  unbindSeat(seat: string): void {
    this.#match.seats.unbind(seat);
    this.#update();
  }

  unbindTemple(templeId: string): void {
    for (const seat of this.#match.seats.localTo(templeId)) this.#match.seats.unbind(seat);
    this.#update();
  }

  setTempleDebts(templeId: string, fix: BySlot): void {
    this.#match.seats.setDebts(templeId, fix);
    this.#update();
  }

  setTempleOnline(templeId: string, online: boolean): void {
    for (const seat of this.#match.seats.localTo(templeId)) this.#match.seats.bind(seat, templeId, online);
    this.#update();
  }

  // Inside.

  /** @throws `RefusalError` with `unknown-match` */
  #requireAdmitted(by: MatchName): void {
    if (!this.#match.admits(by)) throw refuse("unknown-match");
  }

  #claimed(claim: SeatClaim): ClaimedSeat {
    return { ...claim, invitation: this.#match.invitation };
  }

  #stopTimers(): void {
    this.#autoplay.stop();
    this.#clockAlarm.stop();
    this.#timeouts.stop();
  }

  /** Hands the match over: all that was requested is journaled or refused, then clients are sent to its next owner. */
  async #drain(): Promise<void> {
    this.#hasMoved = true;
    this.#stopTimers();
    await this.#match.close(refuse("draining", { wait: MOVE_WAIT }));
    await this.#services.matchMaker.unlist(this.roomId);
    this.moveOut();
  }

  /** Shows everybody an entry: first its effect, then its events. */
  #showEntry(entry: RecordEntry<GameTypes>): void {
    // The first ends that people replace bots, which the listing says; the last, that it is listed.
    if (this.#match.isOver || entry.n === 1) this.#update();
    else this.#updatePlay();
    sendEntry(this.#match.game, entry, this.clients, seatOf);
  }

  #openChat({ plan, seats }: Match): MatchChat {
    const { chat: store, wordFilter: filter, time } = this.#services;
    return new MatchChat({
      match: plan.match,
      silent: plan.silent,
      store,
      filter,
      time,
      isPlaying: () => this.state.status === "playing",
      names: () => new Map(seats.taken.map((seat) => [seat, seats.nameOf(seat)])),
      show: (line, isHidden) => this.#showLine(line, isHidden),
    });
  }

  /** @param isHidden whether only spectators see it */
  #showLine(line: ChatLine, isHidden: boolean): void {
    for (const client of this.clients) {
      if (!isHidden || seatOf(client) === null) client.send("chat", line);
    }
  }

  /** Brings clients, listing, timers and temples up to date after any change. */
  #update(): void {
    this.#updatePlay();
    this.#timeouts.update();
    this.#listing.update();
  }

  /** The part of `#update` that suffices after an entry, which changes no seat and, but for the last, not the listing. */
  #updatePlay(): void {
    this.#match.endings.update();
    this.broadcastPatch();
    this.#autoplay.schedule();
    this.#clockAlarm.watch(this.#match.clocksAreRunning ? this.#match.clocks.current : null);
    this.#templeNotifier.notifyChange();
  }

  /**
   * Returns the seat of a joining client; `null`: it is a spectator.
   * @throws `RefusalError` with `bad-token` if its claim is no longer valid
   */
  #admit(client: MatchClient): string | null {
    const { auth } = client;
    if (!auth || auth.seat === null) return null;
    const { seat } = this.#match.seats.holders.verify({ ...auth, match: this.state.id });
    client.auth = { ...auth, seat };
    return seat;
  }

  /** Returns the id of a client's player; `null`: they are not known here. */
  #playerOf({ auth }: MatchClient): string | null {
    if (!auth) return null;
    return auth.seat === null ? auth.player : this.#match.seats.personIn(auth.seat).player;
  }

  #isConnected(seat: string): boolean {
    return this.clients.some((client) => seatOf(client) === seat);
  }

  /** Disconnects the clients of a seat, but for one. */
  #sendAway(seat: string, code: number, except?: MatchClient, reason?: string): void {
    const others = this.clients.filter((other) => other !== except && seatOf(other) === seat);
    for (const other of others) other.leave(code, reason);
  }

  /** A late first connection would otherwise evict the newer one of the same player. */
  #invalidateEarlierReservations(seat: string, client: MatchClient): void {
    for (const auth of authsReservedBefore<{ seat: string; holder: string }>(this, client)) {
      if (auth.seat === seat) auth.holder = "";
    }
  }

  /** Makes the seats of a restored match local to the temples that they were local to. */
  async #bindLocalSeats(): Promise<void> {
    const { plan, seats } = this.#match;
    for (const { seat, templeId, online, fix } of await this.#services.temples.localSeats(plan.match)) {
      seats.bind(seat, templeId, online);
      seats.setDebts(templeId, fix);
    }
  }

  /** Opens the seat of a player who left for good, local to no temple (temple protocol P-5). Shown when it is durable. */
  #vacate(seat: string): void {
    const isLocal = this.#match.seats.isLocal(seat);
    const unpaired = isLocal ? this.#services.temples.unpair(this.state.id, seat) : Promise.resolve();
    this.#match.gathering.leaveSeat(seat, unpaired).catch((err: unknown) => {
      this.#log.warn({ err, seat }, "seat not opened");
      // The absence timeout tries again.
      this.#update();
    });
  }

  /** A public match opens the seat of an absent player; a private one waits, but not for its host. */
  #giveUp(seat: string): void {
    if (this.#match.plan.private) return this.#replaceAbsentHost();
    this.#vacate(seat);
    this.#update();
    this.#log.info({ seat }, "seat of absent player opened");
  }

  #replaceAbsentHost(): void {
    this.#match.gathering
      .replaceAbsentHost()
      .catch((err: unknown) => this.#log.warn({ err }, "absent host not replaced"));
  }
}
