import { CLOSE, type MatchMessages } from "@flower-war/protocol";
import { sleep } from "@flower-war/protocol/ports";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { GameTypes, RecordEntry } from "@flower-war/rules";
import type { Logger } from "pino";
import { requireGame } from "../games/versions.ts";
import { matchesTakenOver } from "../metrics/counters.ts";
import { type RefusalError, refuse } from "../refusal.ts";
import { MatchLog } from "../storage/journal/match-log.ts";
import { createdOf, watchDelayOf } from "../storage/journal/record.ts";
import { dropReservedSeats } from "../wire/reserved-seats.ts";
import { Challenges } from "./challenges.ts";
import { Endings } from "./ending/endings.ts";
import { HandOvers } from "./ending/hand-overs.ts";
import { Judging } from "./ending/judging.ts";
import { NoShows } from "./ending/no-shows.ts";
import { Offers } from "./ending/offers.ts";
import { PeopleInPlay } from "./ending/people-in-play.ts";
import { Pauses } from "./ending/pauses.ts";
import { Rematches } from "./ending/rematch.ts";
import { TakeBacks } from "./ending/take-backs.ts";
import { Gathering } from "./gathering/gathering.ts";
import { Hints } from "./hints.ts";
import { HistoryWriter } from "./history-writer.ts";
import type { AnyMatchRoom, LiveCore } from "./live-core.ts";
import { Match, type MatchListener, type SeatFreed } from "./match.ts";
import { MatchChat } from "./match-chat.ts";
import { MatchDebug } from "./match-debug.ts";
import type { MatchRoomOptions } from "./new-match.ts";
import { Crowd } from "./outbound/crowd.ts";
import { DelayedCrowd } from "./outbound/delayed-crowd.ts";
import { sendEntry } from "./outbound/entries.ts";
import { EntryLog } from "./outbound/entry-log.ts";
import { MatchListing } from "./outbound/listing.ts";
import { Oversight } from "./oversight.ts";
import { answerMatchRequests } from "./requests.ts";
import { RoomClients } from "./room-clients.ts";
import { SeatAsks } from "./seat-asks.ts";
import { isStream, type MatchClient, seatOf } from "./seats/client-auth.ts";
import { SeatCalls } from "./seats/seat-calls.ts";
import type { MatchServices, RoomServices } from "./services.ts";
import { Spectators } from "./spectators.ts";
import { Feed } from "./streams/feed.ts";
import { HttpMatchRequests } from "./streams/http-match-requests.ts";
import type { LocalSeat } from "./temples/contract.ts";
import { bindLocalSeats, TempleCalls } from "./temples/temple-calls.ts";
import { Autoplay } from "./timing/autoplay.ts";
import { ClockAlarm } from "./timing/clock-alarm.ts";
import { ClockStops } from "./timing/clock-stops.ts";
import { matchTime } from "./timing/match-time.ts";
import { RoomTimeouts } from "./timing/room-timeouts.ts";
import { Substitute } from "./timing/substitute.ts";
import { TurnWatch } from "./timing/turn-watch.ts";
import { Witnesses } from "./witnesses.ts";

/** ms after which a player whose match moves may ask for it again. */
const MOVE_WAIT = 500;
/** ms to wait until the listing knows that a match is not here any more. */
const UNLIST_TIMEOUT = 500;

/**
 * A match in its room. It connects the match to its clients, bots and temples, and all its parts exist as soon as it does.
 *
 * Every change of the synced state is followed by `broadcastPatch()` in the same tick, so that no client joins while
 * changes are pending (docs/colyseus.md, "Joining with pending changes").
 */
