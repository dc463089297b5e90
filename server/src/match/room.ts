import { type Client, CloseCode, matchMaker, Room } from "@colyseus/core";
import { CLOSE, type MatchMessages } from "@flower-war/client-sdk/protocol";
import type { BySlot, Slot, TempleTable } from "@flower-war/client-sdk/temple";
import type { GameTypes, RecordEntry } from "@flower-war/rules";
import type { Logger } from "pino";
import { type Answer, answerOf, Refused, refused } from "../fault.ts";
import { MatchLog } from "../journal/match-log.ts";
import { createdOf } from "../journal/record.ts";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { SharingSerializer } from "../wire/sharing-serializer.ts";
import { dropReservations } from "../wire/shutdown.ts";
import { type Chair, seatOf } from "./chair.ts";
import type { MatchMetadata } from "./listing.ts";
import { Match } from "./match.ts";
import { Notices } from "./notices.ts";
import type { Opening } from "./opening.ts";
import { sendEntry } from "./outbox.ts";
import { Pace } from "./pace.ts";
import { played } from "./played.ts";
import { answerRequests } from "./requests.ts";
import { outdateReservations } from "./reservations.ts";
import { roomIdOf } from "./room-id.ts";
import type { Holding } from "./seats.ts";
import type { MatchServices } from "./services.ts";
import type { MatchState } from "./state.ts";
import type { BeadWindow, MatchForTemples, Submitted, Temples } from "./temple-seam.ts";
import { viewOf } from "./views.ts";
import { Waits } from "./waits.ts";

type MatchClient = Client<{ auth: Chair; messages: MatchMessages }>;

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
  #log!: Logger;
  #match!: Match;
  #pace!: Pace;
  #waits!: Waits;
  #notices!: Notices;
  #temples!: Temples;
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
    this.#temples = services.temples;
    if (epoch > 1) await this.#bindLocalSeats();
    this.#pace = new Pace(this.#match, services, this.#log, (seat, deadline) =>
      this.broadcast("warning", { seat, deadline }),
    );
    this.#waits = new Waits(this.#match, services, this.#log, {
      isEmpty: () => this.clients.length === 0,
      giveUpSeat: (seat) => this.#giveUp(seat),
      close: () => this.disconnect(CLOSE.closed),
    });
    this.state = this.#match.state;
    this.#notices = new Notices(this, this.#match, this.#log);
    answerRequests(this, this.#match, services, this.#log);
    if (this.#match.over) this.#waits.look(facts.at(-1)?.at);
    if (epoch > 1) await this.#match.giveTimeBack(() => services.time.now() - (facts.at(-1)?.at ?? 0));
    if (this.#match.hasAllNonces) void this.#waits.beginWithoutNonces();
    this.#settle();
    this.#log.info({ game, code, epoch, facts: facts.length }, "match opened");
  }

  /** Colyseus calls it when the room gets its state. */
  override setSerializer(): void {
    super.setSerializer(new SharingSerializer<MatchState>());
  }

  override onJoin(client: MatchClient): void {
    const seat = this.#admit(client);
    client.view = viewOf(seat === null ? undefined : this.state.hands.get(seat));
    if (seat !== null) {
      this.#replaceOthersIn(seat, client);
      outdateReservations(this, client);
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
    if (!this.#moved) this.#notices.gone();
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

  /** The server stood still for so many ms. */
  giveTimeBack(ms: number): void {
    this.#match
      .giveTimeBack(() => ms)
      .catch((err: unknown) => this.#log.error({ err }, "time is not given back"));
  }

  override onUncaughtException(error: Error, method: string): void {
    // Somebody who was refused at joining, and is told so.
    if (error.cause instanceof Refused) return;
    this.#log.error({ err: error, method }, "the room failed");
  }

  // Taking seats: called by the one way in.

  /** @param wished a seat; `null`: the first open one */
  async takeSeat(name: string, wished: string | null): Promise<Answer<Holding>> {
    const taken = await answerOf(() => this.#match.takeSeat(name, wished));
    if (taken.value) this.#log.info({ seat: taken.value.seat }, "seat taken");
    return taken;
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
    return played("temple", () => this.#match.dropBead(seat, id, slot, mark));
  }

  async hasTaken(id: string): Promise<boolean> {
    return this.#match.hasTaken(id);
  }

  bindSeat(seat: string, holder: string | null, templeId: string, online: boolean): boolean {
    const { seats, plan } = this.#match;
    if (holder !== null && !seats.proves({ match: plan.match, seat, holder })) return false;
    seats.bind(seat, templeId, online);
    this.#settle();
    return true;
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
    this.#pace.stop();
    this.#waits.stop();
  }

  /** Leaves the match to another room: all that was asked for is journaled, or refused. */
  async #makeWay(): Promise<void> {
    this.#moved = true;
    this.#rest();
    await this.#match.close(refused("draining", { wait: MOVING }));
    await matchMaker.driver.remove(this.roomId);
    this.moveOut();
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
    this.#notices.list();
    this.#waits.look();
  }

  /** After an entry, which changes no seat and, but for the last, nothing of how the match is listed. */
  #go(): void {
    this.broadcastPatch();
    this.#pace.go();
    this.#notices.table();
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

  /** A match that was played before: its seats are local to the temples that they were local to. */
  async #bindLocalSeats(): Promise<void> {
    for (const { seat, templeId, online, fix } of await this.#temples.localSeats(this.#match.plan.match)) {
      this.#match.seats.bind(seat, templeId, online);
      this.#match.seats.owe(templeId, fix);
    }
  }

  /** Somebody left for good: the seat is local to no temple any more (temple protocol P-5). Shown when it is durable. */
  #vacate(seat: string): void {
    const isLocal = this.#match.seats.isLocal(seat);
    const unpaired = isLocal ? this.#temples.unpair(this.state.id, seat) : Promise.resolve();
    this.#match.leaveSeat(seat, unpaired).catch((err: unknown) => {
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
}
