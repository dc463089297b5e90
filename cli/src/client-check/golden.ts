import type { LogPage, PlainMatch, SeatReservation, StreamLine } from "@flower-war/protocol";
import golden from "./golden.json" with { type: "json" };

/** What a seat of a real match was told, as `npm run golden` records it. Bytes are in base64. */
export interface Golden {
  /** What stands for the checked client's part of the dice, which it draws itself. */
  readonly nonce: string;
  readonly seal: string;
  readonly key: string;
  /** The answer to who takes the seat, without its token and its Colyseus reservation. */
  readonly reservation: Omit<SeatReservation, "token" | "reservation">;
  /** The first line of the match's record. */
  readonly header: string;
  /** The first frame of each WebSocket. */
  readonly joined: string;
  /** Of the whole match. */
  readonly log: LogPage;
  /** The answer of `GET /api/games`. */
  readonly games: readonly object[];
  /** In order. The first one is the match when the client comes. */
  readonly steps: readonly GoldenStep[];
}

/** One change of the match, and the match after it. */
export interface GoldenStep {
  /** Who made it; `null`: it is the first. */
  readonly by: "client" | "opponent" | null;
  /** What they sent; `null`: a seal or a nonce, after the client's also the opponent's. Of the client's seat it is the only legal command but `concede`. */
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
