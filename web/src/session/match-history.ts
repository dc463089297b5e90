import type { GameMap, GameName, Match, MatchLogEntry } from "@flower-war/client-sdk";
import { Store } from "../base/store.ts";

/** One event of a match as this viewer may know it. */
export interface LoggedEvent<G extends GameName = GameName> {
  /** Unique in the match. */
  readonly key: string;
  /** The number of the entry that it belongs to. */
  readonly n: number;
  /** The seat whose command caused it. */
  readonly seat: GameMap[G]["seat"];
  /** When the server took the command, ms since 1970 by its clock. */
  readonly at: number;
  readonly event: GameMap[G]["event"];
}

/** What is known of a match's past at one moment. */
export interface Past<G extends GameName = GameName> {
  readonly events: readonly LoggedEvent<G>[];
  /** Whether the events go back to the match's beginning: being read, read, or not to be had now. */
  readonly beginning: "reading" | "read" | "failed";
}

/** What the history of a match is made of. */
type Source<G extends GameName> = Pick<Match<G>, "log" | "on" | "serverTime">;

/**
 * Everything that happened in a match: its log, and the events that have come since it was read.
 */
export class MatchHistory<G extends GameName = GameName> {
  readonly #match: Source<G>;
  #read: readonly LoggedEvent<G>[] = [];
  /** The number of the last entry that was read. */
  #readUpTo = 0;
  #live: readonly LoggedEvent<G>[] = [];
  readonly #past = new Store<Past<G>>({ events: [], beginning: "reading" });

  private constructor(match: Source<G>) {
    this.#match = match;
  }

  /** Follows a match, and reads its log now and whenever the connection is back. */
  static follow<G extends GameName>(match: Source<G>): MatchHistory<G> {
    const history = new MatchHistory<G>(match);
    match.on("event", (event, { n, seat }) => history.#add(n, seat, event));
    match.on("resumed", () => void history.readLog());
    void history.readLog();
    return history;
  }

  readonly past = this.#past.get;

  readonly use = this.#past.use;

  /** Reads the log again. Never rejects: see `past().beginning`. */
  readonly readLog = async (): Promise<void> => {
    if (this.past().beginning === "failed") this.#show("reading");
    try {
      const entries = await this.#match.log();
      this.#read = entries.flatMap(eventsOf);
      this.#readUpTo = entries.at(-1)?.n ?? 0;
      this.#live = this.#live.filter(({ n }) => n > this.#readUpTo);
      this.#show("read");
    } catch {
      this.#show("failed");
    }
  };

  #add(n: number, seat: GameMap[G]["seat"], event: GameMap[G]["event"]): void {
    if (n <= this.#readUpTo) return;
    const index = this.#live.filter((each) => each.n === n).length;
    const at = this.#match.serverTime;
    this.#live = [...this.#live, { key: `${n}/${index}`, n, seat, at, event }];
    this.#show(this.past().beginning);
  }

  #show(beginning: Past["beginning"]): void {
    this.#past.set({ events: [...this.#read, ...this.#live], beginning });
  }
}

function eventsOf<G extends GameName>({ n, seat, at, events }: MatchLogEntry<G>): LoggedEvent<G>[] {
  return events.map((event, index) => ({ key: `${n}/${index}`, n, seat, at, event }));
}
