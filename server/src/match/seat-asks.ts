import type { MatchDetails } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { requireName } from "../names/name-rules.ts";
import { Queue } from "../queue.ts";
import { newId } from "../random.ts";
import { RefusalError, refusalBody, refuse } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import type { LiveCore } from "./live-core.ts";
import { addressOf, isMuteClient, type MatchClient } from "./seats/client-auth.ts";
import { type Person, withFinishes } from "./seats/person.ts";
import { muteHolder } from "./seats/seat-claim.ts";
import type { Spectator, Spectators } from "./spectators.ts";

type SeatAsk = MatchDetails["asks"][number];

interface Kept extends SeatAsk {
  readonly person: Person;
  /** The id with which the asker holds the seat, if they get it. */
  readonly holder: string;
  readonly address: string;
  readonly spectator: Spectator;
  readonly cancel: Cancel;
}

/**
 * The spectators of a match in play who ask its host for the seat of a bot. They are not journaled: a process that takes the match over
 * knows none.
 */
export class SeatAsks {
  readonly #core: LiveCore;
  readonly #spectators: Spectators;
  readonly #queue = new Queue();
  #open: readonly Kept[] = [];

  constructor(core: LiveCore, spectators: Spectators) {
    this.#core = core;
    this.#spectators = spectators;
  }

  /**
   * Asks the host for a bot's seat, for a minute. Returns the name of the question; a repeated one has the same.
   * @param holder the id with which the asker would hold the seat
   * @throws `RefusalError` with `not-watching`, `match-not-started`, `match-over`, `no-host`, `seat-taken`, `unknown-seat`, `ask-open`,
   *   `too-many-asks` with a wait, `not-challenged`, `blocked`, `accounts-only`, `finishers-only`, or as `requireName`
   */
  ask(client: MatchClient, wanted: { name: string; seat: string; holder: string }): Promise<string> {
    // One at a time: those that come together are counted first.
    return this.#queue.run(() => this.#ask(client, wanted));
  }

  async #ask(client: MatchClient, wanted: { name: string; seat: string; holder: string }): Promise<string> {
    const { services } = this.#core;
    const spectator = this.#spectators.identify(client);
    const holder = isMuteClient(client) ? muteHolder(wanted.holder) : wanted.holder;
    const known = this.#open.find((kept) => kept.holder === holder);
    if (known !== undefined) return known.id;
    const asker = this.#personOf(client, requireName(wanted.name, services.wordFilter), spectator);
    const person = await withFinishes(this.#core, asker);
    const address = addressOf(client);
    this.#requireAskable(wanted.seat, person, address);
    if (this.#open.some((kept) => kept.spectator.network === spectator.network)) throw refuse("ask-open");
    if (this.#open.length >= SERVER_LIMITS.asks.atOnce) throw refuse("ask-open");
    await services.quotas.count("ask-seat", { address, target: this.#core.match.plan.match });
    const id = newId(services.random);
    const until = services.time.now() + SERVER_LIMITS.asks.open;
    const cancel = services.time.after(SERVER_LIMITS.asks.open, () => this.#close(id));
    const { seat } = wanted;
    const { name } = person;
    this.#set([...this.#open, { id, seat, name, until, person, holder, address, spectator, cancel }]);
    return id;
  }

  /**
   * Gives the asker the seat, or does not. One that is no longer open stays as it is.
   * @param by the holder of the host's seat
   * @throws `RefusalError` with `bad-token`, `not-host`, `no-ask`, or as `Gathering.giveSeat`
   */
  async answer(by: string, id: string, accepts: boolean): Promise<void> {
    const { seats } = this.#core.match;
    const claim = seats.findHolder(by);
    if (claim === null) throw refuse("bad-token");
    if (!seats.isHost(claim.seat)) throw refuse("not-host");
    const kept = this.#open.find((each) => each.id === id);
    if (kept === undefined) throw refuse("no-ask");
    const { person, seat, holder, address } = kept;
    if (accepts) await this.#core.gathering.giveSeat(person, seat, holder, address);
    this.#close(id);
  }

  /** Ends requests whose asker or seat is gone. Call it after every change of the match. */
  update(): void {
    const { room, match } = this.#core;
    const isThere = ({ connections }: Spectator) =>
      connections.some((connection) => room.clients.some((client) => client === connection));
    const ended = this.#open.filter(({ seat, spectator }) => !match.canGive(seat) || !isThere(spectator));
    if (ended.length === 0) return;
    for (const { cancel } of ended) cancel();
    this.#open = this.#open.filter((kept) => !ended.includes(kept));
    this.#show();
  }

  /** Ends all of them: the room closes. */
  stop(): void {
    for (const { cancel } of this.#open) cancel();
    this.#open = [];
  }

  #personOf(client: MatchClient, name: string, spectator: Spectator): Person {
    const { seats } = this.#core.match;
    const { auth } = client;
    const { player = null, isBot = false, isAccount = false } = auth?.seat === null ? auth : {};
    const seated = seats.taken.map((seat) => seats.nameOf(seat));
    return { name: this.#spectators.nameFor(spectator, name, seated), player, isBot, isAccount };
  }

  #requireAskable(seat: string, person: Person, address: string): void {
    const { match } = this.#core;
    // A bot account sits down where it was invited.
    if (person.isBot) throw refuse("not-challenged");
    const { status } = match.state;
    if (status === "gathering") throw refuse("match-not-started");
    // Any other answer would tell how the match is.
    if (this.#core.delayed !== null) throw refuse("seat-taken");
    if (status === "over") throw new RefusalError(refusalBody("match-over"));
    if (match.seats.host === null) throw refuse("no-host");
    match.seats.isOpen(seat);
    if (!match.canGive(seat)) throw refuse("seat-taken");
    match.requireNotBarred({ ...person, address });
    const { admission } = match.policy;
    if (admission === "accounts" || admission === "finishers") match.requireWelcome(person, null);
  }

  #close(id: string): void {
    const kept = this.#open.find((each) => each.id === id);
    if (kept === undefined) return;
    kept.cancel();
    this.#set(this.#open.filter((each) => each !== kept));
  }

  #set(open: readonly Kept[]): void {
    this.#open = open;
    this.#show();
    this.#core.changed();
  }

  #show(): void {
    const asks = this.#open.map(({ id, seat, name, until }) => ({ id, seat, name, until }));
    this.#core.match.changeDetails({ asks });
  }
}
