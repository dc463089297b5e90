/*
 * The contract between matches and temples (docs/temple-protocol.md). A match knows its seats, its commands and whether it
 * accepts a bead; the temples know credentials, codes, bindings and ledgers. The two may live in different processes: a match
 * is called through the matchmaker and notifies over presence, so that all that passes is JSON.
 */
import type { Room } from "@colyseus/core";
import type { NearbyTemple } from "@flower-war/protocol";
import type { FirmwareImage, TempleBroker, TempleList } from "@flower-war/protocol/operator";
import type { BySlot, Slot, TempleTable } from "@flower-war/protocol/temple";

/** The answer to a command or bead: the number of the entry it made, or the code of its refusal. */
export type Submitted =
  | { readonly n: number; readonly refused?: undefined }
  | { readonly refused: string; readonly n?: undefined };

/** The state by which a bead is judged. */
export interface BeadWindow extends Pick<TempleTable, "phase" | "mark"> {
  /** The seat whose decision is awaited, which need not be the one whose turn it is; `null`: none is. */
  readonly awaited: { readonly id: string; readonly local: boolean } | null;
  /** The window that closed last, and how many ms ago, if a seat that is local to the temple could sacrifice in it. */
  readonly closed: { readonly mark: string; readonly ago: number } | null;
}

/** A seat that is local to a temple. */
export interface LocalSeat {
  readonly seat: string;
  readonly templeId: string;
  readonly online: boolean;
  /** Beads to take out there, as numbers below 0 (J-12), or to put in, above 0 (J-11). */
  readonly fix: BySlot;
}

/** The methods of a match room for temples. Other processes call them by name. */
export interface MatchForTemples {
  /** Returns what a display of this temple shows of the match. */
  tableFor(templeId: string): TempleTable;
  /** Returns what a bead of this temple is judged by. */
  windowFor(templeId: string): BeadWindow;
  /**
   * Submits the command that a bead for a seat means, through the match's one queue.
   * @param id the bead's id, unique in the match; an accepted bead gets its first answer again (J-0)
   * @param mark the window in which it fell: refused `late` if another is open when its turn in the queue comes (J-5)
   */
  dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted>;
  /** Tells whether the bead of this id was accepted, when those before it are done. The journal tells it of a match without a room. */
  hasAccepted(id: string): Promise<boolean>;
  /**
   * Makes a seat local to a temple.
   * @param holder of the player who asked for it; `null`: the seat was local there before
   * @returns `false`: the holder has left the seat meanwhile, and nothing has changed
   */
  bindSeat(seat: string, holder: string | null, templeId: string, online: boolean): boolean;
  /** Returns the name of who sits in a seat, for displays. */
  nameOf(seat: string): string;
  /** Makes a seat local to no temple. */
  unbindSeat(seat: string): void;
  /** Makes every seat of a temple local to no temple. */
  unbindTemple(templeId: string): void;
  /** Shows all clients the beads to take out at a temple (J-12), or to put in (J-11). */
  setTempleDebts(templeId: string, fix: BySlot): void;
  /** Shows all clients whether a temple is online (N-9). */
  setTempleOnline(templeId: string, online: boolean): void;
}

/**
 * Calls a match, wherever its room lives. A match without a room is restored first, unless the call can wait until then.
 * @param match its id
 * @throws `RefusalError` with `unavailable` if it does not answer, `unknown-match`, `match-ended` or `match-damaged`
 */
export type CallMatch = <M extends keyof MatchForTemples>(
  match: string,
  method: M,
  ...args: Parameters<MatchForTemples[M]>
) => Promise<Awaited<ReturnType<MatchForTemples[M]>>>;

/** Calls about state that a restored match reads again by itself: a match without a room is not restored for them. */
export const CALLS_THAT_CAN_WAIT: readonly (keyof MatchForTemples)[] = [
  "unbindSeat",
  "unbindTemple",
  "setTempleOnline",
];

