import { STREAM } from "../chance.ts";
import type { Game, GameTypes } from "../game.ts";
import { completeOptions, readOptions } from "../options.ts";
import type { PublicHeader, RecordedSeat } from "../public-record/index.ts";
import { same } from "../same.ts";
import { sealOf } from "../witness/chain.ts";
import { type Flawed, flawed } from "./flaws.ts";

/** Returns what is wrong with a record's first line by itself; `null`: nothing. */
export function flawOfHeader(game: Game<GameTypes>, header: PublicHeader): Flawed | null {
  const { stream, options } = header;
  if (stream !== STREAM) return flawed("header", "unknown-stream", { expected: STREAM, found: stream });
  const seats = header.seats.map(({ seat }) => seat);
  const inRange = seats.length >= game.seats.min && seats.length <= game.seats.max;
  if (!inRange || !same(seats, game.seatsFor(seats.length))) {
    return flawed("header", "bad-seats", { found: seats });
  }
  const complete = completeOptions(game, options);
  if (!same(readOptions(game, complete).options, complete)) {
    return flawed("header", "bad-options", { found: options });
  }
  const chosen = header.seats.find(isChosenByServer);
  if (chosen !== undefined) return flawed("header", "bad-nonce", { found: chosen });
  const unsealed = header.seats.find((seat) => !isSealed(seat));
  return unsealed === undefined ? null : flawed("header", "bad-seal", { found: unsealed });
}

/** Returns whether the server could have chosen a seat's nonce: one that no player gave must be the seat's id. */
function isChosenByServer({ seat, kind, nonce, from }: RecordedSeat): boolean {
  return (kind === "bot") !== (from === "bot") || (from !== "player" && nonce !== seat);
}

/** Returns whether a seat's seal, if it must have one or can, belongs to its nonce; a key comes with a seal only. */
function isSealed({ from, nonce, seal, key }: RecordedSeat): boolean {
  if (from === "withheld") return seal !== undefined;
  if (seal === undefined) return key === undefined;
  return from === "player" && sealOf(nonce) === seal;
}
