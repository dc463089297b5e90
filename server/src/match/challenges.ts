import { type Challenge, type DeclineReason, speedOf } from "@flower-war/protocol";
import { BOT_LIMITS } from "@flower-war/protocol/server";
import { newId } from "../random.ts";
import { refuse } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import type { LiveCore } from "./live-core.ts";

interface Kept extends Challenge {
  readonly id: string;
  /** Ends an open challenge's timer. */
  readonly cancel: Cancel;
}

/**
 * The bot accounts that the host of a gathering table has invited, one to each seat at most. They are not journaled: a process that takes
 * the match over knows none. One that was answered is shown until a player takes the seat or another bot is invited there.
 */
export class Challenges {
  readonly #core: LiveCore;
  readonly #bySeat = new Map<string, Kept>();

  constructor(core: LiveCore) {
    this.#core = core;
  }

  /** The challenges of the table, in turn order. */
  get all(): Challenge[] {
    return this.#core.match.seats.all.flatMap(([seat]) => {
      const kept = this.#bySeat.get(seat);
      if (!kept) return [];
      const { bot, name, status, reason, until } = kept;
      return [{ seat, bot, name, status, reason, until }];
    });
  }

  /**
   * Invites a bot account to an open seat. What is asked for again, because the answer was lost, is done already.
   * @param holder the seat's holder who sends the challenge
   * @param idOrName of the bot
   * @param address the sender's network address
   * @throws `RefusalError` with `bad-token`, `not-host`, `match-begun`, `unknown-seat`, `seat-taken`, `challenge-open`, or as `BotAccounts`
   */
  async open(holder: string, seat: string, idOrName: string, address: string): Promise<void> {
    this.#requireHost(holder);
    const { botAccounts, time, random } = this.#core.services;
    const bot = await botAccounts.find(idOrName, address);
    if (this.#isDone(seat, bot.id)) return;
    this.#requireOpenSeat(holder, seat, bot.id);
    const { plan, preset, seats, invitation } = this.#core.match;
    const { roomId } = this.#core.room;
    const until = time.now() + BOT_LIMITS.open;
    const id = newId(random);
    const expire = () => this.#answer(id, { status: "expired", reason: null });
    const cancel = time.after(BOT_LIMITS.open, expire);
    this.#bySeat.get(seat)?.cancel();
    this.#bySeat.set(seat, {
      id,
      seat,
      bot: bot.id,
      name: bot.name,
      status: "open",
      reason: null,
      until,
      cancel,
    });
    const sent = {
      id,
      match: invitation ?? plan.match,
      seat,
      game: plan.game,
      preset,
      speed: speedOf(plan.clock),
      host: seats.host ?? plan.host,
      until,
      roomId,
    };
    try {
      await botAccounts.challenge(bot.id, sent, address);
    } catch (error) {
      this.#drop(id);
      throw error;
    } finally {
      this.#show();
    }
  }

  /**
   * Requires that a bot account was invited to a seat.
   * @param preferred the seat that it asks for; `null`: none
   * @throws `RefusalError` with `not-challenged`
   */
  requireOpen(bot: string | null, preferred: string | null): void {
    const isOpen = [...this.#bySeat.values()].some(
      (kept) => kept.status === "open" && kept.bot === bot && kept.seat === preferred,
    );
    if (!isOpen) throw refuse("not-challenged");
  }

  /** Notes that a bot declined a challenge. One that is not open stays as it is. */
  declineChallenge(id: string, reason: DeclineReason): void {
    this.#answer(id, { status: "declined", reason });
  }

  /** Ends the challenges to seats that are no longer open. Call it after every change of the match. */
  update(): void {
    const ended = [...this.#bySeat.values()].filter(({ seat }) => !this.#isOpenSeat(seat));
    for (const { id } of ended) this.#drop(id);
    if (ended.length > 0) this.#core.room.broadcast("challenges", this.all);
  }

  /** Ends all challenges: the room closes. */
  stop(): void {
    for (const { id } of this.#bySeat.values()) this.#drop(id);
  }

  #requireHost(holder: string): void {
    const { seats, state } = this.#core.match;
    const claim = seats.findHolder(holder);
    if (claim === null) throw refuse("bad-token");
    if (state.status !== "gathering") throw refuse("match-begun");
    if (!seats.isHost(claim.seat)) throw refuse("not-host");
  }

  /** Whether the bot has the seat, or is invited there. @throws `RefusalError` with `unknown-seat` */
  #isDone(seat: string, bot: string): boolean {
    const { seats } = this.#core.match;
    if (seats.isBotAccount(seat)) return seats.personIn(seat).player === bot;
    const kept = this.#bySeat.get(seat);
    return kept?.status === "open" && kept.bot === bot;
  }

  #requireOpenSeat(holder: string, seat: string, bot: string): void {
    this.#requireHost(holder);
    if (!this.#isOpenSeat(seat)) throw refuse("seat-taken");
    const open = [...this.#bySeat.values()].filter(({ status }) => status === "open");
    if (open.some((kept) => kept.seat === seat || kept.bot === bot)) throw refuse("challenge-open");
  }

  #isOpenSeat(seat: string): boolean {
    return this.#core.match.state.status === "gathering" && this.#core.match.seats.open.includes(seat);
  }

  #answer(id: string, answer: Pick<Challenge, "status" | "reason">): void {
    const kept = [...this.#bySeat.values()].find((each) => each.id === id);
    if (kept?.status !== "open") return;
    kept.cancel();
    this.#bySeat.set(kept.seat, { ...kept, ...answer });
    this.#core.services.botAccounts.withdraw(kept.bot, id);
    this.#show();
  }

  #drop(id: string): void {
    const kept = [...this.#bySeat.values()].find((each) => each.id === id);
    if (!kept) return;
    kept.cancel();
    this.#bySeat.delete(kept.seat);
    if (kept.status === "open") this.#core.services.botAccounts.withdraw(kept.bot, id);
  }

  /** Tells the table's clients about its challenges. */
  #show(): void {
    this.#core.room.broadcast("challenges", this.all);
    this.#core.changed();
  }
}