/** Returns the presence topic on which the matches of a process publish their `MatchNotice`s. */
export function templesTopic(processId: string): string {
  return `temples:${processId}`;
}

/** A notice from a match with local seats. */
export interface MatchNotice {
  /** The match's id. */
  readonly match: string;
  /** `table`: what `tableFor` returns may have changed; `closed`: the room is gone. */
  readonly kind: "table" | "closed";
}

/** The seat for which a player asks a temple, and what the temple shows of them (P-6). */
export interface Asker {
  /** The match's id. */
  readonly match: string;
  readonly seat: string;
  /** The seat's holder, who must still hold it when it becomes local. */
  readonly holder: string;
  readonly name: string;
}

/** The server's side of temples. Refusals are thrown as `RefusalError`. */
export interface Temples {
  /** The class of the room `temples`; a bridge's `client.auth` is `{ bridge: <its id> }`, verified. */
  readonly room: new () => Room;
  /**
   * Makes a seat local to the temple that shows a code (P-3). Calls `bindSeat` before it answers.
   * @param holder of the seat: it must still hold the seat when that becomes local
   * @param client the player's address, for the limit on wrong codes
   * @throws `RefusalError` with `bad-code`, `too-many-codes`, `temple-elsewhere`, `bad-token` (the player left) or
   *   `unavailable`; then nothing is bound
   */
  pair(
    match: string,
    seat: string,
    holder: string,
    client: string,
    code: string,
  ): Promise<{ readonly templeId: string }>;
  /**
   * Lists the temples that show codes and are free, or bound to this match, and those at other matches, ordered by id (P-6).
   * @param client the player's address
   * @returns `null`: this server offers none to this address
   */
  listNearby(match: string, client: string): Promise<readonly NearbyTemple[] | null>;
  /**
   * Shows a player's name on a temple, whose pair button makes the seat local to it (P-6).
   * @returns ms until that is over
   * @throws `RefusalError` with `no-nearby`, `pairing-open`, `too-many-pairings`, `temple-away`, `temple-elsewhere`, `temple-busy` or
   *   `unavailable`
   */
  ask(asker: Asker, client: string, templeId: string): Promise<{ readonly wait: number }>;
  /** Takes a player's name off the temple that shows it. */
  stopAsking(match: string, seat: string): Promise<void>;
  /**
   * Makes a seat local to no temple. Calls `unbindSeat` before it answers.
   * @throws `RefusalError` with `unavailable`; a repeated call completes it
   */
  unpair(match: string, seat: string): Promise<void>;
  /**
   * Enrols a temple (P-1).
   * @throws `RefusalError` with `bad-temple-id` or `temple-known`
   */
  enrol(templeId: string): Promise<{ readonly templeId: string; readonly secret: string }>;
  /** Returns how temples reach the broker, as a connected bridge says; `null`: none of them knows. */
  findBroker(): Promise<TempleBroker | null>;
  /** Lists all enrolled temples, ordered by id. */
  list(): Promise<TempleList["temples"]>;
  /**
   * Revokes a temple's access and ends its binding.
   * @throws `RefusalError` with `unknown-temple`, or `unavailable`: then its access is revoked, and a repeated call ends its binding
   */
  revoke(templeId: string): Promise<void>;
  /**
   * Makes a temple look for a newer firmware now.
   * @param images those that the server has
   * @returns the version that it will find
   * @throws `RefusalError` with `unknown-temple`, `temple-offline`, `no-image` (for its chip) or `no-update` (none is newer);
   *   `unavailable`: it has not reported its firmware yet
   */
  update(templeId: string, images: readonly FirmwareImage[]): Promise<string>;
  /** Returns the seats of a match that are local to temples; called when its room is created. */
  localSeats(match: string): Promise<readonly LocalSeat[]>;
  /** Restores a match whose room died with its process, if temples take part in it. */
  restore(match: string): void;
  /** Shows the matches of this process' temples that they are online: others may have counted this process as gone. */
  announce(): Promise<void>;
  /** Ends timers and subscriptions. */
  close(): Promise<void>;
}
