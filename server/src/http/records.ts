import type { MatchResult, MatchSummary, TableSummary } from "@flower-war/protocol";
import { completeOptions } from "@flower-war/rules";
import { findGame, type HostedGames } from "../games/versions.ts";
import type { HistoryStore } from "../history/store/history-store.ts";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import { isEqualSecret, type MatchName } from "../match/match-name.ts";
import { seatsOf, summarizeStored } from "../match/outbound/table-summary.ts";
import type { Tokens } from "../match/seats/tokens.ts";
import type { Timeouts } from "../match/services.ts";
import type { RecordWriter } from "../records/record-writer.ts";
import { outcomeOf, writeUnplayed } from "../records/write-record.ts";
import { type Result, refuse, resultOf } from "../refusal.ts";
import type { ServerTime } from "../time.ts";
import type { StoredFact } from "../storage/journal/facts.ts";
import type { Journal, MatchHead, StoredResult } from "../storage/journal/journal.ts";
import {
  createdOf,
  readPlayedMatch,
  resultOf as storedResultOf,
  watchDelayOf,
} from "../storage/journal/record.ts";

interface RecordsPorts {
  readonly journal: Journal;
  readonly games: HostedGames;
  readonly rooms: Pick<MatchRooms, "ask" | "isClosed">;
  readonly writer: Pick<RecordWriter, "write">;
  readonly histories: Pick<HistoryStore, "readRatingChanges">;
  readonly timeouts: Pick<Timeouts, "countdown">;
  readonly tokens: Pick<Tokens, "verify">;
  readonly time: Pick<ServerTime, "steady">;
}

/** The public answers about a match, whichever server plays or played it: whether it is over, and then its record. */
export class Records {
  readonly #ports: RecordsPorts;

  constructor(ports: RecordsPorts) {
    this.#ports = ports;
  }

