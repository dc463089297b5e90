import { type Client, CloseCode, matchMaker, Room } from "@colyseus/core";
import { CLOSE, type MatchMessages, type MatchRequests } from "@flower-war/client-sdk/protocol";
import type { BySlot, Slot, TempleTable } from "@flower-war/client-sdk/temple";
import { type GameTypes, isNonce, type RecordEntry } from "@flower-war/rules";
import type { Logger } from "pino";
import type { Thinkers } from "../bots/thinkers.ts";
import { answer, type RequestHandler } from "../edge/requests.ts";
import { type Answer, answerOf, faultOf, Refused, refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Journal } from "../journal/journal.ts";
import { MatchLog } from "../journal/match-log.ts";
import { createdOf } from "../journal/record.ts";
import { tellListing } from "../lobby/board.ts";
import { type Asker, countCommand } from "../metrics/counts.ts";
import type { Time } from "../time.ts";
import { PATCH_ON_DEMAND, shareShape } from "../wire/patches.ts";
import { dropReservations } from "../wire/shutdown.ts";
import { rejectUnknownRequests } from "../wire/unknown-requests.ts";
import { Absences } from "./absences.ts";
import { Bots } from "./bots.ts";
import { Closing, type Patience } from "./closing.ts";
import { COMMAND, NONCE, NOTHING, PAIR_TEMPLE } from "./formats.ts";
import { describeMatch, type MatchMetadata, newsOf, sayTheSame } from "./listing.ts";
import { Match } from "./match.ts";
import { NonceWait } from "./nonce-wait.ts";
import type { Opening } from "./opening.ts";
import { sendEntry } from "./outbox.ts";
import type { Holding } from "./seats.ts";
import type { MatchState } from "./state.ts";
import {
  type BeadWindow,
  type MatchForTemples,
  type MatchNews,
  type MatchNotice,
  type Submitted,
  type Temples,
  templesTopic,
} from "./temple-seam.ts";
import { Timekeeper } from "./timekeeper.ts";
import { viewOf } from "./views.ts";

/** What every match room of a process works with. */
export interface MatchServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly journal: Journal;
  readonly thinkers: Thinkers;
  readonly temples: Temples;
  readonly log: Logger;
  readonly time: Time;
  /** ms before each move of a bot. */
  readonly botDelay: number;
  /** ms for which a match whose seats are all taken waits for nonces. */
  readonly nonceWait: number;
  readonly patience: Patience;
  /** ms for which a match that has not begun keeps the seat of somebody who is away. */
  readonly absence: number;
}

/** Who a client is, verified where its place was reserved: who holds a seat, or a spectator. */
export type Chair = Pick<Holding, "seat" | "holder"> | { readonly seat: null };

type MatchClient = Client<{ auth: Chair; messages: MatchMessages }>;

/** The room in which a match is played in an epoch: whoever takes the match over opens another. */
export function roomIdOf(match: string, epoch: number): string {
  return `${match}_${epoch}`;
}

/** The id of the match that is played in this room. */
export function matchOf(roomId: string): string {
  return roomId.split("_", 1)[0] ?? roomId;
}

/** The epoch for which this room has its match. */
export function epochOf(roomId: string): number {
  return Number(roomId.split("_")[1]);
}

/** A server whose timer rings so many ms late stood still itself, and gives its players so many more to come back. */
const STANDSTILL = { late: 2000, grace: 5000 };

/** ms after which somebody whose match makes way may ask for it again. */
const MOVING = 500;

