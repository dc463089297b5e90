import type { DeclineReason, GameMap, GameName } from "@flower-war/protocol";
import type { ReceivedChallenge } from "@flower-war/protocol/players";
import { randomHex, sleep, systemRandom, systemTime, type Time } from "@flower-war/protocol/ports";
import type { Abortable } from "./abort.ts";
import type { Challenges, OpenChallenge } from "./challenges.ts";
import type { FlowerWar } from "./host.ts";
import type { AnyMatch, Match } from "./match.ts";
import { Refusal } from "./refusal.ts";

/** Chooses one of the legal commands, without `concede`; `undefined`: waits until the match goes on. */
export type Choose<G extends GameName> = (
  match: Match<G>,
  commands: readonly GameMap[G]["command"][],
) => GameMap[G]["command"] | undefined | Promise<GameMap[G]["command"] | undefined>;

/** The game of a bot account, and how it plays. */
export interface Service extends Abortable {
  /** The player function of each game; challenges to other games are declined. */
  readonly games: { readonly [G in GameName]?: Choose<G> };
  /** The most matches that it plays at once; further challenges are declined as `busy`. Default 4. */
  readonly atOnce?: number;
  /** Returns the reason to decline a challenge, or `null` to accept it. Default: accepts all. */
  readonly decline?: (challenge: ReceivedChallenge) => DeclineReason | null;
  /** Timers, for tests and other runtimes. Default: the machine's. */
  readonly time?: Time;
  /** Called with each error, such as a refused command. Default: the console. */
  readonly onError?: (error: unknown, match: AnyMatch | null) => void;
}

/**
 * Goes online as a bot account and plays: accepts challenges, sends commands, agrees to offers, leaves finished matches, and takes
 * its stored seats again, also those of an earlier run. `signal` ends all this: it leaves every match and keeps the seats.
 * Resolves when it is online. Refusals: as `onChallenge` of `host.identity()`.
 *
 * ```ts
 * await serve(host, { games: { tieqchieq: (match, [first]) => first } });
 * ```
 */
export async function serve(host: FlowerWar, service: Service): Promise<Challenges> {
  const { games, atOnce = 4, decline = () => null, time = systemTime, signal } = service;
  const { onError = (error: unknown) => console.error("bot failed", error) } = service;
  const playing = new Set<AnyMatch>();
  let joining = 0;
  let online: Challenges | null = null;

  const play = (match: AnyMatch) => {
    const choose = games[match.game] as Choose<GameName> | undefined;
    if (choose === undefined || match.connection === "gone") return;
    playing.add(match);
    const player = new Player(match as Match, choose, time, (error) => onError(error, match));
    const leave = () => void match.leave();
    signal?.addEventListener("abort", leave);
    const end = () => {
      playing.delete(match);
      signal?.removeEventListener("abort", leave);
    };
    match.on("change", () => {
      player.wake();
      if (match.connection === "gone") end();
    });
    match.on("dropped", ({ gone, refusal }) => {
      if (gone && refusal) onError(refusal, match);
    });
    match.on("ended", leave);
    if (match.status === "over" || signal?.aborted) leave();
    else player.wake();
  };

  /** Answers a challenge, unless it is no longer open. */
  const answer = async (challenge: OpenChallenge) => {
    const reason = games[challenge.game] === undefined ? "game" : decline(challenge);
    if (reason !== null) return challenge.decline(reason, { signal });
    if (playing.size + joining >= atOnce) return challenge.decline("busy", { signal });
    joining += 1;
    try {
      play(await accept(challenge, { host, time, signal, hasLeft: () => online?.connection === "gone" }));
    } finally {
      joining -= 1;
    }
  };

  const fail = (error: unknown) => {
    if (!signal?.aborted) onError(error, null);
  };
  const challenges = await (await host.identity()).onChallenge(
    (challenge) => void answer(challenge).catch(fail),
    { signal },
  );
  online = challenges;
  signal?.addEventListener("abort", () => void challenges.leave());
  await Promise.all(
    (await host.resume({ signal })).map(({ match, token }) =>
      host.join(match, { token, signal }).then(play, fail),
    ),
  );
  return challenges;
}

/** ms until an unserved request is sent again, if the server gives no `wait`. */
const RETRY = 1000;

