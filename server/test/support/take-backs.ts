import { type MatchDetails } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { TestClient } from "./client.ts";
import { createMatch, requestSeat } from "./post.ts";

/** What requests for seats at tables with take-backs say besides. */
export const NEWER = { protocolVersion: SERVER_LIMITS.takeBacks.protocol };

/** Seats people, and perhaps bots, at a private table with take-backs, and waits until the match has begun. */
export async function seatWithTakeBacks(
  url: string,
  { seats, bots = 0, ...settings }: { game?: string; seats: number; bots?: number; clock?: object },
): Promise<TestClient[]> {
  const table = { seats, bots, private: true, takeBacks: true, ...settings, ...NEWER };
  const first = await createMatch(url, table);
  const reserved = [first];
  for (let i = 1; i < seats - bots; i++) {
    reserved.push(await requestSeat(url, first.invitation ?? "", { name: `Player ${i + 1}`, ...NEWER }));
  }
  const players = await Promise.all(reserved.map((each) => TestClient.join(url, each)));
  await Promise.all(players.map((player) => player.waitForEntry(0)));
  return players;
}

/** What a match waits for when its last act can be taken back. */
export interface Takeable {
  /** Who can take it back. */
  readonly actor: TestClient;
  readonly n: number;
  readonly others: readonly TestClient[];
}

const legalOf = async (player: TestClient) =>
  (await player.request("legal")).commands.filter(({ type }) => type !== "concede");

/**
 * Plays on until an act can be taken back, after which its seat alone is awaited, or others are.
 * @param botsPlay lets bots play; then a bot is the one that is awaited
 */
export async function playUntilTakeable(
  players: readonly TestClient[],
  couldOthersAct: boolean,
  botsPlay?: () => Promise<void>,
): Promise<Takeable> {
  for (let turn = 0; turn < 400; turn += 1) {
    const legal = await Promise.all(players.map(legalOf));
    const awaited = legal.findIndex((commands) => commands.length > 0);
    const taken = takeableOf(players);
    if (taken !== null) {
      const actor = players.find(({ seat }) => seat === taken.seat);
      if (actor === undefined) throw new Error(`no player has the seat ${taken.seat}`);
      const others = players.filter((player) => player !== actor);
      const could = players[awaited] !== actor;
      if (could === couldOthersAct && (botsPlay === undefined || awaited === -1))
        return { actor, n: taken.n, others };
    }
    if (awaited === -1 && botsPlay !== undefined) {
      await botsPlay();
      continue;
    }
    const player = players[awaited];
    const commands = legal[awaited] ?? [];
    const command = commands[turn % commands.length];
    if (player === undefined || command === undefined) throw new Error("no player is awaited");
    const n = await player.play(command);
    await Promise.all(players.map((each) => each.waitForEntry(n)));
  }
  throw new Error("no act can be taken back");
}

export const takeableOf = ([player]: readonly TestClient[]): MatchDetails["takeBack"] =>
  player?.details.takeBack ?? null;
