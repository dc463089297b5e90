import type { MatchSummary } from "@flower-war/protocol";
import {
  agreedOutcome,
  begin,
  commitmentOf,
  formatRecord,
  type Game,
  type GameTypes,
  RECORD_FORMAT,
  replay,
} from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import { normalizeId } from "../lobby/match-rooms.ts";
import { refuse } from "../refusal.ts";
import type { Journal, MatchHead, StoredResult } from "../storage/journal/journal.ts";
import { createdOf, type PlayedMatch, readPlayedMatch, resultOf } from "../storage/journal/record.ts";

/** What everybody may know of a match, whichever server plays or played it: whether it is over, and then its record. */
export class Records {
  readonly #journal: Journal;
  readonly #games: ReadonlyMap<string, HostedGame>;

  constructor(journal: Journal, games: ReadonlyMap<string, HostedGame>) {
    this.#journal = journal;
    this.#games = games;
  }

  /**
   * Returns what everybody may know of a match, with its result if it was played to its end: then also when its log has been
   * deleted, by its id.
   * @throws `RefusalError` with `unknown-match` or `match-damaged`
   */
  async summary(idOrCode: string): Promise<MatchSummary> {
    const head = await this.#journal.findHead(normalizeId(idOrCode));
    if (!head) return this.#oldSummary(idOrCode);
    const { match, code, game, over } = head;
    const stored = over ? ((await this.#journal.findResult(match)) ?? (await this.#readResult(head))) : null;
    return { match, code, game, over, ...(stored && { result: { ...stored.result, record: true } }) };
  }

  /**
   * Returns the record of a finished match, for anybody to verify (docs/fair-dice.md).
   * @param idOrCode the match's id or, while no other match has it, its short code
   * @throws `RefusalError` with `unknown-match`, `match-not-over` or `match-damaged`
   */
  async read(idOrCode: string): Promise<{ readonly match: string; readonly text: string }> {
    const head = await this.#headOf(idOrCode);
    if (!head.over) throw refuse("match-not-over");
    const stored = await this.#journal.read(head.match);
    const played = stored && readPlayedMatch(stored.facts);
    const hosted = this.#games.get(head.game);
    if (!played || !hosted) throw refuse("unknown-match");
    const text = publicRecord(hosted.game, played);
    if (text === null) throw refuse("match-not-over");
    return { match: head.match, text };
  }

  /** Returns the summary of a match whose log has been deleted. */
  async #oldSummary(match: string): Promise<MatchSummary> {
    const stored = await this.#journal.findResult(match);
    if (!stored) throw refuse("unknown-match");
    const { code, game, result } = stored;
    return { match, code, game, over: true, result: { ...result, record: false } };
  }

  /** Reads the result of a match that ended before results were stored; `null`: it never began. */
  async #readResult({ match, game }: MatchHead): Promise<StoredResult | null> {
    const facts = (await this.#journal.read(match))?.facts ?? [];
    const hosted = this.#games.get(game);
    const played = readPlayedMatch(facts);
    const begun = facts.find((fact) => fact.type === "begun");
    const ending = facts.findLast(({ type }) => type === "entry" || type === "ended");
    if (!hosted || !played || !begun || !ending) return null;
    const outcome = outcomeOf(hosted.game, played);
    if (outcome === null) return null;
    const entries = played.entries.length;
    const ended = { outcome, entries, endedAt: ending.at };
    return resultOf(createdOf(facts), begun, played.header.players, ended);
  }

  async #headOf(idOrCode: string): Promise<MatchHead> {
    const head = await this.#journal.findHead(normalizeId(idOrCode));
    if (!head) throw refuse("unknown-match");
    return head;
  }
}

/** Returns a match's record as JSON Lines; `null` while the match is not over. */
export function publicRecord(game: Game<GameTypes>, played: PlayedMatch): string | null {
  const { header, entries } = played;
  const outcome = outcomeOf(game, played);
  if (outcome === null) return null;
  const { match, rules, options, stream, secret, seed } = header;
  const seats = header.seats.map((seat, i) => {
    const player = header.players[i];
    if (!player) throw new Error(`seat ${seat} has no player`);
    const { kind, nonce, from } = player;
    return { seat, kind, nonce, from };
  });
  const commitment = commitmentOf(secret);
  return formatRecord(
    { format: RECORD_FORMAT, match, game: game.name, rules, options, seats, stream, commitment },
    entries,
    { secret, seed, outcome },
  );
}

function outcomeOf(game: Game<GameTypes>, { header, entries, agreement }: PlayedMatch): object | null {
  if (agreement !== null) return agreedOutcome(agreement);
  return game.outcome(replay(game, begin(game, header), entries));
}
