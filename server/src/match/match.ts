import type { Slot } from "@flower-war/client-sdk/temple";
import type { Game, GameTypes, RecordEntry } from "@flower-war/rules";
import { nanoid } from "nanoid";
import type { Thinkers } from "../bots/thinkers.ts";
import { type Refused, refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Begun, ClockFact, Created, KeptFact, MatchPlan, SeatFact } from "../journal/facts.ts";
import type { MatchLog } from "../journal/match-log.ts";
import { createdOf, headerOf } from "../journal/record.ts";
import { Queue } from "../queue.ts";
import { begunWith } from "./beginning.ts";
import { Clocks, clockCommand } from "./clocks.ts";
import { Movers } from "./movers.ts";
import { newState, Projection } from "./projection.ts";
import { Referee, type Submission } from "./referee.ts";
import { type Holding, SeatTable } from "./seats.ts";
import type { MatchState } from "./state.ts";
import type { Submitted } from "./temple-seam.ts";
import { TempleSide } from "./temple-side.ts";

/** Hears what happens in a match, when the synced state shows it. */
export interface MatchListener {
  /** Something changed that is no entry: who sits where, who is back, or that the match has begun. */
  changed(): void;
  entered(entry: RecordEntry<GameTypes>): void;
}

/** One match: its seats, its referee, and its synced state, which always shows both. It knows no sockets. */
export class Match<T extends GameTypes = GameTypes> {
  readonly plan: MatchPlan;
  readonly state: MatchState;
  readonly seats: SeatTable;
  readonly clocks: Clocks;
  readonly templeSide: TempleSide<T>;
  readonly #hosted: HostedGame<T>;
  readonly #log: MatchLog;
  readonly #movers: Movers<T>;
  readonly #projection: Projection<T>;
  readonly #listener: MatchListener;
  readonly #created: Created;
  readonly #queue = new Queue();
  #referee: Referee<T> | null = null;

  /**
   * A match as its log tells it.
   * @param facts all that the log holds
   */
  constructor(
    facts: readonly KeptFact[],
    log: MatchLog,
    hosted: HostedGame<T>,
    thinkers: Thinkers,
    listener: MatchListener,
  ) {
    const created = createdOf(facts);
    const { plan, secret } = created;
    this.plan = plan;
    this.#created = created;
    this.#log = log;
    this.#hosted = hosted;
    this.#listener = listener;
    this.state = newState(hosted, created);
    this.clocks = new Clocks(plan.clock, this.state);
    this.seats = new SeatTable(plan.match, hosted.game.seatsFor(plan.seats), this.state.seats);
    this.#projection = new Projection(hosted, this.state, secret);
    this.templeSide = new TempleSide(hosted, this.state, () => this.#referee?.state ?? null);
    this.#movers = new Movers(plan, hosted, thinkers, this.seats, this.clocks);
    for (const fact of facts) this.#recall(fact);
    if (this.#referee) this.#show(this.#referee.n);
  }

  get game(): Game<T> {
    return this.#hosted.game;
  }

  get over(): boolean {
    return this.state.status === "over";
  }

  /**
   * A person takes the seat wished for, or the first open one.
   * @throws `Refused` with `unknown-seat`, `seat-taken` or `match-full`
   */
  takeSeat(name: string, wished: string | null): Promise<Holding> {
    return this.#queue.run(async () => {
      const seat = this.seats.choose(wished);
      const holder = nanoid();
      await this.#happen({ type: "seat-taken", seat, name, holder });
      return { match: this.plan.match, seat, holder };
    });
  }

