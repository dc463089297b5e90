/*
 * Servers that cheat, from real ones: a game whose chance is chosen, connections whose messages are forged on their way to the client,
 * and records that are true to the rules but of another match than was played.
 */
import { colyseus } from "../../client-sdk/src/connection/colyseus.ts";
import type { Connect, ConnectionListener, FlowerWarOptions } from "@flower-war/client-sdk";
import { formatEntry, parseEntry, type WireEntry } from "@flower-war/protocol";
import { systemTime } from "@flower-war/protocol/ports";
import {
  commitmentOf,
  formatRecord,
  type Game,
  type GameTypes,
  games,
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  seedOf,
} from "@flower-war/rules";
import { type Bot, bots, randomFrom } from "@flower-war/rules/bots";
import { sealOf } from "@flower-war/rules/witness";
import { tieqchieq } from "@flower-war/rules/tieqchieq";
import { GAMES } from "../../server/src/games/index.ts";
import type { HostedGame } from "../../server/src/games/hosted-game.ts";
import type { Begun, Player } from "../../server/src/storage/journal/facts.ts";

/** Tıeqchıeq whose coins follow from a seed that the server chose, not from the secret and the nonces. */
export function riggedGames(): ReadonlyMap<string, HostedGame> {
  return cheatingGames((rules) => ({ setup: (options, count) => rules.setup(options, count, CHOSEN) }));
}

/** Tıeqchıeq whose coins are shown to one seat the other side up. */
export function twoFacedGames(deceived: string): ReadonlyMap<string, HostedGame> {
  return cheatingGames((rules) => ({
    redact: (event, viewer) => {
      const seen = rules.redact(event, viewer);
      return viewer === deceived && seen !== null ? turned(seen) : seen;
    },
  }));
}

/** Returns an event with its coins the other side up. */
function turned(event: GameTypes["event"]): GameTypes["event"] {
  const coins = Reflect.get(event, "coins") as readonly number[] | undefined;
  return coins === undefined ? event : Object.assign({}, event, { coins: coins.map((coin) => 1 - coin) });
}

function cheatingGames(
  cheat: (rules: Game<GameTypes>) => Partial<Game<GameTypes>>,
): ReadonlyMap<string, HostedGame> {
  const hosted = GAMES.get("tieqchieq");
  if (hosted === undefined) throw new Error("no such game");
  return new Map([["tieqchieq", { ...hosted, game: { ...hosted.game, ...cheat(hosted.game) } }]]);
}

/** Under which four of the first five tosses have all coins face up. */
const CHOSEN = luckySeed();

function luckySeed(): string {
  for (let i = 0; ; i++) {
    const seed = i.toString(16).padStart(64, "0");
    const tosses = playFrom(tieqchieq as unknown as Game<GameTypes>, { first: "red" }, 2, seed, 5).flatMap(
      ({ events }) => events.flatMap((event) => (Reflect.get(event, "coins") as number[] | undefined) ?? []),
    );
    if (tosses.filter((coin) => coin === 1).length >= 0.8 * tosses.length) return seed;
  }
}

/**
 * Returns the nonce of a seat, of so many that a server tries, with which another seat's first tosses are the worst.
 * @param nonces of all seats in turn order, with `""` for the one to choose
 */
export function worstNonce(secret: string, nonces: readonly string[], victim: string, tries: number): string {
  const scores = Array.from({ length: tries }, (_, i) => {
    const chosen = `chosen-${i}`;
    const seed = seedOf(
      secret,
      nonces.map((nonce) => nonce || chosen),
    );
    return [chosen, fortuneOf(victim, seed)] as const;
  });
  return scores.reduce((worst, each) => (each[1] < worst[1] ? each : worst))[0];
}

/** Returns how many coins of a seat's first tosses fall face up. */
export function fortuneOf(seat: string, seed: string): number {
  const entries = playFrom(tieqchieq, { first: "red" }, 2, seed, 8);
  const tosses = entries.filter((entry) => entry.seat === seat).flatMap(({ events }) => events);
  const coins = tosses.flatMap((event) => (Reflect.get(event, "coins") as number[] | undefined) ?? []);
  return coins.filter((coin) => coin === 1).length;
}

/** Returns the beginning of a match in which the server has chosen players when it knew all nonces, with the seed that follows. */
export function chosenBeginning(begun: Begun, secret: string, players: readonly Player[]): Begun {
  const nonces = players.map(({ nonce }) => nonce);
  return { ...begun, players, seed: seedOf(secret, nonces) };
}

