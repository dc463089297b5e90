import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { refuse, refuseValue } from "../../refusal.ts";
import { clientCommandId } from "../../storage/journal/command-ids.ts";
import type { Match } from "../match.ts";
import type { PauseCommand } from "../referee.ts";
import type { Offers } from "./offers.ts";
import type { Asker, PeopleInPlay } from "./people-in-play.ts";

/** Time for a seat. */
interface Gift {
  /** The giver's name for it. */
  readonly id: string;
  readonly to: string;
  readonly seconds: number;
}

/** How the people of a table pause their match, let it go on, give each other time and take days off, at tables that allow it. */
export class Pauses {
  readonly #match: Match;
  readonly #people: PeopleInPlay;
  readonly #offers: Offers;
  /** The id of the entry that follows from the open question for time. */
  #giftId = "";

  constructor(match: Match, people: PeopleInPlay, offers: Offers) {
    this.#match = match;
    this.#people = people;
    this.#offers = offers;
    offers.onAgreed("pause", ({ by, accepted, seconds = 0 }) => {
      if (this.#isPaused) throw refuse("no-offer");
      return this.#enter(by, { type: "table-pause", seconds }, accepted);
    });
    offers.onAgreed("give-time", ({ by, accepted, to = "", seconds = 0 }) => {
      if (!people.all.includes(to)) throw refuse("no-offer");
      return this.#enter(by, { type: "table-give-time", to, seconds }, accepted, this.#giftId);
    });
  }

  /**
   * Pauses the match, or asks the people who are there. While it is paused, it changes nothing.
   * @throws `RefusalError` with `no-pauses`, `bad-request`, `no-opponent`, `too-many-pauses`, `offer-open`, `too-many-offers` with a wait, or as
   *   `PeopleInPlay.require`
   */
  ask(asker: Asker, seconds: number): Promise<void> {
    return this.#match.queue.run(async () => {
      this.#require(asker, seconds);
      if (this.#isPaused) return;
      await this.#askOrEnter(asker.seat, { type: "table-pause", seconds });
    });
  }

  /**
   * Gives a seat time, or asks the people who are there but for the one who gets it. Repeated with the same id it changes nothing.
   * @throws `RefusalError` with `unknown-seat` or `no-player`, or as `ask`
   */
  give(asker: Asker, { id, to, seconds }: Gift): Promise<void> {
    const { seat } = asker;
    const entry = clientCommandId(seat, `give-time.${id}`);
    return this.#match.queue.run(async () => {
      if (this.#match.hasBegun && this.#match.playing.isKnown(entry)) return;
      this.#require(asker, seconds);
      if (!this.#match.state.seats.has(to)) throw refuse("unknown-seat", { field: "to" });
      if (!this.#people.all.includes(to)) throw refuse("no-player", { field: "to" });
      await this.#askOrEnter(seat, { type: "table-give-time", to, seconds }, entry);
    });
  }

  /**
   * Lets the match go on. One that is not paused goes on as it does.
   * @throws `RefusalError` as `PeopleInPlay.require`
   */
  resume(asker: Asker): Promise<void> {
    return this.#match.queue.run(async () => {
      this.#people.require(asker);
      if (this.#isPaused) await this.#enter(asker.seat, { type: "table-resume" }, []);
    });
  }

  /**
   * Lets a seat's player take so many days off, on which its clock stands; 0: they are back. One that is on holiday stays so.
   * @throws `RefusalError` with `no-holidays`, `no-days-left`, or as `PeopleInPlay.require`
   */
  takeHoliday(asker: Asker, days: number): Promise<void> {
    const { seat } = asker;
    return this.#match.queue.run(async () => {
      const { plan, clocks, log, playing } = this.#match;
      if (plan.holidays === undefined) throw refuse("no-holidays");
      this.#people.require(asker);
      if (clocks.isOnHoliday(seat, log.now()) === days > 0) return;
      if (days > clocks.daysLeft(seat, plan.holidays, log.now()))
        throw refuse("no-days-left", { field: "days" });
      await playing.holiday(
        seat,
        days > 0 ? { type: "table-take-holiday", days } : { type: "table-end-holiday" },
      );
    });
  }

  get #isPaused(): boolean {
    return this.#match.clocks.pauseAt(this.#match.log.now()) !== null;
  }

  #require(asker: Asker, seconds: number): void {
    const { pauses } = this.#match.plan;
    if (pauses === undefined) throw refuse("no-pauses");
    if (seconds > pauses) throw refuseValue("bad-request", "seconds", `${pauses} at most at this table`);
    this.#people.require(asker);
    if (this.#match.playing.pausesInRow >= SERVER_LIMITS.pauses.row) throw refuse("too-many-pauses");
  }

  async #askOrEnter(
    by: string,
    command: Exclude<PauseCommand, { type: "table-resume" }>,
    id?: string,
  ): Promise<void> {
    const to = command.type === "table-give-time" ? command.to : undefined;
    const asked = this.#people.askedBy(by, this.#match.log.now()).filter((seat) => seat !== to);
    if (asked.length > 0) {
      const { seconds } = command;
      const { open } = this.#offers;
      // The same gift by another id is another gift: it waits for the answer to this one.
      if (open?.what === "give-time" && open.by === by && id !== this.#giftId) throw refuse("offer-open");
      const about = to === undefined ? { what: "pause" as const } : { what: "give-time" as const, to };
      this.#offers.make({ ...about, seconds, by, asked, times: SERVER_LIMITS.pauses });
      if (id !== undefined) this.#giftId = id;
      return;
    }
    // Of two people one gives the other time; but none takes it, or a pause, from those who are away, where the match may be rated.
    const isFree = to !== undefined && to !== by;
    const mayBeRated = !this.#match.plan.private && this.#match.seats.people.length > 1;
    if (mayBeRated && !isFree) throw refuse("no-opponent");
    await this.#enter(by, command, [], id);
  }

  #enter(by: string, command: PauseCommand, accepted: readonly string[], id?: string): Promise<void> {
    const { playing } = this.#match;
    const agreed = this.#people.all.filter((seat) => seat !== by && accepted.includes(seat));
    const entry = id ?? clientCommandId(by, `${command.type}.${playing.n + 1}`);
    return playing.pause(by, command, agreed, entry);
  }
}
