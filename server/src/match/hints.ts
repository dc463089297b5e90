import type { MatchRequests } from "@flower-war/protocol";
import { type GameTypes, type RecordEntry, tableEntries } from "@flower-war/rules";
import { RefusalError, refusalBody, refuse } from "../refusal.ts";
import type { Asker, PeopleInPlay } from "./ending/people-in-play.ts";
import type { Match } from "./match.ts";
import type { MatchServices } from "./services.ts";

type Hint = MatchRequests["hint"]["answer"];

/** Advice for the only person in a match, who plays against bots. */
export class Hints {
  readonly #match: Match;
  readonly #people: PeopleInPlay;
  readonly #bots: MatchServices["bots"];
  /** The hint for the decision that a seat has now; `null`: none was asked for. */
  #last: { readonly seat: string; readonly hint: Promise<Hint> } | null = null;
  /** Whether one is being made. */
  #isMaking = false;

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
  async ask(asker: Asker): Promise<Hint> {
    const { seat } = asker;
    const asked = await this.#match.queue.run(async () => {
      this.#require(asker);
      if (this.#last?.seat === seat) return this.#last;
      if (this.#isMaking || this.#bots.isAdvising) throw refuse("unavailable");
      if (!this.#match.isHinted(seat)) await this.#match.record([{ type: "hinted", seat }]);
      const made = { seat, hint: this.#make(seat) };
      this.#last = made;
      // A failed hint is computed again; its waiting requests are refused.
      void made.hint.catch(() => {
        if (this.#last === made) this.#last = null;
      });
      return made;
    });
    return asked.hint;
  }

  /** Notes that a seat has another decision. Call it after each entry. */
  noteEntry({ seat, events }: Pick<RecordEntry<GameTypes>, "seat" | "events">): void {
    if (this.#last?.seat === seat && !tableEntries.leavesGame(events)) this.#last = null;
  }

  async #make(seat: string): Promise<Hint> {
    const { playing, game, plan, begun } = this.#match;
    const { n } = playing;
    const advised = { seat, seats: begun?.seats ?? [] };
    this.#isMaking = true;
    const advice = await this.#bots
      .advise(plan.game, game.view(playing.state, seat), advised)
      .finally(() => (this.#isMaking = false));
    if (advice === null) throw refuse("unavailable");
    const moves = advice.map(({ follows, ...move }) => ({ ...move, follows: [...follows] }));
    return { n, moves };
  }

  #require(asker: Asker): void {
    this.#people.require(asker);
    const { seat } = asker;
    const { canHint, plan, awaiting } = this.#match;
    if (!canHint || !this.#bots.canAdvise(plan.game)) throw refuse("no-hints");
    if (!awaiting.some((awaited) => awaited.seat === seat))
      throw new RefusalError(refusalBody("not-your-decision"));
  }
}
