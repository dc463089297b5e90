import {
  begin,
  commitmentOf,
  formatRecord,
  type Game,
  type GameTypes,
  RECORD_FORMAT,
  replay,
} from "@flower-war/rules";
import type { PlayedMatch } from "../journal/record.ts";

/** The record of a finished match, for anybody to verify (docs/fair-dice.md); `null` while the match is on. */
export function publicRecord(game: Game<GameTypes>, { header, entries }: PlayedMatch): string | null {
  const outcome = game.outcome(replay(game, begin(game, header), entries));
  if (outcome === null) return null;
  const { match, rules, options, stream, secret, seed } = header;
  const seats = header.seats.map((seat, i) => {
    const player = header.players[i];
    if (!player) throw new Error(`nobody sat in ${seat}`);
    const { kind, nonce, from } = player;
    return { seat, kind, nonce, from };
  });
  const commitment = commitmentOf(secret);
  return formatRecord(
    { format: RECORD_FORMAT, match, game: game.name, rules, options, seats, stream, commitment },
    entries,
    { secret, seed, outcome },
  );
}
