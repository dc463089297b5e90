import { type Bot, bots, type RandomBelow, randomFrom } from "../../src/bots/index.ts";
import type { Command, Seat, View } from "../../src/flower-war/index.ts";
import {
  commitmentOf,
  defaultsOf,
  formatRecord,
  type Game,
  type GameTypes,
  games,
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMATS,
  type RecordedSeat,
  RULES_VERSION,
  readOptions,
  STREAM,
  seedOf,
} from "../../src/index.ts";

/** The parts of a record, to be tampered with. */
export interface Parts {
  header: PublicHeader;
  entries: PublicEntry[];
  end: PublicEnd;
}

const SECRET = "5ec2e7".padEnd(64, "0");

/** East's player gave a nonce, north's did not, the others are bots. */
function seatsOf(names: readonly string[]): RecordedSeat[] {
  return names.map((seat, i) => {
    if (i === 0) return { seat, kind: "human", nonce: "Citlali_1-z", from: "player" };
    if (i === 1) return { seat, kind: "human", nonce: seat, from: "stand-in" };
    return { seat, kind: "bot", nonce: seat, from: "bot" };
  });
}

/** How an awaited seat plays: like an easy bot, any legal command, or so that decks run out. */
const PLAYS = {
  easily: (view: View, _seat: Seat, random: RandomBelow): Command => bots["flower-war"].easy(view, random),
  anyhow(view: View, seat: Seat, random: RandomBelow): Command {
    const commands = games["flower-war"].legal(view, seat);
    const command = commands[random(commands.length)];
    if (command === undefined) throw new Error(`${seat} has no answer`);
    return command.type === "concede" && random(100) > 0 ? PLAYS.anyhow(view, seat, random) : command;
  },
  wastefully(view: View, seat: Seat, random: RandomBelow): Command {
    const commands = games["flower-war"].legal(view, seat).filter(({ type }) => type !== "concede");
    const wasteful = ["discard", "sacrifice", "trade"].flatMap((wish) =>
      commands.filter(({ type }) => type === wish),
    );
    const [command] = wasteful.length > 0 ? wasteful : commands.slice(random(commands.length));
    if (command === undefined) throw new Error(`${seat} has no answer`);
    return command;
  },
};

/** A match to play and record. */
interface Setting {
  readonly count?: number;
  readonly rackSize?: number;
  readonly secret?: string;
  readonly plays?: keyof typeof PLAYS;
}

/** Plays a match to its end and returns its record. */
export function playedRecord({
  count = 3,
  rackSize = 4,
  secret = SECRET,
  plays = "easily",
}: Setting = {}): Parts {
  const game = games["flower-war"];
  const { options } = readOptions(game, { rackSize });
  if (options === undefined) throw new Error("no such rack");
  return recordOf(game, { options, count, secret }, PLAYS[plays]);
}

/** Plays a match of any game between easy bots and returns its record. */
export function easyRecord(name: keyof typeof games, count: number): Parts {
  const game = games[name] as Game<GameTypes>;
  const easy = bots[name].easy as Bot<GameTypes>;
  return recordOf(game, { options: defaultsOf(game), count, secret: SECRET }, (view, _seat, random) =>
    easy(view, random, () => false),
  );
}

/** Plays a match in which the first seat that is awaited concedes at once, then easy bots play. Returns its record. */
export function concededRecord(name: keyof typeof games, count: number): Parts {
  const game = games[name] as Game<GameTypes>;
  const easy = bots[name].easy as Bot<GameTypes>;
  let conceded = false;
  return recordOf(game, { options: defaultsOf(game), count, secret: SECRET }, (view, _seat, random) => {
    if (conceded) return easy(view, random, () => false);
    conceded = true;
    return { type: "concede" };
  });
}

/** Plays a match of a game to its end and returns its record. @param play chooses for each awaited seat */
export function recordOf<T extends GameTypes>(
  game: Game<T>,
  { options, count, secret }: { options: T["options"]; count: number; secret: string },
  play: (view: T["view"], seat: T["seat"], random: RandomBelow) => T["command"],
): Parts {
  const seats = seatsOf(game.seatsFor(count));
  const seed = seedOf(
    secret,
    seats.map(({ nonce }) => nonce),
  );
  const entries: PublicEntry[] = [];
  const random = randomFrom(seed);
  let state = game.setup(options, count, seed);
  for (let [awaiting] = game.awaiting(state); awaiting !== undefined; [awaiting] = game.awaiting(state)) {
    const { seat } = awaiting;
    const command = play(game.view(state, seat), seat, random);
    const decided = game.decide(state, seat, command);
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
    entries.push({ n: entries.length + 1, seat, command, events: decided.events });
  }
  const outcome = game.outcome(state);
  if (outcome === null) throw new Error("the match is not over");
  const header: PublicHeader = {
    format: RECORD_FORMATS[1],
    match: "V1StGXR8Z5jd",
    game: game.name,
    rules: RULES_VERSION,
    options,
    seats,
    stream: STREAM,
    commitment: commitmentOf(secret),
  };
  return { header, entries, end: { secret, seed, outcome } };
}

/** Formats the parts as the text that anyone can download. */
export function textOf({ header, entries, end }: Parts): string {
  return formatRecord(header, entries, end);
}
