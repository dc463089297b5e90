/**
 * Where matches and temples meet (docs/temple-protocol.md). A match knows its seats, its commands and whether a bead
 * would be taken; the temples know credentials, codes, bindings and ledgers. Each may live in another process than the
 * other: a match is called with `matchMaker.remoteRoomCall` and tells news over presence, so all that passes is JSON.
 */
import type { Room } from "@colyseus/core";
import { matchMaker } from "@colyseus/core";
import type { TempleList } from "@flower-war/client-sdk/protocol";
import type { BySlot, Slot, TempleTable } from "@flower-war/client-sdk/temple";

/** The answer to a command or bead: the number of the entry it made, or the code of its refusal. */
export type Submitted =
  | { readonly n: number; readonly refused?: undefined }
  | { readonly refused: string; readonly n?: undefined };

/** What the temples judge a bead by. */
export interface BeadWindow extends Pick<TempleTable, "phase" | "mark"> {
  /** The seat whose decision is awaited, which need not be the one whose turn it is; `null`: none is. */
  readonly awaited: { readonly id: string; readonly local: boolean } | null;
}

/** A seat that is local to a temple. */
export interface LocalSeat {
  readonly seat: string;
  readonly templeId: string;
  readonly online: boolean;
  /** What is to be taken out there, below 0 (J-12). */
  readonly fix: BySlot;
}

/** What a match room does for the temples. */
export interface MatchForTemples {
  /** What a display of this temple needs to know of the match. */
  tableFor(templeId: string): TempleTable;
  /** What a bead of this temple is judged by. */
  windowFor(templeId: string): BeadWindow;
  /**
   * A bead fell for a seat: submits the command that the game makes of it, through the match's one queue.
   * @param id the bead's name, unique in the match; a name whose bead was taken before gets that first answer (J-0)
   * @param mark the window it falls into: refused `late` if another is open when its turn in the queue comes (J-5)
   */
  dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted>;
  /** Whether the bead of this name was taken, asked when those before it are through. */
  hasTaken(id: string): Promise<boolean>;
  /**
   * Makes a seat local to a temple.
   * @param holder who asked for it; `null`: it was so before
   * @returns `false`: the holder has left the seat meanwhile, and nothing has changed
   */
  bindSeat(seat: string, holder: string | null, templeId: string, online: boolean): boolean;
  /** Ends that for one seat. */
  unbindSeat(seat: string): void;
  /** Ends that for every seat of the temple. */
  unbindTemple(templeId: string): void;
  /** What is to be taken out at the temple has changed: everybody is shown it (J-12). */
  templeOwes(templeId: string, fix: BySlot): void;
  /** The temple went on or off line (N-9). */
  templePresence(templeId: string, online: boolean): void;
}

/**
 * Calls a match, wherever its room lives; one that has none is woken, unless that can wait until it wakes by itself.
 * @param match its id
 * @throws `Refused` with `unavailable` if it does not answer, `unknown-match`, `match-ended` or `match-damaged`
 */
export type CallMatch = <M extends keyof MatchForTemples>(
  match: string,
  method: M,
  ...args: Parameters<MatchForTemples[M]>
) => Promise<Awaited<ReturnType<MatchForTemples[M]>>>;

/** The presence topic on which the matches of this process that have local seats tell `MatchNotice`s. */
export function templesTopic(): string {
  return `temples:${matchMaker.processId}`;
}

export type MatchNotice = MatchNews & {
  /** The match's id. */
  readonly match: string;
};

export type MatchNews =
  | { readonly kind: "table" } // what `tableFor` answers may have changed
  | { readonly kind: "closed" }; // the room is gone

/**
 * What `server/src/temples` offers: its `index.ts` exports `openTemples({ database, cluster, callMatch, log })` (`database` `null`:
 * keep nothing on disk). Refusals are thrown as `Refused` of `fault.ts`.
 */
export interface Temples {
  /** The class behind the room `temples`; a bridge's `client.auth` is `{ bridge: <its id> }`, verified. */
  readonly room: new () => Room;
  /**
   * A seated player enters a temple's code (P-3). Calls `bindSeat` before it answers.
   * @param holder who holds the seat: he must still do so when it becomes local
   * @param client names the asker for the limit on wrong codes: where he comes from, since seats are free to have
   * @throws `Refused` with `bad-code`, `too-many-codes`, `temple-elsewhere`, `bad-token` (he left) or `unavailable`; then
   *   nothing is bound
   */
  pair(
    match: string,
    seat: string,
    holder: string,
    client: string,
    code: string,
  ): Promise<{ readonly templeId: string }>;
  /**
   * The player's seat is local no more. Calls `unbindSeat` before it answers.
   * @throws `Refused` with `unavailable`; asked again it ends what is left
   */
  unpair(match: string, seat: string): Promise<void>;
  /**
   * Enrols a temple (P-1).
   * @throws `Refused` with `bad-temple-id` or `temple-known`
   */
  enrol(templeId: string): Promise<{ readonly templeId: string; readonly secret: string }>;
  /** All that are enrolled, in the order of their ids. */
  list(): Promise<TempleList["temples"]>;
  /**
   * Takes a temple's access away, and ends what it had a part in.
   * @throws `Refused` with `unknown-temple`
   */
  revoke(templeId: string): Promise<void>;
  /** The seats of a match that are local to temples: asked when its room opens. */
  localSeats(match: string): Promise<readonly LocalSeat[]>;
  /** A match's room is gone with its process: temples that are in it wake it elsewhere. */
  lost(match: string): void;
  /** Ends timers and subscriptions. */
  close(): Promise<void>;
}