export class LiveMatch implements LiveCore, MatchListener {
  readonly room: AnyMatchRoom;
  readonly services: MatchServices;
  readonly log: Logger;
  readonly match: Match;
  readonly gathering: Gathering;
  readonly offers: Offers;
  readonly endings: Endings;
  readonly takeBacks: TakeBacks;
  readonly pauses: Pauses;
  readonly hints: Hints;
  readonly handOvers: HandOvers;
  readonly judging: Judging;
  readonly witnesses: Witnesses;
  readonly clients: RoomClients;
  readonly crowd: Crowd | DelayedCrowd;
  readonly delayed: DelayedCrowd | null;
  readonly challenges: Challenges;
  readonly chat: MatchChat;
  readonly seatAsks: SeatAsks;
  readonly entryLog: EntryLog<GameTypes>;
  readonly seatCalls: SeatCalls;
  readonly templeCalls: TempleCalls;
  readonly oversight: Oversight;
  readonly noShows: NoShows;
  readonly debug: MatchDebug;
  /** Stops the match's clocks in outages. */
  readonly clockStops: ClockStops;
  readonly httpRequests: HttpMatchRequests;
  readonly #autoplay: Autoplay;
  readonly #clockAlarm: ClockAlarm;
  readonly #timeouts: RoomTimeouts;
  readonly #turnWatch: TurnWatch;
  readonly #listing: MatchListing;
  readonly #history: HistoryWriter;
  readonly #feed: Feed;
  /** Changes that an entry makes are told with it. */
  #isShowingEntry = false;
  /** Whether its room is. */
  #isGone = false;
  #hasMoved = false;
  #handedOver: Promise<void> | null = null;
  #emptySince: number | null = null;
  #isUnloading = false;

  /** @param localSeats the seats that are local to temples */
  constructor(
    room: AnyMatchRoom,
    { match: id, epoch, facts }: MatchRoomOptions,
    processServices: RoomServices,
    localSeats: readonly LocalSeat[],
  ) {
    const last = facts.at(-1)?.at ?? 0;
    const time = matchTime(processServices.time.steady, last);
    const services: MatchServices = { ...processServices, time };
    const hosted = requireGame(services.games, createdOf(facts).plan);
    this.room = room;
    this.services = services;
    this.log = services.log;
    const end = { epoch, n: facts.length, at: last };
    const matchLog = new MatchLog(services.journal, id, end, time, (isTaken) =>
      isTaken ? this.moveToOwner() : this.moveOut(),
    );
    this.match = new Match(facts, matchLog, hosted, services, this);
    bindLocalSeats(this.match.seats, localSeats);
    const { match, log } = this;
    this.gathering = new Gathering(match, services);
    const people = new PeopleInPlay(match);
    this.offers = new Offers(match, people, services.random);
    this.endings = new Endings(match, people, this.offers);
    this.takeBacks = new TakeBacks(match, people, this.offers);
    this.pauses = new Pauses(match, people, this.offers);
    this.hints = new Hints(match, people, services);
    this.handOvers = new HandOvers(match, {
      people,
      offers: this.offers,
      unpair: (seat) => this.gathering.unpair(seat),
      tokens: services.tokens,
    });
    this.judging = new Judging(match, {
      people,
      offers: this.offers,
      unpair: (seat) => this.gathering.unpair(seat),
      wordFilter: services.wordFilter,
    });
    this.witnesses = new Witnesses(match);
    this.clients = new RoomClients(this);
    this.delayed = this.#newDelay(time);
    this.crowd = this.delayed ?? new Crowd(room.clients, time);
    this.challenges = new Challenges(this);
    const spectators = new Spectators(room);
    this.chat = new MatchChat(this, spectators);
    this.seatAsks = new SeatAsks(this, spectators);
    this.entryLog = new EntryLog(id, hosted.game, services.journal, time);
    const rematches = new Rematches(match, services.random);
    this.seatCalls = new SeatCalls(this, this.clients, this.challenges, rematches);
    this.templeCalls = new TempleCalls(this);
    this.oversight = new Oversight(this);
    this.noShows = new NoShows(this);
    this.#autoplay = new Autoplay(new Substitute(match, services), time, log);
    this.debug = new MatchDebug(this, this.#autoplay);
    this.clockStops = new ClockStops(match, time, log);
    this.#clockAlarm = new ClockAlarm(this, this.#autoplay, this.clockStops);
    this.#listing = new MatchListing(room, match, log);
    this.#timeouts = new RoomTimeouts(this, this.offers, this.clients, this.#listing);
    this.#turnWatch = new TurnWatch(match, services.turnNotices);
    this.#history = new HistoryWriter(match, services.histories);
    this.#feed = new Feed(match, {
      entryLog: this.entryLog,
      time,
      challenges: () => this.challenges.all,
      delayed: this.delayed,
    });
    const requests = answerMatchRequests(room, this);
    this.httpRequests = new HttpMatchRequests(this, this.clients, this.#feed, requests);
  }

