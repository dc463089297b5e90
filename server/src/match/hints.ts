import type { MatchRequests } from "@flower-war/protocol";
import type { GameTypes } from "@flower-war/rules";
import { RefusalError, refusalBody, refuse } from "../refusal.ts";
import type { PeopleInPlay } from "./ending/people-in-play.ts";
import type { Match } from "./match.ts";
import type { MatchServices } from "./services.ts";

type Hint = MatchRequests["hint"]["answer"];

/** Advice for the only person in a match, who plays against bots. */
export class Hints {
  readonly #match: Match;
  readonly #people: PeopleInPlay;
  readonly #bots: MatchServices["bots"];
  /** The last advice, and what it is for. */
  #last: { readonly state: GameTypes["state"]; readonly seat: string; readonly hint: Promise<Hint> } | null =
    null;

  constructor(match: Match, people: PeopleInPlay, { bots }: Pick<MatchServices, "bots">) {
    this.#match = match;
    this.#people = people;
    this.#bots = bots;
  }

  /**
   * Resolves with what a strong bot would do in a seat, once it is journaled that its player asked. Asked again for the same decision it is the
   * same.
   * @throws `RefusalError` with `no-hints`, `not-your-decision`, `unavailable`, or as `PeopleInPlay.require`
   */
  async ask(seat: string): Promise<Hint> {
    const hint = await this.#match.queue.run(async () => {
      this.#require(seat);
      const { state } = this.#match.playing;
      if (this.#last?.state === state && this.#last.seat === seat) return { made: this.#last.hint };
      await this.#match.record([{ type: "hinted", seat }]);
      const made = this.#make(seat);
      this.#last = { state, seat, hint: made };
      // One that failed is made anew; who waits for it is told.
      void made.catch(() => {
        this.#last = null;
      });
      return { made };
    });
    return hint.made;
  }

  async #make(seat: string): Promise<Hint> {
    const { playing, game, plan, begun } = this.#match;
    const { n } = playing;
    const advised = { seat, seats: begun?.seats ?? [] };
    const advice = await this.#bots.advise(plan.game, game.view(playing.state, seat), advised);
    if (advice === null) throw refuse("unavailable");
    const moves = advice.map(({ command, chance: { chance, margin }, follows }) => ({
      command,
      chance,
      margin,
      follows: [...follows] as Hint["moves"][number]["follows"],
    }));
    return { n, moves };
  }

  #require(seat: string): void {
    this.#people.require(seat);
    const { canHint, plan, awaiting } = this.#match;
    if (!canHint || !this.#bots.canAdvise(plan.game)) throw refuse("no-hints");
    if (!awaiting.some((awaited) => awaited.seat === seat))
      throw new RefusalError(refusalBody("not-your-decision"));
  }
}
