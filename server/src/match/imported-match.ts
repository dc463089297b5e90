import { completeOptions, flawOfRules, readOptions, seedOf } from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import { newId, type Random } from "../random.ts";
import type { Fact, StoredFact } from "../storage/journal/facts.ts";
import type { Journal } from "../storage/journal/journal.ts";
import { MatchLog } from "../storage/journal/match-log.ts";
import { createdOf, publicEntries, publicHeaderOf, readPlayedMatch } from "../storage/journal/record.ts";
import type { SteadyTime } from "../time.ts";
import { Match } from "./match.ts";
import { matchTime } from "./timing/match-time.ts";

export type { Match };

/** Where a match's facts are at fault: the number of the first, from 0. Or the match, if it is over. */
export type FactsFlaw = { readonly fact: number } | "over";

interface ImportPorts {
  readonly journal: Journal;
  readonly time: SteadyTime;
}

const UNHEARD = { changed() {}, seatFreed() {}, entered() {}, blocked() {} };

/**
 * Plays a match in play that another server has begun, as a restart here would, and by the game's rules. Stores and shows nothing.
 * @param facts whose parts have the right types
 * @returns the match after its last fact, or the file's fault
 */
export function restoreImported(
  facts: readonly StoredFact[],
  hosted: HostedGame,
  { journal, time }: ImportPorts,
): Match | FactsFlaw {
  const begunAt = facts.findIndex(({ type }) => type === "begun");
  const misplaced = facts.findIndex(
    ({ type }, i) => (type === "created") !== (i === 0) || (type === "begun" && i !== begunAt),
  );
  if (misplaced >= 0) return { fact: misplaced };
  if (begunAt < 0) return { fact: facts.length - 1 };
  if (facts.some(({ type }) => type === "ended" || type === "given-up")) return "over";
  const flaw = flawOfGame(facts, hosted, begunAt);
  if (flaw !== null) return { fact: flaw };
  const restore = (count: number): Match | null => {
    const part = facts.slice(0, count);
    const at = part.at(-1)?.at ?? 0;
    const own = matchTime(time, at);
    const log = new MatchLog(journal, createdOf(facts).plan.match, { epoch: 1, n: count, at }, own, () => {});
    const heartbeats = { process: null } as never;
    try {
      return new Match(
        part,
        log,
        hosted,
        { timeouts: { countdown: 0 } as never, heartbeats, time: own },
        UNHEARD,
      );
    } catch {
      return null;
    }
  };
  const match = restore(facts.length);
  if (match !== null) return match.isOver ? "over" : match;
  let [good, bad] = [0, facts.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (restore(middle) === null) bad = middle;
    else good = middle;
  }
  return { fact: bad - 1 };
}

/** Returns the number of the first fact that the game's rules, or the dice, would have otherwise; `null`: none. */
function flawOfGame(facts: readonly StoredFact[], { game }: HostedGame, begunAt: number): number | null {
  const { plan } = createdOf(facts);
  const { min, max } = game.seats;
  const areOptionsWrong =
    readOptions(game, completeOptions(game, plan.options as never)).option !== undefined;
  if (plan.seats < min || plan.seats > max || areOptionsWrong) return 0;
  const entries = facts.flatMap((fact, at) => (fact.type === "entry" ? [{ at, ...fact.entry }] : []));
  const disordered = entries.find(({ n }, i) => n !== i + 1);
  if (disordered) return disordered.at;
  try {
    const played = readPlayedMatch(facts);
    if (played === null) return begunAt;
    const { seed, secret, players, ...header } = played.header;
    const nonces = players.map(({ nonce }) => nonce);
    if (players.length !== header.seats.length || seed !== seedOf(secret, nonces)) return begunAt;
    const shown = publicHeaderOf({ ...header, secret }, players);
    const flaw = flawOfRules(game, shown, seed, publicEntries(played));
    if (flaw === null) return null;
    return entries.find(({ n }) => n === flaw.entry)?.at ?? begunAt;
  } catch {
    return begunAt;
  }
}

/**
 * Returns the facts with which a match goes on here: its seats have new holders, whom no player is known of, and its clocks stand still.
 * @param at when it left the other server, ms since 1970, by its own time
 */
export function renewSeats(match: Match, at: number, random: Random): readonly StoredFact[] {
  const { seats, plan } = match;
  const taken = seats.people.map((seat): Fact => {
    const { name, isBot } = seats.personIn(seat);
    return { type: "seat-taken", seat, name, holder: newId(random), ...(isBot && { bot: true }) };
  });
  // The last one: the next owner of the match lets its clocks stand still from then on.
  const last: readonly Fact[] = plan.clock === null ? [] : [{ type: "clock-stopped" }];
  return [...taken, ...last].map((fact) => ({ at, ...fact }));
}
