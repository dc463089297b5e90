import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import type { Match } from "../match.ts";
import type { Cancel, Time } from "../../time.ts";
import type { BotFault, Choice } from "./choice.ts";

/** ms before a move that failed is tried again, doubled each time. */
const RETRY = { first: 500, most: 30_000 };

interface AutoplayOptions {
  readonly time: Time;
  /** ms before each move of a bot, so that people can follow; at least as long as its kind needs. */
  readonly botDelay: number;
  readonly log: Logger;
}

/**
 * Plays for bots, and for players whose time is over: one move at a time.
 *
 * The time of its move follows from public facts: who is awaited, since when, and whether a bot thinks there. The time is set before
 * anything looks at what the seat holds; the command is chosen meanwhile, and what is chosen by then is played then (SECURITY.md).
 */
export class Autoplay {
  readonly #match: Match;
  readonly #time: Time;
  readonly #botDelay: number;
  readonly #log: Logger;
  /** The move that is due next; `null`: none, or it is played now. */
  #next: { readonly choice: Choice; readonly cancel: Cancel } | null = null;
  #isPlaying = false;
  #retryDelay = RETRY.first;
  #stopped = false;
  #hasLoggedFault = false;

  constructor(match: Match, { time, botDelay, log }: AutoplayOptions) {
    this.#match = match;
    this.#time = time;
    this.#botDelay = botDelay;
    this.#log = log;
  }

  /** Schedules a move if one is needed. Call it after every change of the match. */
  schedule(): void {
    if (this.#stopped || this.#isPlaying) return;
    const seat = this.#match.seatToPlayFor;
    if (seat === undefined) return this.#drop();
    if (this.#next?.choice.seat === seat && this.#match.playing.isOpen(this.#next.choice)) return;
    this.#scheduleIn(this.#delayOf(seat), seat);
  }

  stop(): void {
    this.#drop();
    this.#stopped = true;
  }

  /** ms before the server plays for a seat. */
  #delayOf(seat: string): number {
    if (this.#match.clocks.isOver(seat, this.#time.now())) return 0;
    return Math.max(this.#botDelay, this.#match.leastDelay(seat));
  }

  #scheduleIn(ms: number, seat: string): void {
    this.#drop();
    if (this.#stopped) return;
    const choice = this.#match.playing.chooseFor(seat, this.#time.monotonic() + ms);
    const next = { choice, cancel: this.#time.after(ms, () => void this.#play(choice)) };
    this.#next = next;
    // Not at once: what others are sent about the last move does not wait for it.
    void this.#time.nextTurn().then(() => (this.#next === next ? choice.begin() : undefined));
  }

  #drop(): void {
    this.#next?.cancel();
    this.#next = null;
  }

  async #play(choice: Choice): Promise<void> {
    this.#next = null;
    this.#isPlaying = true;
    try {
      const played = await this.#playFor(choice);
      this.#retryDelay = RETRY.first;
      this.#isPlaying = false;
      if (played) this.schedule();
    } catch {
      this.#isPlaying = false;
      this.#retry();
    }
  }

  #retry(): void {
    const seat = this.#match.seatToPlayFor;
    if (seat === undefined) return;
    this.#scheduleIn(this.#retryDelay, seat);
    this.#retryDelay = Math.min(2 * this.#retryDelay, RETRY.most);
  }

  /**
   * Plays for a seat. Rejects if the journal or the rules failed.
   * @returns `false`: the move was refused, and is not tried again before the next change
   */
  async #playFor(choice: Choice): Promise<boolean> {
    const { seat } = choice;
    const by = this.#match.seats.botIn(seat) === null ? "clock" : "bot";
    try {
      const { refused: code } = await this.#match.playing.playFor(choice, (fault) =>
        this.#logFault(seat, fault),
      );
      if (code === undefined || code === "late") return true;
      this.#log.error({ by, seat, code }, "automatic move refused");
      return false;
    } catch (error) {
      this.#log.error({ err: error, by, seat }, "automatic move failed");
      throw error;
    }
  }

  /** Logs what is wrong with a bot, once a match: it is the same at each of its moves. */
  #logFault(seat: string, fault: BotFault): void {
    if (this.#hasLoggedFault) return;
    this.#hasLoggedFault = true;
    const { game } = this.#match.plan;
    this.#log.warn(sumUp({ game, seat, ...fault }, `${game} ${fault.cause}`), "bot gave no command");
  }
}
