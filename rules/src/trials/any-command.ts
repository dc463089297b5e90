import type { Game, GameTypes } from "../game.ts";
import { legalOf, type Player } from "./matches.ts";

/** Returns a player who plays any legal command of the awaited seat, but never concedes. */
export function anyAnswerOf<T extends GameTypes>(game: Game<T>): Player<T> {
  return (state, seat, random) => {
    const answers = legalOf(game, state, seat).filter(({ type }) => type !== "concede");
    const answer = answers[random(answers.length)];
    if (answer === undefined)
      throw new Error(`${seat} is awaited, but legal lists nothing for it besides concede`);
    return [seat, answer];
  };
}

/**
 * Returns a player who plays any legal command of the awaited seat; sometimes a seat concedes instead.
 * @param seatsInPlay returns the seats that may concede
 * @param rarity one command in so many is a concession
 */
export function anyCommandOf<T extends GameTypes>(
  game: Game<T>,
  seatsInPlay: (state: T["state"]) => readonly T["seat"][],
  rarity: number,
): Player<T> {
  const answer = anyAnswerOf(game);
  return (state, seat, random) => {
    if (random(rarity) > 0) return answer(state, seat, random);
    const seats = seatsInPlay(state);
    return [seats[random(seats.length)] ?? seat, { type: "concede" }];
  };
}
