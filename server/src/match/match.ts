import { randomBytes, randomInt } from "node:crypto";
import type { BotKind, GameName } from "@flower-war/client-sdk/protocol";
import type { Slot, TempleTable } from "@flower-war/client-sdk/temple";
import { type Game, type GameTypes, type RecordEntry, RULES_VERSION, STREAM } from "@flower-war/rules";
import type { Thinkers } from "../bots/thinkers.ts";
import { refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import { writeQueue } from "../games/sync.ts";
import type { Journal, MatchHeader } from "../journal/journal.ts";
import { Referee, type Submission } from "./referee.ts";
import { type Holding, SeatTable } from "./seats.ts";
import { HandState, type MatchState } from "./state.ts";
import type { Submitted } from "./temple-seam.ts";
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
  #referee: Referee<T> | null = null;

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
    this.state.assign({ id: plan.match, code: plan.code, game: plan.game, private: plan.private });
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
  async seatHost(bots: readonly BotKind[]): Promise<Holding> {
    const holding = this.seats.take(this.plan.host);
    for (const kind of bots) this.seats.takeForBot(kind);
    await this.#beginIfFull(holding);
    return holding;
  }

  /**
   * A person takes the seat wished for, or the first open one.
   * @throws `Refused` with `unknown-seat`, `seat-taken` or `match-full`
   */
  async takeSeat(name: string, wished: string | null): Promise<Holding> {
    const holding = this.seats.take(name, wished);
    await this.#beginIfFull(holding);
    return holding;
  }

  /** Somebody left for good. Gives the seat back while others are open still; in a match that runs it stays taken. */
  leaveSeat(seat: string): void {
    if (this.seats.open > 0) this.seats.release(seat);
  }

  /** The match begins with its last seat taken; if it cannot, that seat is open again. */
  async #beginIfFull({ seat }: Holding): Promise<void> {
    if (this.seats.open > 0) return;
    try {
      await this.#begin();
    } catch (error) {
      this.seats.release(seat);
      throw error;
    }
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

  /** Plays the command that a bead in this slot is; `mark` as in `MatchForTemples.dropBead`. */
  async dropBead(seat: string, id: string, slot: Slot, mark: string | null): Promise<Submitted> {
    const objection = () => (mark === null || mark === this.#window.mark ? null : "late");
    return this.submit({ id, seat, command: this.#hosted.temple.bead(slot), objection });
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
    const mark = this.#window.mark;
    if (!this.#referee) return { ...NOTHING_TO_SHOW, match: code, mark };
    const display = this.#hosted.temple.display(this.#hosted.game.view(this.#referee.state, "public"));
    return {
      ...display,
      phase: this.over ? "over" : "playing",
      match: code,
      mark,
      seat: display.seat === null ? null : this.#seatFor(templeId, display.seat),
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
      players: this.seats.all.map(([, { kind, name }]) => ({ kind: kind === "bot" ? "bot" : "human", name })),
      game,
      rules: RULES_VERSION,
      options,
      seats: this.seats.all.map(([seat]) => seat),
      stream: STREAM,
      seed: randomBytes(32).toString("hex"),
    };
  }

  /** Brings the synced state in step with the referee's, after `n` entries. */
  #show(n: number): void {
    const { game, project, hand, temple } = this.#hosted;
    const { state } = this.#playing;
    const seen = game.view(state, "public");
    this.state.n = n;
    this.state.status = game.outcome(state) === null ? "playing" : "over";
    project(seen, this.state);
    for (const [seat, { cards }] of this.state.hands.entries())
      writeQueue(cards, hand(game.view(state, seat)));
    this.#window.after(n, temple.window(seen));
  }

  #seatFor(templeId: string, id: T["seat"]): TempleTable["seat"] {
    const seat = this.state.seats.get(id);
    const name = (seat?.name ?? "").slice(0, DISPLAYED_NAME);
    return { id, name, local: seat?.temple === templeId };
  }
}

const randomBelow = (n: number): number => randomInt(n);

/** Characters of a name that a display has room for (temple protocol section 3). */
const DISPLAYED_NAME = 16;

/** The display while seats are open. */
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
