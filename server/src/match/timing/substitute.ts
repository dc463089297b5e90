import type { BotKind, ClockRules } from "@flower-war/protocol";
import { sumUp } from "@flower-war/protocol/log";
import type { GameTypes } from "@flower-war/rules";
import type { ThinkingKind } from "../../bots/question.ts";
import { newId, randomBelow } from "../../random.ts";
import { botCommandId, clockCommandId } from "../../storage/journal/command-ids.ts";
import type { Match } from "../match.ts";
import type { MatchServices } from "../services.ts";
import type { Submitted } from "../temples/contract.ts";
import { Choice } from "./choice.ts";

type Command = GameTypes["command"];

/** A bot whose command was not played: the game's fallback was. */
interface BotFault {
  readonly kind: BotKind;
  /** `refused`: the rules refused its command; `bot-error`: it threw. */
  readonly cause: "refused" | "bot-error";
  /** The code of the refusal. */
  readonly code?: string;
  /** The public part of the refused command. */
  readonly command?: unknown;
  readonly err?: unknown;
}

/** Plays for seats of a match in place of a person: a bot's, or that of a player who does not answer. */
export class Substitute {
  readonly #match: Match;
  readonly #services: Pick<MatchServices, "bots" | "botDelay" | "random" | "log">;
  #hasLoggedFault = false;

  constructor(match: Match, services: Pick<MatchServices, "bots" | "botDelay" | "random" | "log">) {
    this.#match = match;
    this.#services = services;
  }

  /** The first awaited seat that the server must play. */
  get seat(): string | undefined {
    return this.#match.awaiting.map(({ seat }) => seat).find((seat) => this.#isNeeded(seat));
  }

  /** Returns the party that plays for a seat. */
  sourceOf(seat: string): "bot" | "clock" {
    return this.#match.seats.botIn(seat) === null ? "clock" : "bot";
  }

  /** Returns ms before the server plays for an awaited seat. @param now ms since 1970 */
  delayOf(seat: string, now: number): number {
    if (this.#match.clocks.isOver(seat, now)) return 0;
    const { botDelay, bots } = this.#services;
    const bot = this.#match.seats.botIn(seat);
    return Math.max(botDelay, thinks(bot) ? bots.answerTime(bot) : 0);
  }

  /**
   * Returns what chooses the command of an awaited seat.
   * @param by when it is played, by the monotonic clock
   */
  chooseFor(seat: string, by: number): Choice {
    const { state } = this.#match.playing;
    const bot = this.#match.seats.botIn(seat);
    const away = this.#match.clocks.isAway(seat) ? this.#match.plan.clock?.away : undefined;
    const choose = () => this.#choose(state, seat, bot === null ? away : "bot");
    const { plan, game } = this.#match;
    const think = thinks(bot)
      ? () => this.#services.bots.think(plan.game, bot, game.view(state, seat), by)
      : null;
    return new Choice(seat, state, {
      choose,
      think,
      bot: bot ?? (away === "bot" ? "easy" : null),
    });
  }

  /** Chooses like an easy bot, or by the match's clock rules for an absent player; otherwise the game's fallback. */
  #choose(state: GameTypes["state"], seat: string, rule: ClockRules["away"] | undefined): Command {
    const { game, hosted } = this.#match;
    const view = game.view(state, seat);
    if (rule === "bot") return hosted.easyBot(view, (n) => randomBelow(this.#services.random, n));
    const concession =
      rule === "forfeit" ? game.legal(view, seat).find(({ type }) => type === "concede") : undefined;
    return concession ?? game.fallback(state, seat);
  }

  /** Whether a choice is still needed, for the state that it was made for. */
  isOpen({ seat, state }: Choice): boolean {
    return !this.#match.isOver && this.#match.playing.state === state && this.#isNeeded(seat);
  }

  /**
   * Plays for a seat: what its bot or substitute chose, or, if that is refused or a bot throws, the game's fallback. Refused as `late`
   * if something else happened meanwhile.
   */
  async play(choice: Choice): Promise<Submitted> {
    const { seat, state, bot } = choice;
    const { game, playing } = this.#match;
    const by = this.sourceOf(seat);
    const id = by === "clock" ? clockCommandId(playing.n + 1) : botCommandId(newId(this.#services.random));
    const objection = () => (playing.state === state && this.#isNeeded(seat) ? null : "late");
    const command = this.#takeFrom(choice);
    if (command !== null) {
      const played = await this.#match.submit(by, { id, seat, command, objection });
      if (played.refused === undefined || played.refused === "late") return played;
      if (bot !== null) {
        const told = this.#tellable(choice, command);
        this.#logFault(seat, { kind: bot, cause: "refused", code: played.refused, command: told });
      }
    }
    return this.#match.submit(by, { id, seat, command: game.fallback(state, seat), objection });
  }

  /** Returns the choice; `null` if a bot threw. @throws errors of anything but a bot */
  #takeFrom(choice: Choice): Command | null {
    try {
      return choice.take();
    } catch (err) {
      if (choice.bot === null) throw err;
      this.#logFault(choice.seat, { kind: choice.bot, cause: "bot-error", err });
      return null;
    }
  }

  /** Returns the public part of a command that a seat would have given: its type alone if it holds something hidden. */
  #tellable({ seat, state }: Choice, command: Command): unknown {
    const { game, hosted } = this.#match;
    const hand = hosted.packHand(game.view(state, seat), null, game.view(state, "public")) ?? [];
    return hand.length === 0 ? command : { type: (command as Command | undefined)?.type };
  }

  /** Logs a bot's fault once a match, since it repeats with each move. */
  #logFault(seat: string, fault: BotFault): void {
    if (this.#hasLoggedFault) return;
    this.#hasLoggedFault = true;
    const { game } = this.#match.plan;
    this.#services.log.warn(sumUp({ game, seat, ...fault }, `${game} ${fault.cause}`), "bot gave no command");
  }

  #isNeeded(seat: string): boolean {
    const { seats, clocks, log, details } = this.#match;
    if (clocks.pauseAt(log.now()) !== null) return false;
    // Bots wait while people are asked whether an act may be taken back.
    if (seats.botIn(seat) !== null) return details.offer?.what !== "take-back";
    return clocks.isAway(seat) || clocks.isOver(seat, log.now());
  }
}

/** Whether a bot of this kind thinks, in a process of its own; until it has thought it plays like an easy one. */
function thinks(kind: BotKind | null): kind is ThinkingKind {
  return kind !== null && kind !== "easy";
}
