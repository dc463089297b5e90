import { type GameTypes, begin, readRecord, RULES_VERSION, games, tableEntries } from "@flower-war/rules";
import { Branches, hasBranches, type Line } from "@flower-war/rules/study";
import type { StudyBranch, StudyPosition } from "@flower-war/protocol/studies";
import type { Game } from "@flower-war/rules";
import { refuse, RefusalError, refusalBody } from "../refusal.ts";
import type { Time } from "../time.ts";

/** Entries that are folded, and steps that are played, in one turn: matches of the process wait no longer. */
const FOLDED_AT_ONCE = 50;
const PLAYED_AT_ONCE = 10;

/** The positions of a study's match, and of its branches: what the rules allow there. */
export class Board {
  readonly #game: Game<GameTypes>;
  readonly #branches: Branches<GameTypes>;
  readonly #time: Pick<Time, "nextTurn">;

  private constructor(game: Game<GameTypes>, match: Line<GameTypes>, time: Pick<Time, "nextTurn">) {
    this.#game = game;
    this.#time = time;
    this.#branches = new Branches(game, game.name, match);
  }

  /**
   * Reads the positions of a record.
   * @throws `RefusalError` with `no-branches`: this server cannot play its match on
   */
  static async open(record: string, time: Pick<Time, "nextTurn">): Promise<Board> {
    const read = readRecord(record);
    if ("reason" in read || read.end === null || read.flaws.length > 0) throw refuse("no-branches");
    const { header, entries, end } = read;
    const game = (games as Readonly<Record<string, unknown>>)[header.game] as Game<GameTypes> | undefined;
    const isOurs = Object.hasOwn(games, header.game) && hasBranches(header.game);
    if (game === undefined || !isOurs || header.version !== undefined || header.rules !== RULES_VERSION)
      throw refuse("no-branches");
    let position: Parameters<typeof tableEntries.advance<GameTypes>>[1] = {
      state: begin(game, { ...header, seed: end.seed }),
      acts: [],
    };
    const states = [position.state];
    for (const entry of entries) {
      position = tableEntries.advance(game, position, entry);
      if (states.push(position.state) % FOLDED_AT_ONCE === 0) await time.nextTurn();
    }
    const state = (n: number): object => {
      const found = states[n];
      if (found === undefined) throw new RangeError(`no position ${n}`);
      return found;
    };
    return new Board(game, { length: entries.length, state }, time);
  }

  /**
   * Returns a command as the rules read it, if they accept it at the first position of a branch, or at its last one.
   * @param branch with the steps that it has; `id` may be a new one
   * @throws `RefusalError` with a code of the game's rules, or `unknown-position`
   */
  async decide(
    branch: StudyBranch,
    branches: readonly StudyBranch[],
    seat: string,
    command: object,
  ): Promise<{ readonly type: string }> {
    const all = branches.some(({ id }) => id === branch.id) ? branches : [...branches, branch];
    await this.#play(branch.id, all);
    const line = this.#branches.branch(branch.id, all);
    if (line === null) throw refuse("unknown-position");
    const decided = this.#game.decide(line.state(line.length), seat, command);
    if (decided.events === undefined) throw new RefusalError(refusalBody(decided.refused));
    return decided.command;
  }

  /** Plays a branch, and those that it begins from, as far as they are not played: a few steps in each turn. */
  async #play(id: string, all: readonly StudyBranch[]): Promise<void> {
    const at = all.findIndex((each) => each.id === id);
    const data = all[at];
    if (data === undefined) return;
    await this.#play(data.from.line, all);
    const upTo = (n: number) =>
      this.#branches.branch(id, all.with(at, { ...data, steps: data.steps.slice(0, n) }));
    for (let n = upTo(0)?.length ?? data.steps.length; n < data.steps.length; n += PLAYED_AT_ONCE) {
      upTo(n + PLAYED_AT_ONCE);
      await this.#time.nextTurn();
    }
  }
}

/** The number of the last position of a line; `null`: there is no such line. */
export function lengthOf(
  { line }: StudyPosition,
  { entries, branches }: { readonly entries: number; readonly branches: readonly StudyBranch[] },
): number | null {
  if (line === "") return entries;
  return branches.find(({ id }) => id === line)?.steps.length ?? null;
}