  /**
   * The seat's holder is called so from now on: what proves an earlier one is worth nothing. Asked again it stays so.
   * @throws `Refused` with `bad-token`
   */
  renewSeat(holding: Holding, holder: string): Promise<Holding> {
    return this.#queue.run(async () => {
      const renewed = { ...holding, holder };
      if (this.seats.proves(renewed)) return renewed;
      this.seats.verify(holding);
      await this.#happen({
        type: "seat-taken",
        seat: holding.seat,
        name: this.seats.nameOf(holding.seat),
        holder,
      });
      return renewed;
    });
  }

  /**
   * Somebody left for good. Gives the seat back while the match has not begun; then it stays taken.
   * @param unpaired resolves when the seat is local to no temple: it is given back after that
   */
  async leaveSeat(seat: string, unpaired: Promise<void>): Promise<void> {
    if (this.#referee) return unpaired;
    const left = unpaired.then(() =>
      this.#queue.run(async () => {
        if (!this.#referee) await this.#happen({ type: "seat-left", seat });
      }),
    );
    await this.seats.leaveOnce(seat, left);
  }

  /**
   * A player adds a nonce to the dice; with the last one missing the match begins. Returns the nonce that counts: the
   * seat's first. Rejects if the match cannot begin: asked again it tries again.
   */
  giveNonce(seat: string, nonce: string): Promise<string> {
    return this.#queue.run(async () => {
      if (this.seats.nonceOf(seat) === "") await this.#happen({ type: "nonce", seat, nonce });
      if (this.hasAllNonces) await this.#begin();
      return this.seats.nonceOf(seat);
    });
  }

  /** All seats are taken and nobody is leaving one, but the match has not begun: nonces are missing. */
  get gathered(): boolean {
    return !this.#referee && this.seats.open.length === 0 && !this.seats.anyLeaving;
  }

  /** It is gathered, and could begin. */
  get hasAllNonces(): boolean {
    return this.gathered && this.seats.haveNonces;
  }

  /** Begins a match that is gathered, be it without the nonces that never came. */
  beginWithoutThem(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.gathered) await this.#begin();
    });
  }

  /** Nobody is there any more, and the match has not begun: it never will. */
  giveUp(): Promise<void> {
    return this.#queue.run(async () => {
      if (!this.#referee) await this.#log.append([{ type: "given-up" }], true);
    });
  }

  /**
   * Lets nothing more happen here: what comes rejects with this. Resolves when what came before is journaled, and that
   * the clocks stand still.
   */
  async close(reason: Refused): Promise<void> {
    const stopping = this.#queue.run(async () => {
      if (this.clocksRun) await this.#log.append([{ type: "clock-stopped" }]);
    });
    stopping.catch(() => {}); // clocks that are not known to have stopped are given back from the last fact on
    await this.#queue.close(reason);
  }

  /** Somebody's time is counted. */
  get clocksRun(): boolean {
    return this.clocks.now !== null && !this.over;
  }

  /**
   * The server was away: players who are awaited get that time back.
   * @param away for how many ms, asked at the moment from which the clocks run again
   */
  giveTimeBack(away: () => number): Promise<void> {
    return this.#queue.run(async () => {
      if (this.clocksRun) await this.#tick({ type: "time-given-back", ms: away() });
    });
  }

  /** A seat's player says that he is here. If he was taken to be away the seat is his again. */
  async welcomeBack(seat: string): Promise<void> {
    if (!this.clocks.isAway(seat)) return;
    await this.#queue.run(async () => {
      if (this.clocks.isAway(seat)) await this.#tick({ type: "player-back", seat });
    });
  }

  async #tick(fact: ClockFact): Promise<void> {
    this.clocks.apply(fact, await this.#log.append([fact]));
    this.#listener.changed();
  }

  /** Lets seats change: in the journal, and then for all to see. */
  async #happen(...facts: SeatFact[]): Promise<void> {
    await this.#log.append(facts);
    for (const fact of facts) this.seats.apply(fact);
    this.#listener.changed();
  }

  async #begin(): Promise<void> {
    const begun = begunWith(this.#created.secret, this.seats);
    this.#beginAs(begun, await this.#log.append([begun]));
    this.#show(0);
    this.#listener.changed();
  }

  /** @param at ms since 1970 */
  #beginAs(begun: Begun, at: number): void {
    const header = headerOf(this.#created, begun);
    this.seats.fix(begun.players);
    this.#referee = new Referee(this.#hosted.game, this.#log, header, this.#queue, (entry, playedAt) => {
      if (this.clocks.now) this.clocks.played(entry, this.#standing, playedAt);
      this.#show(entry.n);
      this.#listener.entered(entry);
    });
    const people = this.seats.all.filter(([seat]) => this.seats.botIn(seat) === null);
    this.clocks.begin(
      people.map(([seat]) => seat),
      this.#standing,
      at,
    );
  }

  /** What the clocks need to know of the game. */
  get #standing() {
    const hosted = this.#hosted;
    const turn = hosted.turnOf?.(hosted.game.view(this.#playing.state, "public")) ?? null;
    return { turn, awaiting: this.#awaited };
  }

  /** The seats that the match waits for. */
  get #awaited(): T["seat"][] {
    return this.#hosted.game.awaiting(this.#playing.state).map(({ seat }) => seat);
  }

  /** Folds in what the log tells of before; the synced state shows of the game what is so in the end. */
  #recall(fact: KeptFact): void {
    switch (fact.type) {
      case "begun":
        this.#beginAs(fact, fact.at);
        return this.#look(0);
      case "entry":
        this.#playing.recall(fact.entry as RecordEntry<T>);
        if (this.clocks.now) this.clocks.played(fact.entry, this.#standing, fact.at);
        return this.#look(fact.entry.n);
      case "player-back":
      case "clock-stopped":
      case "time-given-back":
        return this.clocks.apply(fact, fact.at);
      case "created":
      case "given-up":
        return;
      default:
        return this.seats.apply(fact);
    }
  }

  /** Looks who may sacrifice after entry `n`. */
  #look(n: number): void {
    if (this.templeSide.played) {
      this.templeSide.after(n, this.#hosted.game.view(this.#playing.state, "public"));
    }
  }

  /**
   * Plays a command.
   * @throws `Refused` with `match-not-started`
   */
  async submit(submission: Submission): Promise<Submitted> {
    return this.#playing.submit(submission);
  }

  /** Plays the command that a bead in this slot is; `mark` as in `MatchForTemples.dropBead`. */
  async dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted> {
    const command = this.templeSide.bead(slot);
    await this.welcomeBack(seat);
    const objection = () => (this.templeSide.isNow(mark) ? null : "late");
    return this.submit({ id, seat, command, objection });
  }

  /** Whether a command of this name was taken, asked when those before it are through. */
  async hasTaken(id: string): Promise<boolean> {
    return (await this.#referee?.hasTaken(id)) ?? false;
  }

  /**
   * Plays for a seat that `awaitsMove`; when what its bot or whoever plays for it thought of cannot be played, the
   * game's fallback. Refused as `late`: meanwhile something else happened, and perhaps nobody has to play for the seat
   * any more.
   */
  async move(seat: T["seat"]): Promise<Submitted> {
    const { state, n } = this.#playing;
    const id = this.seats.botIn(seat) === null ? clockCommand(n + 1) : `bot:${nanoid()}`;
    const objection = () => (this.#playing.state === state && this.#needsMove(seat) ? null : "late");
    const command = await this.#movers.command(state, seat);
    const moved = await this.submit({ id, seat, command, objection });
    if (moved.refused === undefined || moved.refused === "late") return moved;
    return this.submit({ id, seat, command: this.#hosted.game.fallback(state, seat), objection });
  }

  /** The first awaited seat for which somebody has to play: a bot's, or that of a player who does not answer. */
  get awaitsMove(): T["seat"] | undefined {
    return this.#referee ? this.#awaited.find((seat) => this.#needsMove(seat)) : undefined;
  }

  #needsMove(seat: T["seat"]): boolean {
    return this.#movers.playFor(seat, this.#log.now());
  }

  /** The commands open to a seat now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    if (!this.#referee) return [];
    return this.#hosted.game.legal(this.#hosted.game.view(this.#referee.state, seat), seat);
  }

  get #playing(): Referee<T> {
    if (!this.#referee) throw refused("match-not-started");
    return this.#referee;
  }

  /** Brings what everybody sees in step with the referee, after `n` entries. */
  #show(n: number): void {
    const seen = this.#projection.show(this.#playing.state, n);
    this.templeSide.after(n, seen);
  }
}
