import { type AnyMatch, type GameName, GAMES, type Match } from "../../client-sdk/src/index.ts";
import { verifyRecord } from "../../client-sdk/src/verify.ts";
import { retry } from "./retry.ts";
import { clientAt } from "./sdk-calls.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** What a match of two clients came to. */
export interface Played {
  readonly game: GameName;
  readonly commands: number;
  /** Whether `legal()` offered to concede. */
  readonly concedes: boolean;
  /** Why the record is not that of the match that a client saw; `null`: it is, or the match did not end. */
  readonly flaw: string | null;
}

/**
 * Plays a match of each game at a server, all at once: two clients, any of the commands that `legal()` offers. After `most` commands
 * one concedes, if it is offered that. Rejects with the refusal of a command that was offered, if there is one.
 */
export function playGames(url: string, most: number, random: SeededRandom): Promise<readonly Played[]> {
  return Promise.all(GAMES.map((game) => playGame(url, game, most, random)));
}

async function playGame(url: string, game: GameName, most: number, random: SeededRandom): Promise<Played> {
  const [first, second] = [clientAt(url, "Citlali"), clientAt(url, "Tenoch")];
  const created = await retry<AnyMatch>(() => first.create({ game, seats: 2 }));
  const joined = await retry(() => second.join(created.id));
  const players = [created, joined] as readonly Match[];
  let commands = 0;
  let concedes = false;
  for (;;) {
    const { player, legal } = await nextTurn(players);
    if (player === null) break;
    concedes ||= legal.some(({ type }) => type === "concede");
    const moves = legal.filter(({ type }) => (type === "concede") === commands >= most);
    if (moves.length === 0) break;
    await player.send(moves[random.below(moves.length)] as never);
    commands += 1;
  }
  const flaw = created.status === "over" ? await flawOf(first, created) : null;
  await Promise.all(players.map((player) => player.leave()));
  return { game, commands, concedes, flaw };
}

/**
 * Plays until the turn has passed so many times, or the match is over. Ends the turn or passes if that is legal, so that no seat of Flower War wins by
 * chance; otherwise plays the first legal command except a concession.
 */
export async function playTurns(players: readonly Match[], turns: number): Promise<void> {
  let [last] = players;
  for (let passed = 0; ; ) {
    const { player, legal } = await nextTurn(players);
    if (player !== last) passed += 1;
    if (player === null || passed > turns) return;
    last = player;
    const quiet = legal.find(({ type }) => type === "end-turn" || type === "pass");
    await player.send((quiet ?? legal.find(({ type }) => type !== "concede")) as never);
  }
}

/** Waits until all have seen the same, and one may do more than concede; `null`: it is over. */
async function nextTurn(players: readonly Match[]) {
  for (;;) {
    const ns = new Set(players.map(({ state, status }) => `${state.n} ${status}`));
    if (ns.size === 1) {
      if (players[0]?.status === "over") return { player: null, legal: [] };
      for (const player of players) {
        const legal = player.legal();
        if (legal.some(({ type }) => type !== "concede")) return { player, legal };
      }
    }
    await nextChange(players);
  }
}

function nextChange(players: readonly Match[]): Promise<void> {
  return new Promise((resolve) => {
    const stops = players.map((player) =>
      player.on("change", () => {
        for (const stop of stops) stop();
        resolve();
      }),
    );
  });
}

async function flawOf(host: ReturnType<typeof clientAt>, match: AnyMatch): Promise<string | null> {
  const verdict = verifyRecord(await retry(() => host.record(match.id)), await match.witness(), {
    match: match.id,
  });
  return verdict.ok ? null : verdict.reason;
}
