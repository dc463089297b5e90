import { LIMITS } from "@flower-war/protocol";
import { type Agreement, agreedOutcome, type GameTypes, type RecordEntry } from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import type { CommandSource } from "../metrics/counters.ts";
import { newId } from "../random.ts";
import { refuse } from "../refusal.ts";
import { botCommandId, clockCommandId } from "../storage/journal/command-ids.ts";
import type { Begun } from "../storage/journal/facts.ts";
import type { MatchHistoryFacts, StoredResult } from "../storage/journal/journal.ts";
import { headerOf, resultOf } from "../storage/journal/record.ts";
import type { MatchCore } from "./match-core.ts";
import { Referee, type Submission } from "./referee.ts";
import type { Submitted } from "./temples/contract.ts";
import type { BotFault, Choice } from "./timing/choice.ts";
import type { TurnState } from "./timing/match-clocks.ts";
import type { Substitute } from "./timing/substitute.ts";

/** The part of a match that play uses. */
export interface PlayPorts<T extends GameTypes> extends MatchCore {
  readonly hosted: HostedGame<T>;
  readonly substitute: Substitute<T>;
  /** As `Match.submit`. */
  readonly submit: (by: CommandSource, submission: Submission) => Promise<Submitted>;
  /** Returns what is stored for histories when it ends with this entry. @param last `null`: it ends by an agreement */
  readonly historyOf: (last: RecordEntry<GameTypes> | null) => MatchHistoryFacts;
  /** Is called with each entry that is played, or was in the past. */
  readonly applied: (entry: RecordEntry<GameTypes>) => void;
  /** Is called after `applied` with each entry that is played now: shows it. */
  readonly entered: (entry: RecordEntry<GameTypes>) => void;
}

/** A match that has begun: its referee, turns and clocks, and how it ends. */
export class Play<T extends GameTypes = GameTypes> {
  readonly #ports: PlayPorts<T>;
  readonly #begun: Begun & { readonly at: number };
  /** Decides the commands. */
  readonly referee: Referee<T>;
  /** When it was played last, ms since 1970. */
  #playedAt: number;
  /** The last command; `null`: none. */
  #last: RecordEntry<GameTypes> | null = null;
  /** How many turns there were, the current one included, and which that is. */
  #turns = { count: 0, current: null as string | number | null };

  constructor(begun: Begun & { readonly at: number }, ports: PlayPorts<T>) {
    const { created, hosted, log, queue, seats, clocks } = ports;
    this.#ports = ports;
    this.#begun = begun;
    this.#playedAt = begun.at;
    this.referee = new Referee(hosted.game, log, headerOf(created, begun), queue, {
      onEntry: (entry, at) => {
        this.#apply(entry, at);
        ports.entered(entry);
      },
      objection: () => (ports.details.current.ending === "" ? null : "match-over"),
      resultOf: (outcome, last) => this.#resultOf(outcome, last.n, log.now(), last),
    });
    this.#countTurn();
    clocks.start(seats.people, this.#turnState, begun.at);
  }

  /** When the match began, ms since 1970. */
  get beganAt(): number {
    return this.#begun.at;
  }

  /** The game's state. */
  get state(): T["state"] {
    return this.referee.state;
  }

  /** Number of entries so far. */
  get n(): number {
    return this.referee.n;
  }

  /** How many turns there were, the current one included; those after `LIMITS.abortTurns` are not counted. */
  get turns(): number {
    return this.#turns.count;
  }

  get #isOver(): boolean {
    return this.#ports.state.status === "over";
  }

  /** Returns the stored result of a finished match. @throws `RefusalError` with `match-not-over` */
  get result(): StoredResult {
    const { ending } = this.#ports.details.current;
    const outcome = ending === "" ? this.#ports.hosted.game.outcome(this.state) : agreedOutcome(ending);
    if (outcome === null) throw refuse("match-not-over");
    return this.#resultOf(outcome, this.n, this.#playedAt, ending === "" ? this.#last : null);
  }

  /** Applies a journaled entry of the past. @param at ms since 1970 */
  restore(entry: RecordEntry<T>, at: number): void {
    this.referee.restore(entry);
    this.#apply(entry, at);
  }

  /** Ends the match by what its people agreed to: resolves when that is durable. */
  async end(by: Agreement): Promise<void> {
    const { log } = this.#ports;
    const result = this.#resultOf(agreedOutcome(by), this.n, log.now(), null);
    this.applyEnd(by, await log.append([{ type: "ended", by }], true, result));
  }

  /** Applies a journaled agreement. @param at ms since 1970 */
  applyEnd(by: Agreement, at: number): void {
    this.#playedAt = at;
    this.#ports.details.change({ ending: by });
  }

