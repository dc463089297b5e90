import { CODE, type MatchSummary } from "@flower-war/client-sdk/protocol";
import { refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Journal, MatchHead } from "../journal/journal.ts";
import { playedMatch } from "../journal/record.ts";
import { publicRecord } from "../match/public-record.ts";

/** What anybody may have of a match, whichever server plays or played it: that it is on, and its record when it is over. */
export class Records {
  readonly #journal: Journal;
  readonly #games: ReadonlyMap<string, HostedGame>;

  constructor(journal: Journal, games: ReadonlyMap<string, HostedGame>) {
    this.#journal = journal;
    this.#games = games;
  }

  /** @throws `Refused` with `unknown-match` or `match-damaged` */
  async summary(idOrCode: string): Promise<MatchSummary> {
    const { match, code, game, over } = await this.#headOf(idOrCode);
    return { match, code, game, over };
  }

  /**
   * @param idOrCode the match's id or, while no other match has it, its short code
   * @throws `Refused` with `unknown-match`, `match-not-over` or `match-damaged`
   */
  async read(idOrCode: string): Promise<{ readonly match: string; readonly text: string }> {
    const head = await this.#headOf(idOrCode);
    if (!head.over) throw refused("match-not-over");
    const kept = await this.#journal.read(head.match);
    const played = kept && playedMatch(kept.facts);
    const hosted = this.#games.get(head.game);
    if (!played || !hosted) throw refused("unknown-match");
    const text = publicRecord(hosted.game, played);
    if (text === null) throw refused("match-not-over");
    return { match: head.match, text };
  }

  async #headOf(idOrCode: string): Promise<MatchHead> {
    const isCode = idOrCode.length === CODE.length;
    const head = await this.#journal.headOf(isCode ? idOrCode.toUpperCase() : idOrCode);
    if (!head) throw refused("unknown-match");
    return head;
  }
}