/** Refusals unrelated to the request itself: a command is sent again with the same id, since it may have been played. */
const TRANSIENT: readonly string[] = [
  "unavailable",
  "draining",
  "internal",
  "timeout",
  "unreachable",
  "too-many-messages",
];

function isTransient(error: unknown): error is Refusal {
  return error instanceof Refusal && TRANSIENT.includes(error.code);
}

interface Accepting {
  readonly host: FlowerWar;
  readonly time: Time;
  readonly signal: AbortSignal | undefined;
  /** Whether the bot shall go offline. */
  readonly hasLeft: () => boolean;
}

/** Takes the seat of a challenge; retries while no server is available, as long as the challenge is open. */
async function accept(
  challenge: OpenChallenge,
  { host, time, signal, hasLeft }: Accepting,
): Promise<AnyMatch> {
  for (;;) {
    try {
      return await challenge.accept({ signal });
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(time, error.wait ?? RETRY, signal);
      if (signal?.aborted || hasLeft() || time.now() > challenge.until) throw error;
      // The seat may have been taken before the connection to its match failed.
      const seats = await host.resume({ signal }).catch(() => []);
      const own = seats.find(
        ({ match, invitation, seat }) =>
          [match, invitation].includes(challenge.match) && seat === challenge.seat,
      );
      if (own) return host.join(own.match, { token: own.token, signal });
    }
  }
}

type Command = GameMap[GameName]["command"];

/** A bot's command when the match has `n` entries. */
interface Choice {
  readonly n: number;
  /** The id with which the command is sent, and sent again. */
  readonly id: string;
  /** `undefined`: the bot waits. */
  readonly command: Command | undefined;
}

/** Plays one seat: one command after the other, each chosen from the legal ones. */
class Player {
  readonly #match: Match;
  readonly #choose: Choose<GameName>;
  readonly #time: Time;
  readonly #onError: (error: unknown) => void;
  #isBusy = false;
  /** Whether the match has changed since the last look. */
  #isWoken = false;
  /** The number of entries at which a command was answered: nothing is sent until there are more. */
  #answeredAt: number | null = null;
  #choice: Choice | null = null;

  constructor(match: Match, choose: Choose<GameName>, time: Time, onError: (error: unknown) => void) {
    this.#match = match;
    this.#choose = choose;
    this.#time = time;
    this.#onError = onError;
  }

  /** Acts on the current state, and once more if it is already running: several changes may come in one turn of the event loop. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isBusy) void this.#actOnChanges();
  }

  async #actOnChanges(): Promise<void> {
    this.#isBusy = true;
    while (this.#isWoken) {
      this.#isWoken = false;
      await this.#act().catch(this.#onError);
    }
    this.#isBusy = false;
  }

  async #act(): Promise<void> {
    for (;;) {
      await this.#acceptOffer();
      const { n } = this.#match.state;
      const commands = this.#match.legal().filter(({ type }) => type !== "concede");
      if (commands.length === 0 || this.#answeredAt === n) return;
      try {
        const choice = await this.#chooseOnce(n, commands);
        // Another seat may have been faster, which changes the legal commands.
        if (choice.command && this.#match.state.n === n)
          await this.#match.send(choice.command, { id: choice.id });
        this.#answeredAt = n;
      } catch (error) {
        if (this.#match.connection === "gone") return;
        if (this.#match.state.n !== n) continue;
        if (isTransient(error)) {
          await sleep(this.#time, error.wait ?? RETRY);
          continue;
        }
        this.#answeredAt = n;
        throw error;
      }
    }
  }

  /** Returns the choice at this number of entries: the earlier choice if there is one. */
  async #chooseOnce(n: number, commands: readonly Command[]): Promise<Choice> {
    if (this.#choice?.n === n) return this.#choice;
    const command = await this.#choose(this.#match, commands);
    this.#choice = { n, id: randomHex(systemRandom, 16), command };
    return this.#choice;
  }

  /** Agrees to offers of the table's persons. */
  async #acceptOffer(): Promise<void> {
    const { offer, seat } = this.#match;
    if (seat === null || !offer?.asked.includes(seat)) return;
    await this.#match.acceptOffer(offer).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== "no-offer") throw error;
    });
  }
}