/**
 * The room of one match: a thin shell that joins a match to its clients, bots and temples.
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
  #bots!: Bots;
  #closing!: Closing;
  #absences!: Absences;
  #nonceWait!: NonceWait;
  #timekeeper!: Timekeeper;
  #moved = false;

  /** Nobody comes in past the one way in, which reserves places without asking here. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  override async onCreate({ services, match, epoch, facts }: Opening & { services: MatchServices }) {
    const { game, code } = createdOf(facts).plan;
    const hosted = services.games.get(game);
    if (!hosted) throw new Error(`no game ${game} here`);
    this.roomId = roomIdOf(match, epoch);
    this.#services = services;
    this.#log = services.log.child({ match });
    const log = new MatchLog(
      services.journal,
      match,
      { epoch, n: facts.length },
      () => this.moveOut(),
      services.time.now,
    );
    this.#match = new Match(facts, log, hosted, services.thinkers, {
      changed: () => this.#settle(),
      entered: (entry) => this.#tell(entry),
    });
    for (const { seat, templeId, online, fix } of epoch === 1
      ? []
      : await services.temples.localSeats(match)) {
      this.#match.seats.bind(seat, templeId, online);
      this.#match.seats.owe(templeId, fix);
    }
    this.#bots = new Bots(
      (seat) => (this.#match.clocks.isOver(seat, services.time.now()) ? 0 : services.botDelay),
      () => this.#match.awaitsMove,
      (seat) => this.#move(seat),
    );
    this.#timekeeper = new Timekeeper(services.time, {
      warn: (seat, deadline) => this.broadcast("warning", { seat, deadline }),
      expired: (late) => this.#expired(late),
    });
    this.#closing = new Closing(services.patience, () => void this.#close());
    this.#absences = new Absences(services.absence, (seat) => this.#giveUp(seat));
    this.#nonceWait = new NonceWait(services.nonceWait, () => void this.#beginWithoutNonces());
    this.state = this.#match.state;
    shareShape(this);
    this.metadata = describeMatch(this.#match);
    this.#answerRequests();
    if (this.#match.over) this.#closing.because(this.#reasonToClose(), facts.at(-1)?.at);
    if (epoch > 1) await this.#match.giveTimeBack(services.time.now() - (facts.at(-1)?.at ?? 0));
    if (this.#match.hasAllNonces) void this.#beginWithoutNonces();
    this.#settle();
    this.#log.info({ game, code, epoch, facts: facts.length }, "match opened");
  }

  override onJoin(client: MatchClient): void {
    const seat = this.#admit(client);
    client.view = viewOf(seat === null ? undefined : this.state.hands.get(seat));
    if (seat !== null) {
      this.#replaceOthersIn(seat, client);
      this.#match.seats.setConnected(seat, true);
    }
    this.#settle();
    this.#log.info({ seat }, "joined");
  }

  override onLeave(client: MatchClient, code?: number): void {
    const seat = seatOf(client);
    client.view?.dispose();
    if (seat !== null && !this.#isHere(seat)) {
      this.#match.seats.setConnected(seat, false);
      if (code === CloseCode.CONSENTED) this.#vacate(seat);
    }
    this.#settle();
    this.#log.info({ seat, code }, "left");
  }

  override onDispose(): void {
    this.#rest();
    // A match that moved is listed, and told to its temples, by whoever has it then.
    if (!this.#moved && !this.state.private) tellListing(this.presence, { gone: this.state.id });
    if (!this.#moved && this.state.status !== "playing") this.#tellTemples({ kind: "closed" });
    this.#log.info({ moved: this.#moved }, "room closed");
  }

  /** The server stops. */
  override onBeforeShutdown(): void {
    void this.#makeWay();
  }

  /** Somebody else has the match now, or will have it in a moment: its clients are sent there. */
  moveOut(): void {
    this.#moved = true;
    this.#rest();
    dropReservations(this);
    // At once: no answer to what is under way may come before, for here nobody knows it.
    for (const client of this.clients) client.leave(CLOSE.moved);
    this.disconnect(CLOSE.moved).catch((err: unknown) => this.#log.error({ err }, "the room stays open"));
  }

  override onUncaughtException(error: Error, method: string): void {
    this.#log.error({ err: error, method }, "the room failed");
  }

  // Taking seats: called by the one way in.

  /** @param wished a seat; `null`: the first open one */
  async takeSeat(name: string, wished: string | null): Promise<Answer<Holding>> {
    return this.#seated(() => this.#match.takeSeat(name, wished));
  }

  /** Is this still the holder of the seat? */
  async verifyHolding(holding: Holding): Promise<Answer<void>> {
    return answerOf(() => this.#match.seats.verify(holding));
  }

  /** As `Match.renewSeat`. Whoever is in the seat came by what is worth nothing now. */
  async renewSeat(holding: Holding, holder: string): Promise<Answer<Holding>> {
    const renewed = await answerOf(() => this.#match.renewSeat(holding, holder));
    if (renewed.value) {
      this.#replaceOthersIn(holding.seat, null);
      this.#log.info({ seat: holding.seat }, "seat token renewed");
    }
    return renewed;
  }

  // For the temples.

  tableFor(templeId: string): TempleTable {
    return this.#match.templeSide.tableFor(templeId);
  }

  windowFor(templeId: string): BeadWindow {
    return this.#match.templeSide.windowFor(templeId);
  }

  async dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted> {
    return this.#played("temple", () => this.#match.dropBead(seat, id, slot, mark));
  }

  async hasTaken(id: string): Promise<boolean> {
    return this.#match.hasTaken(id);
  }

  bindSeat(seat: string, templeId: string, online: boolean): void {
    this.#match.seats.bind(seat, templeId, online);
    this.#settle();
  }

  unbindSeat(seat: string): void {
    this.#match.seats.unbind(seat);
    this.#settle();
  }

  unbindTemple(templeId: string): void {
    for (const seat of this.#match.seats.localTo(templeId)) this.#match.seats.unbind(seat);
    this.#settle();
  }

  templeOwes(templeId: string, fix: BySlot): void {
    this.#match.seats.owe(templeId, fix);
    this.#settle();
  }

  templePresence(templeId: string, online: boolean): void {
    for (const seat of this.#match.seats.localTo(templeId)) this.#match.seats.bind(seat, templeId, online);
    this.#settle();
  }

  // Inside.

  /** Lets nothing happen by itself any more. */
  #rest(): void {
    this.#bots.stop();
    this.#closing.stop();
    this.#absences.stop();
    this.#nonceWait.stop();
    this.#timekeeper.stop();
  }

  /** Leaves the match to another room: all that was asked for is journaled, or refused. */
  async #makeWay(): Promise<void> {
    this.#moved = true;
    this.#rest();
    await this.#match.close(refused("draining", { wait: MOVING }));
    await matchMaker.driver.remove(this.roomId);
    this.moveOut();
  }

  /** Nobody needs the room any more. A match that never began is given up with it. */
  async #close(): Promise<void> {
    if (this.state.status === "gathering") {
      await this.#match
        .giveUp()
        .catch((err: unknown) => this.#log.warn({ err }, "the match is not given up"));
    }
    await this.disconnect(CLOSE.closed);
  }

  #answerRequests(): void {
    const log = this.#log;
    const requests: { [K in keyof MatchRequests]: RequestHandler<MatchRequests[K]["answer"]> } = {
      command: answer(log, COMMAND, (client, { id, command }) => this.#command(seatOf(client), id, command)),
      nonce: answer(log, NONCE, (client, { nonce }) => this.#giveNonce(seatOf(client), nonce)),
      here: answer(log, NOTHING, (client) => this.#here(seatOf(client))),
      legal: answer(log, NOTHING, (client) => ({ commands: this.#legal(seatOf(client)) })),
      "pair-temple": answer(log, PAIR_TEMPLE, (client, { code }) => this.#pairTemple(client, code)),
      "unpair-temple": answer(log, NOTHING, (client) => this.#unpairTemple(seatOf(client))),
    };
    for (const [type, handler] of Object.entries<RequestHandler<unknown>>(requests)) {
      // oxlint-disable-next-line typescript/no-misused-promises -- only a "*" handler's answer is thrown away
      this.onMessage(type, handler);
    }
    rejectUnknownRequests(this, Object.keys(requests));
  }

  /** A socket's ids are its seat's own: two clients that count 1, 2, 3 do not meet. */
  async #command(seat: string | null, id: string, command: unknown): Promise<{ n: number }> {
    const submitted = await this.#played("player", () =>
      this.#match.submit({ id: `${seat}:${id}`, seat, command }),
    );
    if (submitted.refused !== undefined) throw new Refused(faultOf(submitted.refused));
    return { n: submitted.n };
  }

  async #giveNonce(seat: string | null, nonce: unknown): Promise<{ nonce: string }> {
    const sitting = mustSit(seat);
    if (!isNonce(nonce)) throw refused("bad-nonce", { field: "nonce" });
    return { nonce: await this.#match.giveNonce(sitting, nonce) };
  }

  async #beginWithoutNonces(): Promise<void> {
    try {
      await this.#match.beginWithoutThem();
      this.#log.info("begun without all nonces");
    } catch (error) {
      this.#log.error({ err: error }, "the match could not begin");
    }
  }

  async #here(seat: string | null): Promise<{ now: number }> {
    if (seat !== null) await this.#match.welcomeBack(seat);
    return { now: this.#services.time.now() };
  }

  #legal(seat: string | null): unknown[] {
    return seat === null ? [] : [...this.#match.legal(seat)];
  }

  async #pairTemple(client: Client, code: string): Promise<{ templeId: string }> {
    const seat = mustSit(seatOf(client));
    if (!this.#match.templeSide.played) throw refused("no-temples");
    return this.#services.temples.pair(this.state.id, seat, `${this.state.id}:${seat}`, code);
  }

  async #unpairTemple(seat: string | null): Promise<Record<string, never>> {
    await this.#services.temples.unpair(this.state.id, mustSit(seat));
    return {};
  }

  async #seated(take: () => Promise<Holding>): Promise<Answer<Holding>> {
    const taken = await answerOf(take);
    if (taken.value) this.#log.info({ seat: taken.value.seat }, "seat taken");
    return taken;
  }

  /** Plays a command. Rejects if it could not be decided about, so that it may be tried again. */
  async #played(by: Asker, play: () => Promise<Submitted>): Promise<Submitted> {
    try {
      return await countCommand(by, play);
    } catch (error) {
      if (!(error instanceof Refused) || isPassing(error)) throw error;
      return { refused: error.fault.code };
    }
  }

  /** Shows everybody an entry: first its effect, then its events. */
  #tell(entry: RecordEntry<GameTypes>): void {
    if (this.#match.over) this.#settle();
    else this.#go();
    sendEntry(this.#match.game, entry, this.clients, seatOf);
  }

  /** After any change: clients, lobby, bots, temples and the closing hour learn what they need to. */
  #settle(): void {
    this.#go();
    this.#list();
    this.#closing.because(this.#reasonToClose());
    this.#absences.are(this.state.status === "gathering" ? this.#match.seats.away : []);
    this.#nonceWait.while(this.#match.gathered);
  }

  /** After an entry, which changes no seat and, but for the last, nothing of how the match is listed. */
  #go(): void {
    this.broadcastPatch();
    this.#bots.wake();
    this.#timekeeper.watch(this.#match.clocksRun ? this.#match.clocks.now : null);
    this.#tellTemples({ kind: "table" });
  }

  /** As `Bots` asks for it: rejects if the journal failed, or the rules did. */
  async #move(seat: string): Promise<boolean> {
    const by = this.#match.seats.botIn(seat) === null ? "clock" : "bot";
    try {
      const { refused: code } = await this.#played(by, () => this.#match.move(seat));
      if (code === undefined || code === "late") return true;
      this.#log.error({ by, seat, code }, "a move for a seat was refused");
      return false;
    } catch (error) {
      this.#log.error({ err: error, by, seat }, "a move for a seat failed");
      throw error;
    }
  }

  /** Somebody's time is over: he is played for, unless it was the server that stood still. */
  #expired(late: number): void {
    if (late < STANDSTILL.late) return this.#bots.wake();
    this.#match.giveTimeBack(late + STANDSTILL.grace).catch((err: unknown) => {
      this.#log.error({ err }, "time is not given back");
      this.#bots.wake();
    });
  }

  #reasonToClose(): keyof Patience | null {
    const { over, seats } = this.#match;
    if (over) return seats.anyLocal ? "overAtTemple" : "over";
    return this.clients.length > 0 || seats.presentByTemple || this.#match.clocksRun ? null : "empty";
  }

  /**
   * The seat that a joining client comes to.
   * @throws `Refused` with `bad-token` if the seat was given to somebody else since it was reserved
   */
  #admit({ auth }: MatchClient): string | null {
    if (!auth || auth.seat === null) return null;
    this.#match.seats.verify({ ...auth, match: this.state.id });
    return auth.seat;
  }

  #isHere(seat: string): boolean {
    return this.clients.some((client) => seatOf(client) === seat);
  }

  #replaceOthersIn(seat: string, client: MatchClient | null): void {
    const others = this.clients.filter((other) => other !== client && seatOf(other) === seat);
    for (const other of others) other.leave(CLOSE.replaced);
  }

  /** Somebody left for good: the seat is local to no temple any more (temple protocol P-5). */
  #vacate(seat: string): void {
    const templeId = this.#match.seats.unbind(seat);
    if (templeId !== "") this.#publish({ kind: "vacated", seat, templeId });
    this.#match.leaveSeat(seat).catch((err: unknown) => {
      this.#log.warn({ err, seat }, "a seat stays taken although its player left");
      // Whoever is still away in a while is given up again.
      this.#settle();
    });
  }

  /** Somebody was away for too long while others could have had the seat. */
  #giveUp(seat: string): void {
    this.#vacate(seat);
    this.#settle();
    this.#log.info({ seat }, "seat given up");
  }

  /** Keeps the lobby and the matchmaker's books in step, if they show anything that changed. */
  #list(): void {
    const described = describeMatch(this.#match);
    if (sayTheSame(described, this.metadata)) return;
    this.setMetadata(described).catch((err: unknown) =>
      this.#log.warn({ err }, "the match is listed wrongly"),
    );
    const news = newsOf(described);
    if (news) tellListing(this.presence, news);
  }

  #tellTemples(notice: { kind: "table" } | { kind: "closed" }): void {
    if (this.#match.seats.anyLocal) this.#publish(notice);
  }

  #publish(notice: MatchNews): void {
    this.presence.publish(templesTopic(), { match: this.state.id, ...notice } satisfies MatchNotice);
  }
}

function isPassing({ fault }: Refused): boolean {
  return fault.code === "unavailable" || fault.code === "draining";
}

function seatOf(client: Client): string | null {
  const chair: Chair | undefined = client.auth;
  return chair?.seat ?? null;
}

/** @throws `Refused` with the rules' `not-seated` */
function mustSit(seat: string | null): string {
  if (seat === null) throw new Refused(faultOf("not-seated"));
  return seat;
}
