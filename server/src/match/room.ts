import { Room } from "@colyseus/core";
import {
  type Announcement,
  CLOSE,
  type DeclineReason,
  type MatchMessages,
  type MatchState,
  type OperatorMatch,
  SERVER_LIMITS,
  type TableSummary,
} from "@flower-war/protocol";
import type { BySlot, TempleTable } from "@flower-war/protocol/temple";
import type { GameTypes, RecordEntry } from "@flower-war/rules";
import { sumUp } from "@flower-war/protocol/log";
import { sleep } from "@flower-war/protocol/ports";
import type { Logger } from "pino";
import { RefusalError, type Result, refuse } from "../refusal.ts";
import { MatchLog } from "../storage/journal/match-log.ts";
import { createdOf } from "../storage/journal/record.ts";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { dropReservedSeats } from "../wire/reserved-seats.ts";
import { SharingSerializer } from "../wire/sharing-serializer.ts";
import type { RematchPlan } from "./ending/rematch.ts";
import { HistoryWriter } from "./history-writer.ts";
import { Challenges } from "./challenges.ts";
import { Match } from "./match.ts";
import { MatchChat } from "./match-chat.ts";
import type { MatchRoomOptions } from "./new-match.ts";
import { Crowd } from "./outbound/crowd.ts";
import { sendEntry } from "./outbound/entries.ts";
import { EntryLog } from "./outbound/entry-log.ts";
import { giveUpLater } from "./gathering/give-up-later.ts";
import { MatchListing, type MatchMetadata } from "./outbound/listing.ts";
import { Oversight } from "./oversight.ts";
import { answerMatchRequests } from "./requests.ts";
import type { MatchName } from "./match-name.ts";
import { type MatchClient, RoomClients } from "./room-clients.ts";
import { roomIdOf } from "./room-id.ts";
import { isStream, seatOf } from "./seats/client-auth.ts";
import { SeatCalls } from "./seats/seat-calls.ts";
import type { ClaimedSeat, SeatClaim } from "./seats/seat-claim.ts";
import type { MatchServices, RoomServices } from "./services.ts";
import { HttpMatchRequests } from "./streams/http-match-requests.ts";
import { Feed } from "./streams/feed.ts";
import type { BeadWindow, MatchForTemples, Submitted } from "./temples/contract.ts";
import { TempleNotifier } from "./temples/notifier.ts";
import { bindLocalSeats, TempleCalls } from "./temples/temple-calls.ts";
import { Autoplay } from "./timing/autoplay.ts";
import { ClockAlarm } from "./timing/clock-alarm.ts";
import { ClockStops } from "./timing/clock-stops.ts";
import { matchTime } from "./timing/match-time.ts";
import { TurnWatch } from "./timing/turn-watch.ts";
import { RoomTimeouts } from "./timing/room-timeouts.ts";

/** ms after which a player whose match moves may ask for it again. */
const MOVE_WAIT = 500;
/** ms to wait until the listing knows that a match is not here any more. */
const UNLIST_TIMEOUT = 500;

