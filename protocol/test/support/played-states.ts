import { defaultsOf, type Game, type GameTypes, games } from "@flower-war/rules";
import { type Bot, bots, randomFrom } from "@flower-war/rules/bots";
import { HandState } from "../../src/index.ts";
import { show, SYNC } from "./sync.ts";
import { plain } from "./told.ts";

const SEED = "5eed".repeat(16);

/** Plays a match by easy bots; returns what its synced state is at some positions, the last one over or late. */
export function playedStates(name: keyof typeof games): unknown[] {
  const game = games[name] as Game<GameTypes>;
  const sync = SYNC[name];
  const random = randomFrom(SEED);
  const synced = sync.newState();
  const count = game.seats.min;
  for (const seat of game.seatsFor(count)) synced.hands.set(seat, new HandState());
  let state = game.setup(defaultsOf(game), count, SEED);
  show(game, sync, synced, state, null);
  const states = [plain(synced)];
  for (let played = 1; played <= 1_000; played++) {
    const [awaited] = game.awaiting(state);
    if (awaited === undefined) break;
    const { seat } = awaited;
    const easy = bots[name].easy as Bot<GameTypes>;
    const { events = [] } = game.decide(
      state,
      seat,
      easy(game.view(state, seat), random, () => false),
    );
    const before = state;
    state = events.reduce((each, event) => game.evolve(each, event), state);
    show(game, sync, synced, state, before);
    if (played % 7 === 0) states.push(plain(synced));
  }
  return [...states, plain(synced)];
}
