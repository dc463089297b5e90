import type { ImportedMatch, OperatorAct } from "@flower-war/protocol/operator";
import type { MatchMaker } from "../cluster/match-maker.ts";
import { type HostedGames, requireGame } from "../games/versions.ts";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import { type Match, renewSeats, restoreImported } from "../match/imported-match.ts";
import { formatInvitation } from "../match/match-name.ts";
import type { MatchCalls } from "../match/room.ts";
import type { Tokens } from "../match/seats/tokens.ts";
import type { ModerationStore } from "../moderation/store/moderation-store.ts";
import type { Ports } from "../ports.ts";
import type { RecordWriter } from "../records/record-writer.ts";
import { refuse, valueOf } from "../refusal.ts";
import type { StoredFact } from "../storage/journal/facts.ts";
import type { Journal } from "../storage/journal/journal.ts";
import { createdOf } from "../storage/journal/record.ts";
import type { ServerTime } from "../time.ts";
import { type By, entryOf } from "./entry.ts";
import { flawAt, formatMatchFile, type MatchFile, parseMatchFile } from "./match-file.ts";

/** ms by which the clock of another server may be ahead. */
const AHEAD = 24 * 60 * 60 * 1000;

/** What a check answers. */
type CheckedMatch = Pick<ImportedMatch, "match" | "game" | "n" | "seats">;

export interface MatchFilesPorts extends Ports {
  readonly time: ServerTime;
  readonly store: ModerationStore;
  readonly journal: Journal;
  readonly games: HostedGames;
  readonly matches: MatchRooms;
  readonly matchMaker: MatchMaker;
  readonly writer: RecordWriter;
  readonly tokens: Tokens;
  /** As `addressForOthers`. */
  readonly findAddress: () => string | null;
}

/** A match as a file, and its name. */
export interface ExportedMatch {
  readonly name: string;
  readonly text: string;
}

/** Moves matches between servers as files. Like every act of operators, it is in the audit log before it is done. */
export class MatchFiles {
  readonly #ports: MatchFilesPorts;

  constructor(ports: MatchFilesPorts) {
    this.#ports = ports;
  }

  /**
   * Writes a match in play as a file, or the record of a finished match. A match that was moved before gets the same file again.
   * @param moves whether it ends here: its players are told the reason
   * @throws `RefusalError` with `match-not-started`, `game-missing`, or as `MatchRooms.find`
   */
  async export(idOrCode: string, by: By, moves: boolean): Promise<ExportedMatch> {
    const { journal } = this.#ports;
    const head = await journal.findHead(idOrCode);
    if (!head) throw refuse("unknown-match");
    const { match } = head;
    await this.#note(moves ? "move-match" : "export-match", match, by);
    if (head.over) return this.#exportOver(match);
    const { roomId } = await this.#ports.matches.find(match);
    const room = this.#ports.matchMaker.room<MatchCalls>(roomId);
    const at = moves
      ? valueOf(await room("moveByOperator", by.reason))
      : valueOf(await room("settleByOperator"));
    if (at === null) return this.#exportOver(match);
    const facts = await this.#read(match);
    return {
      name: `${match}.match.jsonl`,
      text: formatMatchFile(facts, Math.max(at, facts.at(-1)?.at ?? 0)),
    };
  }

