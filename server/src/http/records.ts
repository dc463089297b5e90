import { CODE } from "@flower-war/client-sdk/protocol";
import { refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Journal } from "../journal/journal.ts";
import { playedMatch } from "../journal/record.ts";
import { publicRecord } from "../match/public-record.ts";

/** The records of finished matches, for anybody, whichever server played them. */
export class Records {
  readonly #journal: Journal;
  readonly #games: ReadonlyMap<string, HostedGame>;

  constructor(journal: Journal, games: ReadonlyMap<string, HostedGame>) {
    this.#journal = journal;
    this.#games = games;
  }

  /**
   * @param idOrCode the match's id or, while no other match has it, its short code
   * @throws `Refused` with `unknown-match`, `match-not-over` or `match-damaged`
   */
  async read(idOrCode: string): Promise<{ readonly match: string; readonly text: string }> {
    const isCode = idOrCode.length === CODE.length;
    const head = await this.#journal.headOf(isCode ? idOrCode.toUpperCase() : idOrCode);
    if (!head) throw refused("unknown-match");
    if (!head.over) throw refused("match-not-over");
    const kept = await this.#journal.read(head.match);
    const played = kept && playedMatch(kept.facts);
    const hosted = this.#games.get(head.game);
    if (!played || !hosted) throw refused("unknown-match");
    const text = publicRecord(hosted.game, played);
    if (text === null) throw refused("match-not-over");
    return { match: head.match, text };
  }
}