  /** Returns the line that what spectators are told goes through; `null`: they are told at once. */
  #newDelay(time: MatchServices["time"]): DelayedCrowd | null {
    const { watchDelay } = this.match.plan;
    if (watchDelay === undefined) return null;
    return new DelayedCrowd({
      clients: this.room.clients,
      time,
      delay: watchDelayOf(this.match.plan),
      hasBegun: () => this.match.hasBegun,
      encode: () => this.room["_serializer"].getFullState().slice(),
      describe: () => this.#feed.describeNow(null),
    });
  }

  /** @throws `RefusalError` with `unwatched`, or `watch-later` with a wait */
  requireWatchable(): void {
    if (this.match.plan.unwatched) throw refuse("unwatched");
    const wait = this.delayed?.wait ?? 0;
    if (wait > 0) throw refuse("watch-later", { wait });
  }

  /** Brings the match up to the moment, once the room has its state: its clocks stood still while no process had it. */
  async start(facts: MatchRoomOptions["facts"]): Promise<void> {
    const { match } = this;
    const { epoch } = match.log.position;
    const last = facts.at(-1)?.at;
    if (match.hasBegun) {
      this.room.broadcastPatch();
      this.delayed?.resume(last ?? 0);
    }
    if (match.isOver) this.#timeouts.update(last);
    if (epoch > 1 && match.clocksAreRunning) await this.#takeOverClocks(facts);
    if (!match.hasBegun) void this.#timeouts.resume();
    this.changed();
    this.oversight.enforceBans();
    const { game, code } = match.plan;
    this.log.info({ game, code, epoch, facts: facts.length }, "match opened");
  }

  /** The clocks of a match that slept stood still only while no server ran; those of another one until its players are back. */
  async #takeOverClocks(facts: MatchRoomOptions["facts"]): Promise<void> {
    const { heartbeats, sleep: matchSleep, time } = this.services;
    const { match } = this;
    const last = facts.at(-1);
    if (last?.type === "slept") {
      const until = time.now();
      match.takeOverClocks({ since: until - (await matchSleep.downtimeSince(last.at)), until });
      return match.clocks.settle(until);
    }
    const since = await heartbeats.stoppedSince(match.plan.match, facts);
    time.advanceTo(since);
    const came = match.created.imported?.at ?? Number.NEGATIVE_INFINITY;
    const until = Math.max(time.now() + SERVER_LIMITS.clockStop, came + SERVER_LIMITS.importedClockStop);
    match.takeOverClocks({ since, until });
  }

  join(client: MatchClient): void {
    this.clients.join(client);
    const challenges = this.challenges.all;
    if (challenges.length > 0 && !isStream(client)) client.send("challenges", challenges);
  }

  /** @param code with which the client's connection closed */
  leave(client: MatchClient, code?: number): void {
    this.#feed.remove(client);
    this.clients.leave(client, code);
  }

  /** Ends what the match does by itself: its room is gone. */
  dispose(): void {
    this.#isGone = true;
    this.stopTimers();
    this.services.heartbeats.noteClocks(this.room.roomId, false);
    this.services.sleep.noteGone(this.match.plan.match);
    // A match that moved is listed, and announced to its temples, by its new owner.
    if (!this.#hasMoved) {
      this.#listing.remove();
      this.templeCalls.notifyClosed();
      // An unloaded match still waits for the same players.
      if (!this.#isUnloading) this.#turnWatch.end();
    }
    this.log.info({ moved: this.#hasMoved, unloaded: this.#isUnloading }, "room closed");
  }

  /** Counts the match as one that another process has taken over, and disconnects all clients. */
  moveToOwner(): void {
    if (!this.#hasMoved) matchesTakenOver.inc();
    this.moveOut();
  }

  /** Disconnects all clients because another process owns the match, or will in a moment; they reconnect there. */
  moveOut(): void {
    // The log of a match that drained says that already.
    if (!this.#hasMoved) this.services.heartbeats.noteClosed(this.room.roomId);
    this.#hasMoved = true;
    this.stopTimers();
    dropReservedSeats(this.room);
    // At once: no answer to a pending request may arrive first, since its outcome is not known here.
    for (const client of this.room.clients) client.leave(CLOSE.moved);
    this.room.disconnect(CLOSE.moved).catch((err: unknown) => this.log.error({ err }, "room not closed"));
  }

  /** Sends all clients on, because another process can store the match and this one cannot. Requests under way get no answer. */
  async sendOn(): Promise<void> {
    if (this.#hasMoved) return;
    const { matchMaker, time } = this.services;
    // A client that is back before would be sent here again.
    await Promise.race([matchMaker.unlist(this.room.roomId), sleep(time, UNLIST_TIMEOUT)]);
    this.moveOut();
  }

  /** The time since which no client is connected, in ms by the monotonic clock; `null`: one is, or the match must stay. */
  get emptySince(): number | null {
    return this.#emptySince;
  }

  get isUnloading(): boolean {
    return this.#isUnloading;
  }

  /** Closes an empty room. The next request for the match restores it, and so does a server when the next of its clocks ends. */
  unload(): void {
    if (this.#isUnloading) return;
    this.#isUnloading = true;
    this.stopTimers();
    const { match } = this;
    const isGathering = match.state.status === "gathering";
    const due = match.clocksAreRunning ? match.clocks.nextChange : null;
    const close = async () => {
      const refusal = refuse("unavailable", { wait: MOVE_WAIT });
      if (due === null) await this.#closeMatch(refusal);
      else if (await match.close(refusal, "slept")) await this.#fallAsleep(due);
      else this.services.heartbeats.noteClosed(this.room.roomId);
      if (isGathering) this.#giveUpLater();
      await this.close(CLOSE.moved);
    };
    close().catch((err: unknown) => this.log.error({ err }, "room not closed"));
  }

  /** @param due ms since 1970 */
  async #fallAsleep(due: number): Promise<void> {
    const { services, match } = this;
    // If it cannot be stored, the deadline stored while the match was awake wakes it within minutes.
    await services.sleep
      .fallAsleep(match.plan.match, due)
      .catch((err: unknown) => this.log.warn({ err }, "time to wake not stored"));
  }

  /** Hands the match over: all that was requested is journaled or refused, then clients are sent to its next owner. */
  handOver(): Promise<void> {
    this.#handedOver ??= this.#drain();
    return this.#handedOver;
  }

  async #drain(): Promise<void> {
    this.#hasMoved = true;
    this.stopTimers();
    await this.#closeMatch(refuse("draining", { wait: MOVE_WAIT }));
    await this.services.matchMaker.unlist(this.room.roomId);
    this.moveOut();
  }

  async #closeMatch(reason: RefusalError): Promise<void> {
    const isSaid = await this.match.close(reason);
    if (!isSaid) this.services.heartbeats.noteClosed(this.room.roomId);
  }

  /** Disconnects all clients. Reserved places that stay unused would keep the room open. */
  async close(code: number): Promise<void> {
    this.crowd.stop();
    dropReservedSeats(this.room);
    await this.room.disconnect(code);
  }

  /** Gives up a match that has not begun, unless a request restores it before: then it has a new owner. */
  #giveUpLater(): void {
    const { timeouts, journal, time } = this.services;
    const { match } = this.match.plan;
    const { position } = this.match.log;
    const left = timeouts.unattended - (time.monotonic() - (this.#emptySince ?? 0));
    const giveUp = () => journal.append(match, position, [{ type: "given-up", at: time.now() }], true);
    // If it cannot be stored, the match is kept as long as other abandoned ones.
    time.after(left, () => void giveUp().catch(() => {}), { background: true });
  }

  stopTimers(): void {
    this.crowd.stop();
    this.#autoplay.stop();
    this.#clockAlarm.stop();
    this.clockStops.stop();
    this.#timeouts.stop();
    this.oversight.stop();
    this.#turnWatch.stop();
    this.challenges.stop();
    this.seatAsks.stop();
    this.witnesses.stop();
  }

  /** Shows all clients an entry: first its effect, then its events. */
  entered(entry: RecordEntry<GameTypes>): void {
    this.#isShowingEntry = true;
    try {
      this.offers.noteEntry(entry);
      this.hints.noteEntry(entry);
      this.witnesses.show();
      // The first ends that people replace bots, which the listing says; the last, that it is listed.
      if (this.match.isOver || entry.n === 1) this.changed();
      else this.#updatePlay();
    } finally {
      this.#isShowingEntry = false;
    }
    sendEntry(this.match.game, entry, this.crowd.gather(), seatOf);
    this.#feed.tellEntry(entry);
    this.delayed?.note();
  }

  tellAll<T extends "warning" | "announcement">(type: T, message: MatchMessages[T]): void {
    // What operators say is no part of the match.
    const isLate = type === "warning" && this.delayed?.isOn === true;
    const guests = isLate ? this.room.clients.filter((client) => seatOf(client) === null) : [];
    this.room.broadcast(type, message, { except: guests });
    this.#feed.tell(type, message, !isLate);
    if (isLate) this.delayed?.tell(type, message);
  }

  /** Brings clients, listing, timers and temples up to date after any change. */
  changed(): void {
    // What was asked for before may be answered when the room is gone.
    if (this.#isGone) return;
    this.#updatePlay();
    this.clockStops.update();
    this.#timeouts.update();
    this.#listing.update();
    this.#history.update();
    this.challenges.update();
    if (this.#isShowingEntry) return;
    this.#feed.tellChanges();
    this.delayed?.note();
  }

  /** The part of `changed` that suffices after an entry, which changes no seat and, but for the last, not the listing. */
  #updatePlay(): void {
    const { match, services, room } = this;
    this.#noteEmpty();
    this.endings.update();
    this.seatAsks.update();
    room.broadcastPatch();
    this.#autoplay.schedule();
    this.#clockAlarm.update();
    services.heartbeats.noteClocks(room.roomId, match.clocksAreRunning);
    if (match.clocksAreRunning && !this.#isUnloading) services.sleep.noteAwake(match.plan.match);
    else if (match.isOver) services.sleep.noteOver(match.plan.match);
    this.templeCalls.notifyChange();
    this.#turnWatch.update();
    this.#listing.updateMoved();
  }

  #noteEmpty(): void {
    const { seats, isOver, state } = this.match;
    const isEmpty = this.room.clients.length === 0 && !seats.anyPresentByTemple;
    // Only a match in play is restored with its temples.
    const isNeeded = seats.anyLocal && (isOver || state.status === "gathering");
    this.#emptySince = isEmpty && !isNeeded ? (this.#emptySince ?? this.services.time.monotonic()) : null;
  }

  blocked(): void {
    this.clients.evictBlocked();
  }

  seatFreed(seat: string, { to, withheld, handed }: SeatFreed): void {
    if (to !== undefined) {
      this.chat.moveSender(seat, to);
      return this.clients.disconnect(seat, CLOSE.moved);
    }
    if (handed) return this.clients.disconnect(seat, CLOSE.handedOver);
    if (withheld) return this.clients.disconnect(seat, CLOSE.withheld);
    const { code, ...removal } = this.oversight.removalFrom(seat) ?? { code: CLOSE.removed };
    this.clients.disconnect(seat, code, removal);
  }
}
