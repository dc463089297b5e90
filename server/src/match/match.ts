import { randomInt } from "node:crypto";
import type { BotKind } from "@flower-war/client-sdk/protocol";
import type { Slot, TempleTable } from "@flower-war/client-sdk/temple";
import {
  commitmentOf,
  type Game,
  type GameTypes,
  type RecordEntry,
  RULES_VERSION,
  STREAM,
  seedOf,
} from "@flower-war/rules";
import { nanoid } from "nanoid";
import type { Thinkers } from "../bots/thinkers.ts";
import { type Refused, refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import { writeQueue } from "../games/sync.ts";
import type { Begun, Created, Fact, MatchPlan, SeatFact } from "../journal/facts.ts";
import type { MatchLog } from "../journal/match-log.ts";
import { createdOf, headerOf } from "../journal/record.ts";
import { Queue } from "../queue.ts";
import { Referee, type Submission } from "./referee.ts";
import { type Holding, SeatTable } from "./seats.ts";
import { HandState, type MatchState } from "./state.ts";
import type { BeadWindow, Submitted } from "./temple-seam.ts";
import { Window } from "./window.ts";

/** Hears what happens in a match, when the synced state shows it. */
export interface MatchListener {
  /** Something changed that is no entry: who sits where, or that the match has begun. */
  changed(): void;
  entered(entry: RecordEntry<GameTypes>): void;
}

/** One match: its seats, its referee, and its synced state, which always shows both. It knows no sockets. */
export class Match<T extends GameTypes = GameTypes> {
  readonly plan: MatchPlan;
  readonly state: MatchState;
  readonly seats: SeatTable;
  readonly #hosted: HostedGame<T>;
  readonly #log: MatchLog;
  readonly #thinkers: Thinkers;
  readonly #window: Window;
  readonly #listener: MatchListener;
  readonly #created: Created;
  readonly #queue = new Queue();
  #referee: Referee<T> | null = null;
  /** What the synced state shows of the game; `null`: nothing yet. */
  #shown: T["state"] | null = null;

  /**
   * A match as its log tells it.
   * @param facts all that the log holds
   */
  constructor(
    facts: readonly Fact[],
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
    this.#thinkers = thinkers;
    this.#listener = listener;
    this.#window = new Window(plan.match);
    this.state = hosted.newState();
    this.state.assign({
      id: plan.match,
      code: plan.code,
      game: plan.game,
      private: plan.private,
      commitment: commitmentOf(secret),
    });
    const seats = hosted.game.seatsFor(plan.seats);
    this.seats = new SeatTable(plan.match, seats, this.state.seats);
    for (const seat of seats) this.state.hands.set(seat, new HandState());
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

  /** Somebody left for good. Gives the seat back while the match has not begun; then it stays taken. */
  async leaveSeat(seat: string): Promise<void> {
    if (this.#referee) return;
    const left = this.#queue.run(async () => {
      if (!this.#referee) await this.#happen({ type: "seat-left", seat });
    });
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

  /** All seats are taken, but the match has not begun: nonces are missing. */
  get gathered(): boolean {
    return !this.#referee && this.seats.open.length === 0;
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

  /** Lets nothing more happen here: what comes rejects with this. Resolves when what came before is journaled. */
  close(reason: Refused): Promise<void> {
    return this.#queue.close(reason);
  }

  /** Lets seats change: in the journal, and then for all to see. */
  async #happen(...facts: SeatFact[]): Promise<void> {
    await this.#log.append(facts);
    for (const fact of facts) this.seats.apply(fact);
    this.#listener.changed();
  }

  async #begin(): Promise<void> {
    const begun = this.#begun();
    await this.#log.append([begun]);
    this.#beginAs(begun);
    this.#show(0);
    this.#listener.changed();
  }

  #beginAs(begun: Begun): void {
    const header = headerOf(this.#created, begun);
    this.seats.fix(begun.players);
    this.#referee = new Referee(this.#hosted.game, this.#log, header, this.#queue, (entry) => {
      this.#show(entry.n);
      this.#listener.entered(entry);
    });
  }

  /** Folds in what the log tells of before; the synced state shows of the game what is so in the end. */
  #recall(fact: Fact): void {
    switch (fact.type) {
      case "begun":
        this.#beginAs(fact);
        return this.#look(0);
      case "entry":
        this.#playing.recall(fact.entry as RecordEntry<T>);
        return this.#look(fact.entry.n);
      case "created":
      case "given-up":
        return;
      default:
        return this.seats.apply(fact);
    }
  }

  /** Looks who may sacrifice after entry `n`. */
  #look(n: number): void {
    const { temple, game } = this.#hosted;
    if (temple) this.#window.after(n, temple.window(game.view(this.#playing.state, "public")));
  }

  /**
   * Plays a command.
   * @throws `Refused` with `match-not-started`
   */
  async submit(submission: Submission): Promise<Submitted> {
    return this.#playing.submit(submission);
  }

  /** Whether seats can be made local to temples. */
  get playsThroughTemples(): boolean {
    return this.#hosted.temple !== null;
  }

  /** Plays the command that a bead in this slot is; `mark` as in `MatchForTemples.dropBead`. */
  async dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted> {
    const { temple } = this.#hosted;
    if (temple === null) throw refused("no-temples");
    const objection = () => (mark === this.#window.mark ? null : "late");
    return this.submit({ id, seat, command: temple.bead(slot), objection });
  }

  /** Whether a command of this name was taken, asked when those before it are through. */
  async hasTaken(id: string): Promise<boolean> {
    return (await this.#referee?.hasTaken(id)) ?? false;
  }

  /**
   * Lets a bot, or the referee in its place, make the move that is awaited of it. Refused as `late`: while it thought
   * something else happened, and perhaps nothing is awaited of it any more.
   */
  async moveBot(seat: T["seat"], id: string): Promise<Submitted> {
    const kind = this.seats.botIn(seat);
    if (kind === null) throw new Error(`no bot sits in ${seat}`);
    const { state } = this.#playing;
    const objection = () => (this.#playing.state === state ? null : "late");
    const command = await this.#botCommand(kind, this.#hosted.game.view(state, seat));
    const moved = await this.submit({ id, seat, command, objection });
    if (moved.refused === undefined || moved.refused === "late") return moved;
    return this.submit({ id, seat, command: this.#hosted.game.fallback(state, seat), objection });
  }

  /** Who has to think does so elsewhere; one who cannot plays like an easy bot. */
  async #botCommand(kind: BotKind, view: T["view"]): Promise<T["command"]> {
    const thought = kind === "easy" ? null : await this.#thinkers.think(this.plan.game, kind, view);
    return thought ?? this.#hosted.easyBot(view, randomBelow);
  }

  /** The first bot whose decision is awaited. */
  get awaitedBot(): T["seat"] | undefined {
    if (!this.#referee) return undefined;
    const awaiting = this.#hosted.game.awaiting(this.#referee.state);
    return awaiting.map(({ seat }) => seat).find((seat) => this.seats.botIn(seat) !== null);
  }

  /** The commands open to a seat now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    if (!this.#referee) return [];
    return this.#hosted.game.legal(this.#hosted.game.view(this.#referee.state, seat), seat);
  }

  /** What a display of this temple needs to know. */
  tableFor(templeId: string): TempleTable {
    const { code } = this.plan;
    const { temple } = this.#hosted;
    const mark = this.#window.mark;
    if (!this.#referee || temple === null) return { ...NOTHING_TO_SHOW, match: code, mark };
    const display = temple.display(this.#hosted.game.view(this.#referee.state, "public"));
    return {
      ...display,
      phase: this.over ? "over" : "playing",
      match: code,
      mark,
      seat: display.seat === null ? null : this.#seatFor(templeId, display.seat),
    };
  }

  /** What a bead of this temple is judged by. */
  windowFor(templeId: string): BeadWindow {
    const { mark } = this.#window;
    if (!this.#referee) return { phase: "idle", mark, awaited: null };
    const awaiting = this.#hosted.game.awaiting(this.#referee.state);
    const awaited = awaiting.map(({ seat }) => ({ id: seat, local: this.#isLocal(seat, templeId) }));
    return {
      phase: this.over ? "over" : "playing",
      mark,
      awaited: awaited.find(({ local }) => local) ?? awaited[0] ?? null,
    };
  }

  get #playing(): Referee<T> {
    if (!this.#referee) throw refused("match-not-started");
    return this.#referee;
  }

  #begun(): Begun {
    const { players } = this.seats;
    const nonces = players.map(({ nonce }) => nonce);
    return {
      type: "begun",
      rules: RULES_VERSION,
      stream: STREAM,
      seats: this.seats.all.map(([seat]) => seat),
      seed: seedOf(this.#created.secret, nonces),
      players,
    };
  }

  /** Brings the synced state in step with the referee's, after `n` entries. */
  #show(n: number): void {
    const hosted = this.#hosted;
    const { game } = hosted;
    const { state } = this.#playing;
    const seen = game.view(state, "public");
    const before = this.#shown;
    this.state.n = n;
    this.state.status = game.outcome(state) === null ? "playing" : "over";
    if (this.over) this.state.secret = this.#created.secret;
    hosted.project(seen, this.state, before && game.view(before, "public"));
    for (const [seat, { cards }] of this.state.hands.entries()) {
      const hand = hosted.hand(game.view(state, seat), before && game.view(before, seat));
      if (hand !== null) writeQueue(cards, hand);
    }
    this.#shown = state;
    this.#window.after(n, hosted.temple?.window(seen) ?? null);
  }

  #seatFor(templeId: string, id: T["seat"]): TempleTable["seat"] {
    const name = this.state.seats.get(id)?.name ?? "";
    return { id, name, local: this.#isLocal(id, templeId) };
  }

  #isLocal(seat: T["seat"], templeId: string): boolean {
    return this.state.seats.get(seat)?.temple === templeId;
  }
}

const randomBelow = (n: number): number => randomInt(n);

/** The display while there is nothing to see at a temple: seats are open. */
const NOTHING_TO_SHOW = {
  phase: "idle",
  turn: null,
  seat: null,
  step: null,
  open: { h: false, t: false },
  left: 0,
  offerings: { h: 0, t: 0 },
  apocalypse: { state: "none", count: 0, of: 13, ruling: null },
} as const;