/** Plays easy bots against each other from a seed. @param most the number of entries at which it stops */
function playFrom(
  game: Game<GameTypes>,
  options: object,
  count: number,
  seed: string,
  most = Number.POSITIVE_INFINITY,
): PublicEntry[] {
  const easy = bots[game.name as keyof typeof bots].easy as Bot<GameTypes>;
  const random = randomFrom(seed);
  const entries: PublicEntry[] = [];
  let state = game.setup(options, count, seed);
  for (let [awaited] = game.awaiting(state); awaited !== undefined; [awaited] = game.awaiting(state)) {
    if (entries.length === most) break;
    const command = easy(game.view(state, awaited.seat), random, () => false);
    const decided = game.decide(state, awaited.seat, command);
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
    entries.push({
      n: entries.length + 1,
      seat: awaited.seat,
      command: decided.command,
      events: decided.events,
    });
  }
  return entries;
}

/** A record, line by line. */
export interface Lines {
  header: PublicHeader;
  entries: PublicEntry[];
  end: PublicEnd;
}

export function linesOf(record: string): Lines {
  const [header, ...rest] = record
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  return { header, entries: rest.slice(0, -1), end: rest.at(-1) } as Lines;
}

/** Returns an honest-looking record of the same match: other moves by the rules, from the seed that its secret and nonces give. */
export function replayed({ header, end }: Lines): string {
  const game = games[header.game as keyof typeof games] as unknown as Game<GameTypes>;
  const seed = seedOf(
    end.secret,
    header.seats.map(({ nonce }) => nonce),
  );
  const kindOf = new Map(header.seats.map(({ seat, kind }) => [seat, kind]));
  const entries = playFrom(game, header.options, header.seats.length, seed).map(
    (entry): PublicEntry => (kindOf.get(entry.seat) === "bot" ? { ...entry, by: "bot" } : entry),
  );
  const last = entries.reduce(
    (state, { events }) => events.reduce((s, e) => game.evolve(s, e as never), state),
    game.setup(header.options as never, header.seats.length, seed),
  );
  return formatRecord(header, entries, {
    secret: end.secret,
    seed,
    outcome: game.outcome(last) as object,
    signatures: {},
  });
}

/** Returns the number of the first entry with other events: by chance, the first tosses may be the same. */
export function firstOtherEntry(forged: Lines, played: Lines): number {
  const other = ({ events }: PublicEntry, i: number) =>
    JSON.stringify(events) !== JSON.stringify(played.entries[i]?.events);
  return forged.entries.findIndex(other) + 1;
}

/** Returns another header with another secret and another nonce of a seat, as if they had been so from the start. */
export function swapped({ header, entries, end }: Lines, seat: string): Lines {
  const secret = "5ec2e7".padEnd(64, "0");
  const seats = header.seats.map((each) =>
    each.seat === seat ? { ...each, nonce: "chosen", seal: sealOf("chosen") } : each,
  );
  return { header: { ...header, commitment: commitmentOf(secret), seats }, entries, end: { ...end, secret } };
}

/** Returns the record up to entry `n`, as if the table had then agreed to abort. */
export function cutAfter({ header, entries, end }: Lines, n: number): string {
  const outcome = { by: "abort", winner: null };
  return formatRecord(header, entries.slice(0, n), { ...end, outcome, signatures: {} });
}

/** Returns the record without the signatures of a seat, which would not fit what it says. */
export function unsigned({ header, entries, end }: Lines, seat: string): string {
  const { [seat]: _, ...signatures } = end.signatures ?? {};
  return formatRecord(header, entries, { ...end, signatures });
}

/** What a forging line between server and client changes on its way to the client. */
export interface Forgery {
  /** Changes the synced state; the client gets the same object. */
  readonly state?: (state: { commitment: string }) => object;
  /** Changes an entry, as its events were unpacked. */
  readonly entry?: (entry: ReturnType<typeof parseEntry>) => ReturnType<typeof parseEntry> | null;
  /** Changes the answer to a request. */
  readonly answer?: (type: string, answer: unknown) => unknown;
}

/** Returns options of a client whose connection to a server at `url` is forged. */
export function forgedConnection(
  url: string,
  game: string,
  forgery: Forgery,
): Pick<FlowerWarOptions, "connect"> {
  const real = colyseus(url, 10_000, systemTime);
  const connect: Connect = <State, Message>(
    reservation: Parameters<Connect>[0],
    listener: ConnectionListener<State, Message>,
  ) =>
    real<State, Message>(reservation, {
      ...listener,
      opened: (connection) =>
        listener.opened({
          ping: (answered) => connection.ping(answered),
          leave: () => connection.leave(),
          abandon: (reason) => connection.abandon(reason),
          request: async <Answer>(type: string, payload: unknown) => {
            const answer = await connection.request<Answer>(type, payload);
            return (forgery.answer?.(type, answer) ?? answer) as Answer;
          },
        }),
      state: (state) => listener.state((forgery.state?.(state as never) ?? state) as State),
      message: (type, payload) => {
        if (type !== "entry" || forgery.entry === undefined) return listener.message(type, payload);
        const entry = forgery.entry(parseEntry(game, payload as WireEntry));
        if (entry !== null) listener.message(type, formatEntry(game, entry) as Message);
      },
      closed: (code, reason) => listener.closed(code, reason),
    });
  return { connect };
}
