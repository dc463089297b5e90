import { extname } from "node:path";
import { sumUp } from "@flower-war/protocol/log";
import { type Game, type GameTypes, games } from "@flower-war/rules";
import type { Logger } from "pino";
import type { StoredFact } from "../storage/journal/facts.ts";
import { createdOf, readPlayedMatch } from "../storage/journal/record.ts";
import { Thread } from "../thread.ts";
import type { Time } from "../time.ts";
import type { RecordThread } from "./record-thread.ts";
import { writeRecord, type WrittenRecord } from "./write-record.ts";

const THREAD = new URL(`./record-thread${extname(import.meta.filename)}`, import.meta.url);

/** Writes the records of finished matches in a thread of its own: replaying a match and its chains would delay those in play. */
export class RecordWriter {
  readonly #thread: Thread<RecordThread>;
  readonly #log: Logger;

  constructor(time: Pick<Time, "after">, log: Logger) {
    this.#thread = new Thread("record", THREAD, time, log);
    this.#log = log;
  }

  /**
   * Writes a match's record as JSON Lines (docs/fair-dice.md); `null`: it is not over, or has not begun.
   * @param facts all facts of its log
   * @throws Error if the rules fail
   */
  async write(game: Game<GameTypes>, facts: readonly StoredFact[]): Promise<string | null> {
    const name = Object.keys(games).find((each) => Object.is(Reflect.get(games, each), game));
    // A game that is not among the rules' own is not known in the thread.
    const written =
      name === undefined
        ? this.#writeHere(game, facts)
        : await this.#thread.call("write", name as keyof typeof games, facts);
    if (written === null) return null;
    const { match } = createdOf(facts).plan;
    for (const { seat, n } of written.unfit)
      this.#log.warn(sumUp({ match, seat, n }), "signature does not fit the log");
    return written.text;
  }

  /** Ends the thread. What is being written is rejected. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  #writeHere(game: Game<GameTypes>, facts: readonly StoredFact[]): WrittenRecord | null {
    const played = readPlayedMatch(facts);
    return played && writeRecord(game, played);
  }
}
