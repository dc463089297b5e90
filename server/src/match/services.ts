import type { Logger } from "pino";
import type { Thinkers } from "../bots/thinkers.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Journal } from "../journal/journal.ts";
import type { Time } from "../time.ts";
import type { Patience } from "./closing.ts";
import type { Temples } from "./temple-seam.ts";

/** What every match room of a process works with. */
export interface MatchServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly journal: Journal;
  readonly thinkers: Thinkers;
  readonly temples: Temples;
  readonly log: Logger;
  readonly time: Time;
  /** ms before each move of a bot. */
  readonly botDelay: number;
  /** ms for which a match whose seats are all taken waits for nonces. */
  readonly nonceWait: number;
  readonly patience: Patience;
  /** ms for which a match that has not begun keeps the seat of somebody who is away. */
  readonly absence: number;
}