  /** Starts the clocks anew, because other people play now. @param at ms since 1970 */
  restartClocks(at: number): void {
    const { clocks, seats } = this.#ports;
    clocks.start(seats.people, this.#turnState, at);
  }

  /** Returns the commands that a seat may submit now. */
  legal(seat: T["seat"]): readonly T["command"][] {
    const { game } = this.#ports.hosted;
    return this.#isOver ? [] : game.legal(game.view(this.state, seat), seat);
  }

  /** The first awaited seat that the server must play: a bot's, or that of a player who does not answer. */
  get seatToPlayFor(): T["seat"] | undefined {
    return this.#isOver ? undefined : this.#awaited.find((seat) => this.#mustPlayFor(seat));
  }

  /** Returns what chooses for the seat of `seatToPlayFor`. @param by when it is played, by the monotonic clock */
  chooseFor(seat: T["seat"], by: number): Choice<T> {
    return this.#ports.substitute.chooseFor(this.state, seat, by);
  }

  /** Whether a choice is still needed, for the state that it was made for. */
  isOpen({ seat, state }: Choice<T>): boolean {
    return !this.#isOver && this.state === state && this.#mustPlayFor(seat);
  }

  /**
   * Plays for a seat: what its bot or substitute chose, or, if that is refused or a bot throws, the game's fallback. Refused as `late`
   * if something else happened meanwhile.
   * @param onFault called if a bot chose, and the fallback is played in its place
   */
  async playFor(choice: Choice<T>, onFault: (fault: BotFault) => void): Promise<Submitted> {
    const { seat, state, bot } = choice;
    const { hosted, random, seats, submit } = this.#ports;
    const by = seats.botIn(seat) === null ? "clock" : "bot";
    const id = by === "clock" ? clockCommandId(this.n + 1) : botCommandId(newId(random));
    const objection = () => (this.state === state && this.#mustPlayFor(seat) ? null : "late");
    const taken = takeFrom(choice);
    if (taken.fault !== undefined) onFault(taken.fault);
    else {
      const { command } = taken;
      const played = await submit(by, { id, seat, command, objection });
      if (played.refused === undefined || played.refused === "late") return played;
      if (bot !== null) {
        const told = this.#tellable(choice, command);
        onFault({ kind: bot, cause: "refused", code: played.refused, command: told });
      }
    }
    return submit(by, { id, seat, command: hosted.game.fallback(state, seat), objection });
  }

  /** Returns the public part of a command that a seat would have given: its type alone if it holds something hidden. */
  #tellable({ seat, state }: Choice<T>, command: T["command"]): unknown {
    const { hosted } = this.#ports;
    const hand = hosted.packHand(hosted.game.view(state, seat), null) ?? [];
    return hand.length === 0 ? command : { type: (command as T["command"] | undefined)?.type };
  }

  #mustPlayFor(seat: T["seat"]): boolean {
    return this.#ports.substitute.isNeeded(seat, this.#ports.log.now());
  }

  /** @param at ms since 1970 */
  #apply(entry: RecordEntry<GameTypes>, at: number): void {
    const { clocks, applied } = this.#ports;
    this.#playedAt = at;
    this.#last = entry;
    if (clocks.current) clocks.applyCommand(entry, this.#turnState, at);
    this.#countTurn();
    applied(entry);
  }

  /** Counts turns only as long as it matters how many there were. */
  #countTurn(): void {
    if (this.#turns.count > LIMITS.abortTurns) return;
    const { turn } = this.#turnState;
    if (turn !== null && turn === this.#turns.current) return;
    this.#turns = { count: this.#turns.count + 1, current: turn };
  }

  get #turnState(): TurnState {
    const { hosted } = this.#ports;
    const turn = hosted.turnOf?.(hosted.game.view(this.state, "public")) ?? null;
    return { turn, awaiting: this.#awaited };
  }

  /** The seats that the match waits for. */
  get #awaited(): T["seat"][] {
    return this.#ports.hosted.game.awaiting(this.state).map(({ seat }) => seat);
  }

  /**
   * @param endedAt ms since 1970
   * @param last the entry with which it ends; `null`: it ends by an agreement
   */
  #resultOf(
    outcome: object,
    entries: number,
    endedAt: number,
    last: RecordEntry<GameTypes> | null,
  ): StoredResult {
    const { created, seats, historyOf } = this.#ports;
    const result = resultOf(created, this.#begun, seats.knownPlayers, { outcome, entries, endedAt });
    return { ...result, history: historyOf(last) };
  }
}

/** Takes what was chosen, or what is wrong with the bot that should have. @throws what anything but a bot throws */
function takeFrom<T extends GameTypes>(
  choice: Choice<T>,
): { readonly command: T["command"]; readonly fault?: undefined } | { readonly fault: BotFault } {
  try {
    return { command: choice.take() };
  } catch (err) {
    if (choice.bot === null) throw err;
    return { fault: { kind: choice.bot, cause: "bot-error", err } };
  }
}
