import { type IRoomCache, matchMaker } from "@colyseus/core";
import { refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Journal } from "../journal/journal.ts";
import type { Codes } from "../lobby/codes.ts";
import type { MatchMetadata } from "../match/listing.ts";
import { publicRecord } from "../match/public-record.ts";
import { roomIdOf } from "../match/room.ts";

/** The records of finished matches, for anybody. */
export class Records {
  readonly #codes: Codes;
  readonly #journal: Journal;
  readonly #games: ReadonlyMap<string, HostedGame>;

  constructor(codes: Codes, journal: Journal, games: ReadonlyMap<string, HostedGame>) {
    this.#codes = codes;
    this.#journal = journal;
    this.#games = games;
  }

  /**
   * @param idOrCode the match's id or, while its room is there, its short code
   * @throws `Refused` with `unknown-match`, or `match-not-over`
   */
  async read(idOrCode: string): Promise<{ readonly match: string; readonly text: string }> {
    const match = await this.#codes.idOf(idOrCode);
    if (match === null) throw refused("unknown-match");
    const room: IRoomCache<MatchMetadata> | undefined = await matchMaker.getRoomById(roomIdOf(match));
    if (room && room.metadata?.status !== "over") throw refused("match-not-over");
    const kept = await this.#journal.read(match);
    const hosted = kept && this.#games.get(kept.header.game);
    if (!hosted) throw refused("unknown-match");
    const text = publicRecord(hosted.game, kept);
    if (text === null) throw refused("match-not-over");
    return { match, text };
  }
}