  async #exportOver(match: string): Promise<ExportedMatch> {
    const { games, writer } = this.#ports;
    const facts = await this.#read(match);
    const last = facts.at(-1);
    if (last?.type === "given-up") {
      if (!last.moved) throw refuse("unknown-match");
      return { name: `${match}.match.jsonl`, text: formatMatchFile(facts.slice(0, -1), last.at) };
    }
    const text = await writer.write(requireGame(games, createdOf(facts).plan).game, facts);
    if (text === null) throw refuse("unknown-match");
    return { name: `${match}.record.jsonl`, text };
  }

  /**
   * Checks a file, and stores nothing.
   * @throws `RefusalError` with `bad-match-file`, `game-missing` or `match-known`
   */
  async check(text: string): Promise<CheckedMatch> {
    const { file, match } = this.#restore(text);
    const { plan } = match;
    if ((await this.#readImported(file)) === null && (await this.#isKnown(plan.match)))
      throw refuse("match-known");
    return { match: plan.match, game: plan.game, n: match.playing.n, seats: seatsOf(match) };
  }

  /**
   * Stores the match of a file, which goes on here: all of it, or nothing. A file that was imported before has the same answer as then.
   * @throws as `check`
   */
  async import(text: string, by: By): Promise<{ readonly imported: ImportedMatch; readonly isNew: boolean }> {
    const { matches, time, random } = this.#ports;
    const { file, match } = this.#restore(text);
    const before = await this.#readImported(file);
    await this.#note("import-match", match.plan.match, by);
    if (before === null) {
      const [created, ...later] = file.facts;
      if (created?.type !== "created") throw flawAt(1, "damaged");
      const imported = { at: time.steady.now(), file: file.hash };
      const added = renewSeats(match, file.exportedAt, random);
      await matches.adopt([{ ...created, imported }, ...later, ...added]);
    }
    const facts = before ?? (await this.#read(match.plan.match));
    return { imported: this.#answer(file, facts, match), isNew: before === null };
  }

  #answer(file: MatchFile, facts: readonly StoredFact[], match: Match): ImportedMatch {
    const { tokens, findAddress } = this.#ports;
    const { plan } = createdOf(facts);
    const renewed = facts.slice(file.facts.length);
    const tokenOf = (seat: string): string | null => {
      const taken = renewed.find((fact) => fact.type === "seat-taken" && fact.seat === seat);
      if (taken?.type !== "seat-taken") return null;
      return tokens.sign({ match: plan.match, seat, holder: taken.holder });
    };
    return {
      match: plan.match,
      game: plan.game,
      n: match.playing.n,
      code: plan.code,
      invitation: formatInvitation(plan),
      address: findAddress(),
      seats: seatsOf(match).map((seat) => ({ ...seat, token: tokenOf(seat.seat) })),
    };
  }

  #restore(text: string): { readonly file: MatchFile; readonly match: Match } {
    const { games, journal, time } = this.#ports;
    const file = parseMatchFile(text);
    if (file.exportedAt > time.steady.now() + AHEAD) throw flawAt(0, "damaged");
    const hosted = requireGame(games, createdOf(file.facts).plan);
    const match = restoreImported(file.facts, hosted, { journal, time: time.steady });
    if (match === "over") throw flawAt(file.facts.length, "over");
    if ("fact" in match) throw flawAt(match.fact + 1, "damaged");
    return { file, match };
  }

  /** Returns the facts of the match that came by this file, and is in play; `null`: there is none. */
  async #readImported({ facts, hash }: MatchFile): Promise<readonly StoredFact[] | null> {
    const stored = await this.#ports.journal.read(createdOf(facts).plan.match);
    return stored && createdOf(stored.facts).imported?.file === hash ? stored.facts : null;
  }

  async #isKnown(match: string): Promise<boolean> {
    const { journal } = this.#ports;
    return (await journal.findHead(match)) !== null || (await journal.findResult(match)) !== null;
  }

  async #read(match: string): Promise<readonly StoredFact[]> {
    const stored = await this.#ports.journal.read(match);
    if (!stored) throw refuse("unknown-match");
    return stored.facts;
  }

  async #note(act: OperatorAct, target: string, by: By): Promise<void> {
    await this.#ports.store.record(entryOf({ ...by, act, target }, this.#ports));
  }
}

function seatsOf({ seats }: Match): CheckedMatch["seats"] {
  return seats.all.map(([seat, { kind, name }]) => ({ seat, kind, name, token: null }));
}
