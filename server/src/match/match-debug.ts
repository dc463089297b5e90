import { begin, type GameTypes, type RecordEntry, replay } from "@flower-war/rules";
import { newId } from "../random.ts";
import { refuse } from "../refusal.ts";
import { headerOf } from "../storage/journal/record.ts";
import type { LiveCore } from "./live-core.ts";
import type { Submitted } from "./temples/contract.ts";
import type { Autoplay } from "./timing/autoplay.ts";

/** A match at one moment, hidden parts included. */
export interface DebugPicture {
  readonly game: string;
  readonly version: number;
  readonly seats: readonly string[];
  /** The number of commands so far, and the number after which the picture is taken. */
  readonly n: number;
  readonly at: number;
  readonly entries: readonly RecordEntry<GameTypes>[];
  readonly state: unknown;
  /** By seat, and `public`. */
  readonly views: { readonly [viewer: string]: unknown };
  /** The commands that each seat may give. */
  readonly legal: { readonly [seat: string]: readonly GameTypes["command"][] };
  readonly awaiting: readonly { readonly seat: string; readonly decision: string }[];
  readonly outcome: unknown;
  /** Whether bots, and clocks, play now. */
  readonly playsItself: boolean;
}

/** Shows a match to the developer of its game, hidden parts included, and plays any seat (docs/add-a-game.md, "The debug page"). */
export class MatchDebug {
  readonly #core: LiveCore;
  readonly #autoplay: Autoplay;

  constructor(core: LiveCore, autoplay: Autoplay) {
    this.#core = core;
    this.#autoplay = autoplay;
  }

  /**
   * Returns the match after `n` commands, played again from its log.
   * @param n `null`, or more than there are: as it is now
   * @throws `RefusalError` with `match-not-started`, or `unknown-match` if it was removed meanwhile
   */
  async debugAt(n: number | null): Promise<DebugPicture> {
    const { match, services } = this.#core;
    const { game, created, playing, plan } = match;
    const facts = await services.journal.readSince(plan.match, 0);
    if (facts === null) throw refuse("unknown-match");
    const entries = facts
      .filter((fact) => fact.type === "entry")
      .map(({ entry }) => entry)
      .slice(0, playing.n);
    const at = Math.max(0, Math.min(n ?? entries.length, entries.length));
    const state = replay(game, begin(game, headerOf(created, playing.begun)), entries.slice(0, at));
    const outcome = game.outcome(state);
    const { seats } = playing.begun;
    const viewOf = (viewer: string) => [viewer, game.view(state, viewer)] as const;
    const legalFor = (seat: string) => [seat, game.legal(game.view(state, seat), seat)] as const;
    return {
      game: game.name,
      version: plan.version ?? 1,
      seats,
      n: entries.length,
      at,
      entries,
      state,
      views: Object.fromEntries(["public", ...seats].map(viewOf)),
      legal: outcome === null ? Object.fromEntries(seats.map(legalFor)) : {},
      awaiting: outcome === null ? game.awaiting(state) : [],
      outcome,
      playsItself: !this.#autoplay.isHeld,
    };
  }

  /** Plays a command for a seat, for any holder. */
  debugPlay(seat: string, command: unknown): Promise<Submitted> {
    const id = newId(this.#core.services.random);
    return this.#core.match.submit("player", { id, seat, command });
  }

  /** Lets bots and clocks play, or not. */
  async debugHold(held: boolean): Promise<void> {
    this.#autoplay.hold(held);
  }
}