  /**
   * Returns what may be known of a match by this name, with its result if it was played to its end: then also when its log has
   * been deleted, by its id. Of a private match its id alone tells only whether it is over. One that is watched with a delay is over
   * for others than its players when spectators are shown its end.
   * @param token of a seat; `null`: none was shown
   * @throws `RefusalError` with `unknown-match`, `match-damaged` or, while it is not over, `game-missing`
   */
  async summary(by: MatchName, token: string | null = null): Promise<MatchSummary> {
    const head = await this.#ports.journal.findHead(by.idOrCode);
    if (!head) return this.#oldSummary(by);
    const { match, code, game } = head;
    const stored = head.over
      ? ((await this.#ports.journal.findResult(match)) ?? (await this.#readResult(head)))
      : null;
    const over = head.over && !(await this.#isWithheld(stored, token));
    const summary = { match, code, game, over };
    if (!over) return { ...summary, ...(await this.#tableOf(head, by)) };
    const invitation = stored ? (stored.invitation ?? null) : await this.#invitationOf(match);
    if (!isAdmitted(by, invitation)) return minimal(summary, by);
    const closed = stored === null || (await this.#ports.rooms.isClosed(head, toldOverAt(stored)));
    return { ...summary, closed, ...(stored && { result: await this.#tell(stored, true) }) };
  }

  /**
   * Returns the record of a finished match, for anyone to verify (docs/fair-dice.md). It has no names.
   * @param by its id or invitation or, of a public one while no other match has it, its short code
   * @param token of a seat, as for `summary`; `null`: none was shown
   * @throws `RefusalError` with `unknown-match`, `match-not-over` or `match-damaged`; `game-missing` if its game is gone, and no result is stored
   */
  async read(
    by: MatchName,
    token: string | null = null,
  ): Promise<{ readonly match: string; readonly text: string }> {
    const head = await this.#ports.journal.findHead(by.idOrCode);
    if (!head) throw refuse("unknown-match");
    const isWithheld = async () => this.#isWithheld(await this.#ports.journal.findResult(head.match), token);
    if (!head.over || (await isWithheld())) {
      // The room knows who is admitted, and a growing log is long.
      await this.#tableOf(head, by);
      throw refuse("match-not-over");
    }
    const stored = await this.#ports.journal.read(head.match);
    const invitation = stored && createdOf(stored.facts).plan.invitation;
    if (!isAdmitted(by, invitation)) minimal(head, by);
    if (!stored) throw refuse("unknown-match");
    const hosted = findGame(this.#ports.games, createdOf(stored.facts).plan);
    const text = hosted
      ? await this.#ports.writer.write(hosted.game, stored.facts)
      : await this.#writeUnplayed(head, stored.facts);
    if (text === null) throw refuse("match-not-over");
    return { match: head.match, text };
  }

  /** Whether a finished match is not over yet for the requester: spectators may see the end later than players. @param token of a seat, or `null` */
  async #isWithheld(stored: StoredResult | null, token: string | null): Promise<boolean> {
    const { journal, games, tokens, time } = this.#ports;
    if (stored === null || toldOverAt(stored) <= time.steady.now()) return false;
    // A token that is not valid is none: a refusal would tell that the match is over.
    const { value: claim = null } = await resultOf(() => (token === null ? null : tokens.verify(token)));
    if (claim === null || claim.match !== stored.match) return true;
    const { facts } = (await journal.read(stored.match)) ?? { facts: [] };
    const hosted = findGame(games, createdOf(facts).plan);
    return !hosted || seatsOf(facts, hosted).find(claim) === null;
  }

  /** Writes the record of a match whose game was removed, or its version: how it ended was stored. */
  async #writeUnplayed({ match }: MatchHead, facts: readonly StoredFact[]): Promise<string | null> {
    const stored = await this.#ports.journal.findResult(match);
    if (!stored) throw refuse("game-missing");
    const played = readPlayedMatch(facts);
    return played && writeUnplayed(played, stored.result.outcome);
  }

  /** Returns how a match is that is not over, unless it is private and named by its id alone. */
  async #tableOf(head: MatchHead, by: MatchName): Promise<Pick<MatchSummary, "table">> {
    const summary = await this.#summarize(head, by);
    if (summary.value) return { table: summary.value };
    if (summary.refusal?.code === "game-missing") throw refuse("game-missing");
    minimal(head, by);
    return {};
  }

  async #invitationOf(match: string): Promise<string | null> {
    const stored = await this.#ports.journal.read(match);
    return stored && createdOf(stored.facts).plan.invitation;
  }

  /** Returns the summary of a match whose log has been deleted. */
  async #oldSummary(by: MatchName): Promise<MatchSummary> {
    const stored = await this.#ports.journal.findResult(by.idOrCode);
    if (!stored) throw refuse("unknown-match");
    const { match, code, game } = stored;
    const summary = { match, code, game, over: true };
    if (!isAdmitted(by, stored.invitation ?? null)) return minimal(summary, by);
    return { ...summary, closed: true, result: await this.#tell(stored, false) };
  }

  /**
   * Returns a stored result with complete options, and with the changes of its players' ratings.
   * @param record whether its match has a record still
   */
  async #tell({ match, game, result }: StoredResult, record: boolean): Promise<MatchResult> {
    const { games, histories } = this.#ports;
    const { version } = result;
    const hosted = findGame(games, { game, ...(version !== undefined && { version }) });
    const players = result.seats.flatMap(({ player }) => player ?? []);
    const changes = await histories.readRatingChanges(match, players);
    const seats = result.seats.map((seat) => {
      const ratingChange = changes.get(seat.player ?? "");
      return { ...seat, ...(ratingChange !== undefined && { ratingChange }) };
    });
    return {
      ...result,
      seats,
      ...(hosted && { options: completeOptions(hosted.game, result.options) }),
      record,
    };
  }

  async #summarize(head: MatchHead, by: MatchName): Promise<Result<TableSummary>> {
    const { rooms, timeouts } = this.#ports;
    const live = await rooms.ask(head, (call) => call("summarize", by));
    if (live) return live.answer;
    return resultOf(async () => {
      const stored = await this.#ports.journal.read(head.match);
      if (!stored) throw refuse("unknown-match");
      const { plan } = createdOf(stored.facts);
      const { invitation } = plan;
      const hosted = findGame(this.#ports.games, plan);
      if (!hosted) {
        const isKnown = isAdmitted(by, invitation) || isIdAlone(by, head);
        throw refuse(isKnown ? "game-missing" : "unknown-match");
      }
      const table = summarizeStored(stored.facts, hosted, timeouts.countdown);
      if (!isAdmitted(by, invitation) && !(by.isCode && table.codeShown)) throw refuse("unknown-match");
      return table;
    });
  }

  /** Reads the result of a match that ended before results were stored; `null`: it never began. */
  async #readResult({ match }: MatchHead): Promise<StoredResult | null> {
    const facts = (await this.#ports.journal.read(match))?.facts ?? [];
    const hosted = findGame(this.#ports.games, createdOf(facts).plan);
    const played = readPlayedMatch(facts);
    const begun = facts.find((fact) => fact.type === "begun");
    const ending = facts.findLast(({ type }) => type === "entry" || type === "ended");
    if (!hosted || !played || !begun || !ending) return null;
    const outcome = outcomeOf(hosted.game, played);
    if (outcome === null) return null;
    const entries = played.entries.length;
    const ended = { outcome, entries, endedAt: ending.at };
    return storedResultOf(createdOf(facts), begun, played.players, ended);
  }
}

/** Returns when others than its players are told how a match ended, ms since 1970. */
const toldOverAt = (stored: StoredResult): number => stored.result.endedAt + watchDelayOf(stored);

/** Whether a name lets in. A short code does so only to matches that are public or not over. */
function isAdmitted({ secret }: MatchName, invitation: string | null): boolean {
  return invitation === null || (secret !== null && isEqualSecret(secret, invitation));
}

/**
 * Returns what a match's id tells of a private match.
 * @throws `RefusalError` with `unknown-match` if the name is not its id alone
 */
function minimal<S extends Pick<MatchSummary, "match">>(summary: S, by: MatchName): S {
  if (!isIdAlone(by, summary)) throw refuse("unknown-match");
  return summary;
}

const isIdAlone = ({ idOrCode, secret }: MatchName, { match }: Pick<MatchSummary, "match">): boolean =>
  idOrCode === match && secret === null;
