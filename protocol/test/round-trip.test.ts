import { Decoder, Encoder, Reflection, StateView } from "@colyseus/schema";
import { defaultsOf, type Game, type GameTypes, games, type Viewer } from "@flower-war/rules";
import { type Bot, bots, randomFrom } from "@flower-war/rules/bots";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as flowerWar from "../src/games/flower-war/index.ts";
import * as spaceAztecs from "../src/games/space-aztecs/index.ts";
import * as tieqchieq from "../src/games/tieqchieq/index.ts";
import { HandState, type MatchState, type SyncedMatch, writeQueue } from "../src/index.ts";

/** Writer and reader of one game's synced state. */
interface Sync {
  newState(): MatchState;
  write(view: GameTypes["view"], state: MatchState, before: GameTypes["view"] | null): void;
  packHand(view: GameTypes["view"]): readonly string[];
  read(state: SyncedMatch, seat: string | null): GameTypes["view"] | null;
}

type Module = Pick<typeof tieqchieq, "writeTable" | "readView"> & { packHand?: unknown };

function syncOf(newState: () => MatchState, module: Module, packHand: Sync["packHand"]): Sync {
  const { writeTable, readView } = module;
  return {
    newState,
    write: (view, state, before) =>
      writeTable(
        Reflect.get(state, "table"),
        Reflect.get(view, "table"),
        before && Reflect.get(before, "table"),
      ),
    packHand,
    read: (state, seat) => readView(state as never, seat as never),
  };
}

const flowerWarSync = syncOf(
  () => new flowerWar.FlowerWarState(),
  flowerWar as unknown as Module,
  (view) => flowerWar.packHand(Reflect.get(view, "hand")),
);
const SYNC: { readonly [name in keyof typeof games]: Sync } = {
  "flower-war": flowerWarSync,
  mexica: flowerWarSync,
  "space-aztecs": syncOf(
    () => new spaceAztecs.SpaceAztecsState(),
    spaceAztecs as unknown as Module,
    (view) => spaceAztecs.packHand(view as never),
  ),
  tieqchieq: syncOf(
    () => new tieqchieq.TieqchieqState(),
    tieqchieq,
    () => [],
  ),
};

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
  let shown: GameTypes["state"] | null = null;
  const show = (): void => {
    const seen = (viewer: Viewer<GameTypes>) => game.view(current, viewer);
    state.status = game.outcome(current) === null ? "playing" : "over";
    sync.write(seen("public"), state, shown && game.view(shown, "public"));
    for (const seat of seats)
      writeQueue(state.hands.get(seat)?.cards ?? ([] as never), sync.packHand(seen(seat)));
    shown = current;
  };
  show();
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
    current = events.reduce((before, event) => game.evolve(before, event), current);
    show();
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
