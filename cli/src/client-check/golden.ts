import type { LogPage, PlainMatch, SeatReservation, StreamLine } from "@flower-war/protocol";
import golden from "./golden.json" with { type: "json" };

/** The messages that a seat of a real match received, recorded by `npm run golden`. Bytes are in base64. */
export interface Golden {
  /** Placeholders for the checked client's part of the dice, which it draws itself. */
  readonly nonce: string;
  readonly seal: string;
  readonly key: string;
  /** The answer to the request for the seat, without its token and its Colyseus reservation. */
  readonly reservation: Omit<SeatReservation, "token" | "reservation">;
  /** The first line of the match's record. */
  readonly header: string;
  /** The first frame of each WebSocket. */
  readonly joined: string;
  /** The log of the whole match. */
  readonly log: LogPage;
  /** The answer of `GET /api/games`. */
  readonly games: readonly object[];
  /** The steps in order. The first one is the match when the client comes. */
  readonly steps: readonly GoldenStep[];
}

/** One change of the match, and the match after it. */
export interface GoldenStep {
  /** The seat that made the change; `null`: it is the first step. */
  readonly by: "client" | "opponent" | null;
  /**
   * The command that was sent; `null`: a seal or a nonce, after the client's also the opponent's. For the client's seat it is the only legal
   * command but `concede`.
   */
  readonly command: { readonly type: string } | null;
  /** The frames and the lines that tell it. */
  readonly frames: readonly string[];
  readonly lines: readonly StreamLine[];
  /** The whole state after it, as a frame. */
  readonly whole: string;
  /** The whole match after it. */
  readonly match: Omit<PlainMatch, "now">;
}

export const GOLDEN = golden as unknown as Golden;