/**
 * The room of one match: a thin shell that connects a match to its clients, bots and temples.
 *
 * Every change of the synced state is followed by `broadcastPatch()` in the same tick, so that no client joins while
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
  #clients!: RoomClients;
  #crowd!: Crowd;
  #seatCalls!: SeatCalls;
  #templeCalls!: TempleCalls;
  #autoplay!: Autoplay;
  #clockAlarm!: ClockAlarm;
  #clockStops!: ClockStops;
  #timeouts!: RoomTimeouts;
  #turnWatch!: TurnWatch;
  #listing!: MatchListing;
  #templeNotifier!: TempleNotifier;
  #oversight!: Oversight;
  #history!: HistoryWriter;
  #challenges!: Challenges;
  #giveUpLater!: () => void;
  #feed!: Feed;
  #httpRequests!: HttpMatchRequests;
  /** `onCreate` has set all of the above. It may fail before, as a game may. */
  #isBuilt = false;
  /** Changes that an entry makes are told with it. */
  #isShowingEntry = false;
  #hasMoved = false;
  #handedOver: Promise<void> | null = null;
  /** Since when no client is connected, by the monotonic clock; `null`: one is, or the match must stay. */
  #emptySince: number | null = null;
  #isUnloading = false;

  /** Clients join only with a reservation issued over HTTP, which does not call this. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  override async onCreate(options: MatchRoomOptions & { services: RoomServices }): Promise<void> {
    const { match: id, epoch, facts } = options;
    const last = facts.at(-1)?.at ?? 0;
    const time = matchTime(options.services.time.steady, last);
    const services: MatchServices = { ...options.services, time };
    const { game, code } = createdOf(facts).plan;
    const hosted = services.games.get(game);
    if (!hosted) throw new Error(`game ${game} is not hosted here`);
    const { matchMaker } = services;
    this.roomId = roomIdOf(id, epoch);
    this.#services = services;
    this.#log = services.log.child({ match: id });
    const position = { epoch, n: facts.length };
    const log = new MatchLog(services.journal, id, position, time, () => this.moveOut(), last);
    this.#giveUpLater = () => {
      const left = services.timeouts.unattended - (time.monotonic() - (this.#emptySince ?? 0));
      giveUpLater(services, id, log.position, left);
    };
    const match = new Match(facts, log, hosted, services, {
      changed: () => this.#update(),
      seatFreed: (seat, { to, withheld }) => {
        if (to !== undefined) return this.#clients.disconnect(seat, CLOSE.moved);
        if (withheld) return this.#clients.disconnect(seat, CLOSE.withheld);
        const { code, ...removal } = this.#oversight.removalFrom(seat) ?? { code: CLOSE.removed };
        return this.#clients.disconnect(seat, code, removal);
      },
      entered: (entry) => this.#showEntry(entry),
    });
    this.#match = match;
    const changed = () => this.#update();
    this.#clients = new RoomClients(this, match, services, this.#log, changed);
    this.#crowd = new Crowd(this.clients, time);
    this.#challenges = new Challenges(match, {
      ...services,
      bots: services.botAccounts,
      roomId: this.roomId,
      show: (challenges) => {
        this.broadcast("challenges", challenges);
        this.#feed.tellChanges();
      },
    });
    this.#seatCalls = new SeatCalls(match, this.#clients, this.#challenges, services.sanctions, this.#log);
    this.#templeCalls = new TempleCalls(match, changed);
    const playerOf = (client: MatchClient) => this.#clients.playerOf(client);
    this.#oversight = new Oversight(
      match,
      {
        clients: this.clients,
        broadcast: (type, announcement) => this.#tellAll(type, announcement),
        stopTimers: () => this.#stopTimers(),
        disconnect: (closeCode) => this.#closeRoom(closeCode),
        playerOf,
      },
      services.sanctions,
      time,
      this.#log,
    );
    if (epoch > 1) await bindLocalSeats(match, services.temples);
    this.#autoplay = new Autoplay(match, { ...services, log: this.#log });
    this.#clockAlarm = new ClockAlarm(time, {
      warn: (seat, deadline, turn) => this.#tellAll("warning", { seat, deadline, turn }),
      expire: () => this.#autoplay.schedule(),
      restart: () => this.#clockStops.settle(),
    });
    this.#clockStops = new ClockStops(match, time, this.#log);
    this.#timeouts = new RoomTimeouts(match, time, services.timeouts, this.#log, {
      isEmpty: () => this.clients.length === 0,
      areBots: () => this.#clients.areBots,
      updateListing: () => this.#listing.update(),
      giveUp: (seat) => this.#clients.giveUp(seat),
      close: () => this.#closeRoom(CLOSE.closed),
      unload: async () => this.unload(),
    });
    this.#turnWatch = new TurnWatch(match, services.turnNotices);
    this.state = match.state;
    this.#listing = new MatchListing(this, match, this.#log);
    this.#history = new HistoryWriter(match, services.histories);
    this.#templeNotifier = new TempleNotifier(this.presence, matchMaker.processId, match);
    const entryLog = new EntryLog(id, hosted.game, services.journal, time);
    const chat = this.#openChat(match);
    const requests = answerMatchRequests(
      this,
      match,
      entryLog,
      chat,
      this.#challenges,
      services,
      playerOf,
      this.#log,
    );
    this.#feed = new Feed(match, { entryLog, time, challenges: () => this.#challenges.all });
    this.#httpRequests = new HttpMatchRequests(this, match, {
      ...services,
      clients: this.#clients,
      feed: this.#feed,
      requests,
      links: services.streamLinks,
      log: this.#log,
    });
    this.#isBuilt = true;
    if (match.isOver) this.#timeouts.update(last);
    if (epoch > 1 && match.clocksAreRunning) {
      const since = await services.heartbeats.stoppedSince(id, facts);
      time.advanceTo(since);
      match.takeOverClocks({ since, until: time.now() + SERVER_LIMITS.clockStop });
    }
    if (match.beganAt === null) void this.#timeouts.resume();
    this.#update();
    this.#oversight.enforceBans();
    this.#log.info({ game, code, epoch, facts: facts.length }, "match opened");
  }

  /** Called by Colyseus when the room gets its state. */
  override setSerializer(): void {
    super.setSerializer(new SharingSerializer<MatchState>(this.#crowd));
  }

  override onJoin(client: MatchClient): void {
    this.#clients.join(client);
    const challenges = this.#challenges.all;
    if (challenges.length > 0 && !isStream(client)) client.send("challenges", challenges);
  }

  override onLeave(client: MatchClient, code?: number): void {
    this.#feed.remove(client);
    this.#clients.leave(client, code);
  }

  override onDispose(): void {
    if (!this.#isBuilt) return;
    this.#stopTimers();
    this.#services.heartbeats.noteClocks(this.roomId, false);
    // A match that moved is listed, and announced to its temples, by its new owner.
    if (!this.#hasMoved) {
      this.#listing.remove();
      this.#templeNotifier.notifyClosed();
      // Who is awaited in a match that was only unloaded is awaited still.
      if (!this.#isUnloading) this.#turnWatch.end();
    }
    this.#log.info({ moved: this.#hasMoved, unloaded: this.#isUnloading }, "room closed");
  }

  /** Called by Colyseus when the server stops. */
  override onBeforeShutdown(): void {
    void this.handOver();
  }

  /** Disconnects all clients because another process owns the match, or will in a moment; they reconnect there. */
  moveOut(): void {
    // The log of a match that drained says so.
    if (!this.#hasMoved) this.#services.heartbeats.noteClosed(this.roomId);
    this.#hasMoved = true;
    this.#stopTimers();
    dropReservedSeats(this);
    // At once: no answer to a pending request may arrive first, since its outcome is not known here.
    for (const client of this.clients) client.leave(CLOSE.moved);
    this.disconnect(CLOSE.moved).catch((err: unknown) => this.#log.error({ err }, "room not closed"));
  }

  /** Sends all clients on, because another process can store the match and this one cannot. Requests under way get no answer. */
  async sendOn(): Promise<void> {
    if (this.#hasMoved) return;
    const { matchMaker, time } = this.#services;
    // A client that is back before would be sent here again.
    await Promise.race([matchMaker.unlist(this.roomId), sleep(time, UNLIST_TIMEOUT)]);
    this.moveOut();
  }

  /** Since when no client is connected, in ms by the monotonic clock; `null`: one is, or a temple's people are there. */
  get emptySince(): number | null {
    return this.#emptySince;
  }

  get isUnloading(): boolean {
    return this.#isUnloading;
  }

  /** Closes an empty room. The next request for the match restores it; until then its clocks stand still. */
  unload(): void {
    if (this.#isUnloading) return;
    this.#isUnloading = true;
    this.#stopTimers();
    const isGathering = this.state.status === "gathering";
    const close = async () => {
      await this.#closeMatch(refuse("unavailable", { wait: MOVE_WAIT }));
      if (isGathering) this.#giveUpLater();
      await this.#closeRoom(CLOSE.moved);
    };
    close().catch((err: unknown) => this.#log.error({ err }, "room not closed"));
  }

  /** Disconnects all clients. Reserved places that stay unused would keep the room open. */
  async #closeRoom(code: number): Promise<void> {
    this.#crowd.stop();
    dropReservedSeats(this);
    await this.disconnect(code);
  }

  /** How many facts of the match are durable. */
  get facts(): number {
    return this.#match.facts;
  }

  /** Stops the match's clocks in outages. */
  get clockStops(): Omit<ClockStops, "stop" | "update"> {
    return this.#clockStops;
  }

  override onUncaughtException(error: Error, method: string): void {
    // A client that was refused at joining is told so, and that is no failure.
    if (error.cause instanceof RefusalError) return;
    // Colyseus' wrapping error has the room's options, with the match's secret and those of the server.
    this.#log.error(sumUp({ err: error.cause ?? error.message, method }, method), "room failed");
  }

  #stopTimers(): void {
    this.#crowd.stop();
    this.#autoplay.stop();
    this.#clockAlarm.stop();
    this.#clockStops.stop();
    this.#timeouts.stop();
    this.#oversight.stop();
    this.#turnWatch.stop();
    this.#challenges.stop();
    this.#match.witnesses.stop();
  }

  /** Hands the match over: all that was requested is journaled or refused, then clients are sent to its next owner. */
  handOver(): Promise<void> {
    this.#handedOver ??= this.#drain();
    return this.#handedOver;
  }

  async #drain(): Promise<void> {
    this.#hasMoved = true;
    this.#stopTimers();
    await this.#closeMatch(refuse("draining", { wait: MOVE_WAIT }));
    await this.#services.matchMaker.unlist(this.roomId);
    this.moveOut();
  }

  async #closeMatch(reason: RefusalError): Promise<void> {
    const isSaid = await this.#match.close(reason);
    if (!isSaid) this.#services.heartbeats.noteClosed(this.roomId);
  }

  /** Shows all clients an entry: first its effect, then its events. */
  #showEntry(entry: RecordEntry<GameTypes>): void {
    this.#isShowingEntry = true;
    try {
      // The first ends that people replace bots, which the listing says; the last, that it is listed.
      if (this.#match.isOver || entry.n === 1) this.#update();
      else this.#updatePlay();
    } finally {
      this.#isShowingEntry = false;
    }
    sendEntry(this.#match.game, entry, this.#crowd.gather(), seatOf);
    this.#feed.tellEntry(entry);
  }

  #tellAll<T extends "warning" | "announcement">(type: T, message: MatchMessages[T]): void {
    this.broadcast(type, message);
    this.#feed.tell(type, message);
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
      show: (line, isHidden) => this.#clients.sendLine(line, isHidden),
    });
  }

  /** Brings clients, listing, timers and temples up to date after any change. */
  #update(): void {
    this.#updatePlay();
    this.#clockStops.update();
    this.#timeouts.update();
    this.#listing.update();
    this.#history.update();
    this.#challenges.update();
    if (!this.#isShowingEntry) this.#feed.tellChanges();
  }

  /** The part of `#update` that suffices after an entry, which changes no seat and, but for the last, not the listing. */
  #updatePlay(): void {
    this.#noteEmpty();
    this.#match.endings.update();
    this.broadcastPatch();
    this.#autoplay.schedule();
    const { clocksAreRunning } = this.#match;
    this.#clockAlarm.watch(clocksAreRunning ? this.#match.clocks.current : null);
    this.#services.heartbeats.noteClocks(this.roomId, clocksAreRunning);
    this.#templeNotifier.notifyChange();
    this.#turnWatch.update();
  }

  #noteEmpty(): void {
    const { seats, isOver } = this.#match;
    const isEmpty = this.clients.length === 0 && !seats.anyPresentByTemple;
    // Only a match in play is restored with its temples.
    const isNeeded = seats.anyLocal && (isOver || this.state.status === "gathering");
    this.#emptySince = isEmpty && !isNeeded ? (this.#emptySince ?? this.#services.time.monotonic()) : null;
  }

  // The rest is called by other processes through the matchmaker, by name.

  /** As `HttpMatchRequests.answer`. */
  answer(...args: Parameters<HttpMatchRequests["answer"]>): Promise<Result<unknown>> {
    return this.#httpRequests.answer(...args);
  }

  /** As `HttpMatchRequests.openStream`. */
  openStream(...args: Parameters<HttpMatchRequests["openStream"]>): Promise<Result<null>> {
    return this.#httpRequests.openStream(...args);
  }

  /** As `SeatCalls.invite`. */
  invite(by: MatchName, address: string): Promise<Result<string | null>> {
    return this.#seatCalls.invite(by, address);
  }

  /** As `SeatCalls.summarize`. */
  summarize(by: MatchName): Promise<Result<TableSummary>> {
    return this.#seatCalls.summarize(by);
  }

  /** As `SeatCalls.takeSeat`. */
  takeSeat(...args: Parameters<SeatCalls["takeSeat"]>): Promise<Result<ClaimedSeat>> {
    return this.#seatCalls.takeSeat(...args);
  }

  /** As `SeatCalls.verifyClaim`. */
  verifyClaim(claim: SeatClaim): Promise<Result<ClaimedSeat>> {
    return this.#seatCalls.verifyClaim(claim);
  }

  /** As `SeatCalls.takeBackSeat`. */
  takeBackSeat(...by: Parameters<SeatCalls["takeBackSeat"]>): Promise<Result<ClaimedSeat>> {
    return this.#seatCalls.takeBackSeat(...by);
  }

  /** As `SeatCalls.renewSeat`. */
  renewSeat(claim: SeatClaim, holder: string): Promise<Result<ClaimedSeat>> {
    return this.#seatCalls.renewSeat(claim, holder);
  }

  /** As `Challenges.decline`. */
  declineChallenge(id: string, reason: DeclineReason): void {
    this.#challenges.decline(id, reason);
  }

  /** As `SeatCalls.wantRematch`. */
  wantRematch(claim: SeatClaim, closed: string | null): Promise<Result<RematchPlan>> {
    return this.#seatCalls.wantRematch(claim, closed);
  }

  /** As `SeatCalls.rejoin`. */
  rejoin(...args: Parameters<SeatCalls["rejoin"]>): Promise<Result<ClaimedSeat>> {
    return this.#seatCalls.rejoin(...args);
  }

  /** As `Oversight.describe`. */
  async describe(): Promise<OperatorMatch> {
    return this.#oversight.describe();
  }

  /** As `Oversight.end`. */
  endByOperator(reason: string): Promise<Result<null>> {
    return this.#oversight.end(reason);
  }

  /** As `Oversight.remove`. */
  removeByOperator(seat: string, reason: string): Promise<Result<null>> {
    return this.#oversight.remove(seat, reason);
  }

  /** As `Oversight.enforceBans`. */
  enforceBans(): void {
    this.#oversight.enforceBans();
  }

  /** As `Oversight.announce`. */
  announce(announcement: Announcement): void {
    this.#oversight.announce(announcement);
  }

  tableFor(templeId: string): TempleTable {
    return this.#templeCalls.tableFor(templeId);
  }

  windowFor(templeId: string): BeadWindow {
    return this.#templeCalls.windowFor(templeId);
  }

  dropBead(...args: Parameters<MatchForTemples["dropBead"]>): Promise<Submitted> {
    return this.#templeCalls.dropBead(...args);
  }

  hasAccepted(id: string): Promise<boolean> {
    return this.#templeCalls.hasAccepted(id);
  }

  bindSeat(...args: Parameters<MatchForTemples["bindSeat"]>): boolean {
    return this.#templeCalls.bindSeat(...args);
  }

  nameOf(seat: string): string {
    return this.#templeCalls.nameOf(seat);
  }

  unbindSeat(seat: string): void {
    this.#templeCalls.unbindSeat(seat);
  }

  unbindTemple(templeId: string): void {
    this.#templeCalls.unbindTemple(templeId);
  }

  setTempleDebts(templeId: string, fix: BySlot): void {
    this.#templeCalls.setTempleDebts(templeId, fix);
  }

  setTempleOnline(templeId: string, online: boolean): void {
    this.#templeCalls.setTempleOnline(templeId, online);
  }
}
