import { randomBytes, randomInt } from "node:crypto";
import type { BotKind, GameName } from "@flower-war/client-sdk/protocol";
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
import type { Thinkers } from "../bots/thinkers.ts";
import { refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import { writeQueue } from "../games/sync.ts";
import type { Journal, MatchHeader } from "../journal/journal.ts";
import { Referee, type Submission } from "./referee.ts";
import { type Holding, SeatTable } from "./seats.ts";
import { HandState, type MatchState } from "./state.ts";
import type { BeadWindow, Submitted } from "./temple-seam.ts";
import { Window } from "./window.ts";

/** What is fixed when a match is created. */
export interface MatchPlan {
  /** The match's id: 12 of `A-Za-z0-9`. */
  readonly match: string;
  readonly code: string;
  readonly game: GameName;
  /** Host options, complete. */
  readonly options: object;
  /** Number of seats. */
  readonly seats: number;
  readonly private: boolean;
  /** The creator's name. */
  readonly host: string;
}

/** One match: its seats, its referee, and its synced state, which always shows both. It knows no sockets. */
export class Match<T extends GameTypes = GameTypes> {
  readonly plan: MatchPlan;
  readonly state: MatchState;
  readonly seats: SeatTable;
  readonly #hosted: HostedGame<T>;
  readonly #journal: Journal;
  readonly #thinkers: Thinkers;
  readonly #window: Window;
  readonly #onEntry: (entry: RecordEntry<T>) => void;
  /** Its commitment is public from the first moment, the secret itself from the last. */
  readonly #secret = randomBytes(32).toString("hex");
  #beginning: Promise<void> | null = null;
  #referee: Referee<T> | null = null;
  /** What the synced state shows of the game; `null`: nothing yet. */
  #shown: T["state"] | null = null;

  /** @param onEntry hears of every entry, when the synced state shows it */
  constructor(
    plan: MatchPlan,
    hosted: HostedGame<T>,
    journal: Journal,
    thinkers: Thinkers,
    onEntry: (entry: RecordEntry<T>) => void,
  ) {
    this.plan = plan;
    this.#hosted = hosted;
    this.#journal = journal;
    this.#thinkers = thinkers;
    this.#onEntry = onEntry;
    this.#window = new Window(plan.match);
    this.state = hosted.newState();
    this.state.assign({
      id: plan.match,
      code: plan.code,
      game: plan.game,
      private: plan.private,
      commitment: commitmentOf(this.#secret),
    });
    const seats = hosted.game.seatsFor(plan.seats);
    this.seats = new SeatTable(plan.match, seats, this.state.seats);
    for (const seat of seats) this.state.hands.set(seat, new HandState());
  }

  get game(): Game<T> {
    return this.#hosted.game;
  }

  get over(): boolean {
    return this.state.status === "over";
  }

  /**
   * The creator takes the first seat, and bots the next ones.
   * @throws `Refused` with `match-full`
   */
  seatHost(bots: readonly BotKind[]): Holding {
    const holding = this.seats.take(this.plan.host);
    for (const kind of bots) this.seats.takeForBot(kind);
    return holding;
  }

  /**
   * A person takes the seat wished for, or the first open one.
   * @throws `Refused` with `unknown-seat`, `seat-taken` or `match-full`
   */
  takeSeat(name: string, wished: string | null): Holding {
    return this.seats.take(name, wished);
  }

  /** Somebody left for good. Gives the seat back while the match has not begun; then it stays taken. */
  leaveSeat(seat: string): void {
    if (!this.#referee && !this.#beginning) this.seats.release(seat);
  }

  /**
   * A player adds a nonce to the dice; with the last one missing the match begins. Returns the nonce that counts. Rejects
   * if the match cannot begin: asked again it tries again.
   */
  async giveNonce(seat: string, nonce: string): Promise<string> {
    const counting = this.seats.giveNonce(seat, nonce);
    if (this.gathered && this.seats.haveNonces) await this.#beginOnce();
    return counting;
  }

  /** All seats are taken, but the match has not begun: nonces are missing. */
  get gathered(): boolean {
    return !this.#referee && this.seats.open === 0;
  }

  /** Begins a match that is gathered without the nonces that never came. */
  async beginWithoutThem(): Promise<void> {
    if (!this.gathered) return;
    this.seats.standIn();
    await this.#beginOnce();
  }

  #beginOnce(): Promise<void> {
    this.#beginning ??= this.#begin().finally(() => (this.#beginning = null));
    return this.#beginning;
  }

  async #begin(): Promise<void> {
    this.#referee = await Referee.begin(this.#hosted.game, this.#journal, this.#header(), (entry) => {
      this.#show(entry.n);
      this.#onEntry(entry);
    });
    this.#show(0);
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

  #header(): MatchHeader<T> {
    const { match, code, options, game } = this.plan;
    return {
      match,
      code,
      private: this.plan.private,
      secret: this.#secret,
      players: this.seats.all.map(([seat, { kind, name, nonce }]) => ({
        kind: kind === "bot" ? "bot" : "human",
        name,
        nonce,
        from: this.seats.nonceSource(seat),
      })),
      game,
      rules: RULES_VERSION,
      options,
      seats: this.seats.all.map(([seat]) => seat),
      stream: STREAM,
      seed: seedOf(
        this.#secret,
        this.seats.all.map(([, { nonce }]) => nonce),
      ),
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
    if (this.over) this.state.secret = this.#secret;
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
