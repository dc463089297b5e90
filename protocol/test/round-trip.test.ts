import { type Decoder, Encoder, Reflection, StateView } from "@colyseus/schema";
import { defaultsOf, type Game, type GameTypes, games } from "@flower-war/rules";
import { type Bot, bots, randomFrom } from "@flower-war/rules/bots";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HandState, type SyncedMatch } from "../src/index.ts";
import { show, SYNC } from "./support/sync.ts";

/** A client like the SDK: it learns the state's shape from the server and has no schema classes. */
class ReflectedClient {
  readonly seat: string | null;
  readonly #view = new StateView();
  readonly #decoder: Decoder;

  constructor(encoder: Encoder, seat: string | null, hand: HandState | undefined) {
    this.seat = seat;
    if (hand) this.#view.add(hand);
    this.#decoder = Reflection.decode(Reflection.encode(encoder));
  }

  get state(): SyncedMatch {
    return this.#decoder.state as never;
  }

  receiveAll(encoder: Encoder): void {
    const shared = { offset: 0 };
    encoder.encodeAll(shared);
    this.#decoder.decode(encoder.encodeAllView(this.#view, shared.offset, { ...shared }));
    this.#view.changes.clear();
  }

  receivePatch(encoder: Encoder, shared: { offset: number }): void {
    this.#decoder.decode(encoder.encodeView(this.#view, shared.offset, { ...shared }));
  }
}

/** One command in so many is a concession. */
const CONCESSION_RARITY = 60;

/** Plays commands of the easy bot, sometimes a concession, and compares after each what every viewer reads with the rules' view. */
function playAndCompare(name: keyof typeof games, seed: string, count: number, commands: number): void {
  const game = games[name] as Game<GameTypes>;
  const sync = SYNC[name];
  const random = randomFrom(seed);
  const state = sync.newState();
  const encoder = new Encoder(state);
  const seats = game.seatsFor(count);
  for (const seat of seats) state.hands.set(seat, new HandState());
  let current = game.setup(defaultsOf(game), count, seed);
  show(game, sync, state, current, null);
  const clients = [null, ...seats].map(
    (seat) => new ReflectedClient(encoder, seat, seat === null ? undefined : state.hands.get(seat)),
  );
  for (const client of clients) client.receiveAll(encoder);
  encoder.discardChanges();
  for (let played = 0; ; played++) {
    for (const { seat, state: received } of clients) {
      expect(sync.read(received, seat), `${name} ${seed} ${seat} after ${played}`).toEqual(
        game.view(current, seat ?? "public"),
      );
    }
    const [awaited] = game.awaiting(current);
    if (awaited === undefined || played === commands) return;
    const easy = bots[name].easy as Bot<GameTypes>;
    const [seat, command] =
      random(CONCESSION_RARITY) === 0
        ? [seats[random(count)] ?? awaited.seat, { type: "concede" }]
        : [awaited.seat, easy(game.view(current, awaited.seat), random, () => false)];
    const { events = [] } = game.decide(current, seat, command);
    const before = current;
    current = events.reduce((each, event) => game.evolve(each, event), current);
    show(game, sync, state, current, before);
    const shared = { offset: 0 };
    encoder.encode(shared);
    for (const client of clients) client.receivePatch(encoder, shared);
    encoder.discardChanges();
  }
}

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);

describe("a synced table", () => {
  test.each(Object.keys(SYNC) as (keyof typeof games)[])(
    "of %s reads as the rules' view for every viewer after every patch",
    (name) => {
      const { min, max } = games[name].seats;
      fc.assert(
        fc.property(hex, fc.integer({ min, max }), (seed, count) => playAndCompare(name, seed, count, 300)),
        { numRuns: 8 },
      );
    },
  );
});
